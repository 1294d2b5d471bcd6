/// \file
/// The library's exceptions as Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

namespace gbi::python {

/// A count, an index or a length below 0: ValueError as in int, OverflowError as in gmpy2.
inline PyObject* negative_count_error = nullptr;

/// Adds DeviceError, DataError and NegativeCountError to the module and translates C++ exceptions of
/// functions that nanobind calls.
void bind_errors(nanobind::module_& module);

/// Sets the Python exception for a C++ one.
void set_python_error(const std::exception_ptr& error) noexcept;

/// Calls a function whose exceptions become Python's. Slots of types are called by the interpreter, so
/// nothing else translates their exceptions. Returns `failure` after one.
template <class Function, class Result = decltype(std::declval<Function>()())>
Result guarded(Function&& function, Result failure) noexcept {
  try {
    return function();
  } catch (...) {
    set_python_error(std::current_exception());
    return failure;
  }
}

}  // namespace gbi::python
