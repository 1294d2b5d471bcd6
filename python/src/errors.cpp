#include "errors.hpp"

#include <nanobind/stl/string.h>

#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>

#include "gpu_bigint/error.hpp"

namespace gbi::python {

namespace nb = nanobind;

namespace {

PyObject* device_error_type = nullptr;
PyObject* data_error_type = nullptr;

PyObject* new_exception(nb::module_& module, const char* name, const char* text, PyObject* base) {
  const std::string qualified = nb::cast<std::string>(module.attr("__name__")) + "." + name;
  PyObject* const type = PyErr_NewExceptionWithDoc(qualified.c_str(), text, base, nullptr);
  if (type == nullptr) throw nb::python_error();
  module.attr(name) = nb::handle(type);
  return type;
}

/// Order matters: gbi::device_error is a std::runtime_error, gbi::out_of_memory a std::bad_alloc. Exceptions
/// that are not named here are left to nanobind.
bool set_known(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const device_error& e) {
    PyErr_SetString(device_error_type, e.what());
  } catch (const data_error& e) {
    PyErr_SetString(data_error_type, e.what());
  } catch (const std::bad_alloc& e) {
    PyErr_SetString(PyExc_MemoryError, e.what());
  } catch (const std::length_error& e) {
    PyErr_SetString(PyExc_OverflowError, e.what());
  } catch (const std::domain_error& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
  } catch (const std::invalid_argument& e) {
    PyErr_SetString(PyExc_ValueError, e.what());
  } catch (const std::bad_cast&) {
    PyErr_SetString(PyExc_TypeError, "an argument has another type than the function takes");
  } catch (...) {
    return false;
  }
  return true;
}

}  // namespace

void set_python_error(const std::exception_ptr& error) noexcept {
  if (set_known(error)) return;
  try {
    std::rethrow_exception(error);
  } catch (nb::python_error& e) {
    e.restore();
  } catch (const nb::builtin_exception& e) {
    PyErr_SetString(PyExc_TypeError, e.what());
  } catch (const std::out_of_range& e) {
    PyErr_SetString(PyExc_IndexError, e.what());
  } catch (const std::exception& e) {
    PyErr_SetString(PyExc_RuntimeError, e.what());
  } catch (...) {
    PyErr_SetString(PyExc_SystemError, "unknown C++ exception");
  }
}

void bind_errors(nb::module_& module) {
  device_error_type = new_exception(
      module, "DeviceError", "The device, its driver or its runtime failed, or there is no such device.",
      PyExc_RuntimeError);
  data_error_type = new_exception(
      module, "DataError", "Serialized data is truncated, corrupted or of another kind.", PyExc_ValueError);
  negative_count_error =
      new_exception(module, "NegativeCountError",
                    "A count, an index or a length is negative. It is a ValueError as in int, and an "
                    "OverflowError as in gmpy2.",
                    nb::make_tuple(nb::handle(PyExc_ValueError), nb::handle(PyExc_OverflowError)).ptr());
  nb::register_exception_translator([](const std::exception_ptr& error, void*) {
    if (!set_known(error)) std::rethrow_exception(error);
  });
}

}  // namespace gbi::python
