/// \file
/// The Python object Int, whose type is made by the interpreter, not by nanobind: nanobind enters every
/// instance in a table, which takes longer than a sum of short numbers.
#pragma once

#include <nanobind/nanobind.h>

#include <type_traits>
#include <utility>

#include "gpu_bigint.hpp"

namespace gbi::python {

namespace nb = nanobind;

struct int_object {
  PyObject head;
  gpu_bigint value;
};

/// The type of Int, set by bind_int().
inline PyTypeObject* int_type = nullptr;

/// Whether the object is an Int.
inline bool is_int(PyObject* object) noexcept {
  return Py_TYPE(object) == int_type || PyType_IsSubtype(Py_TYPE(object), int_type) != 0;
}

/// The number in an Int.
inline const gpu_bigint& number_in(PyObject* object) noexcept {
  return reinterpret_cast<const int_object*>(object)->value;
}

/// A new Int, or an instance of a class derived from it.
nb::object make_int(gpu_bigint value, PyTypeObject* type = int_type);

/// Ends an Int without references.
void delete_int(PyObject* object) noexcept;

/// Adds members to Int, as nb::class_ does to nanobind's own types.
class int_class : public nb::object {
 public:
  explicit int_class(nb::object type) : nb::object(std::move(type)) {}

  template <class Function, class... Extra>
  const int_class& def(const char* name, Function&& function, const Extra&... extra) const {
    nb::cpp_function_def(std::forward<Function>(function), nb::scope(*this), nb::name(name), nb::is_method(),
                         extra...);
    return *this;
  }
  template <class Function, class... Extra>
  const int_class& def_static(const char* name, Function&& function, const Extra&... extra) const {
    nb::cpp_function_def(std::forward<Function>(function), nb::scope(*this), nb::name(name), extra...);
    return *this;
  }
  template <class Function, class... Extra>
  const int_class& def_class(const char* name, Function&& function, const Extra&... extra) const {
    const nb::object classmethod = nb::module_::import_("builtins").attr("classmethod");
    attr(name) = classmethod(
        nb::cpp_function(std::forward<Function>(function), nb::scope(*this), nb::name(name), extra...));
    return *this;
  }
  template <class Getter, class... Extra>
  const int_class& def_prop_ro(const char* name, Getter&& getter, const Extra&... extra) const {
    const nb::handle property(reinterpret_cast<PyObject*>(&PyProperty_Type));
    attr(name) =
        property(nb::cpp_function(std::forward<Getter>(getter), nb::is_method(), nb::is_getter(), extra...));
    return *this;
  }
};

}  // namespace gbi::python

namespace nanobind::detail {

/// Int as an argument and as a result of functions that nanobind calls.
template <>
struct type_caster<gbi::gpu_bigint> {
  static constexpr auto Name = const_name("Int");
  template <class T>
  using Cast = std::conditional_t<is_pointer_v<T>, const gbi::gpu_bigint*, const gbi::gpu_bigint&>;
  template <class>
  static constexpr bool can_cast() {
    return true;
  }

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    if (!gbi::python::is_int(source.ptr())) return false;
    value_ = &gbi::python::number_in(source.ptr());
    return true;
  }
  static handle from_cpp(gbi::gpu_bigint value, rv_policy, cleanup_list*) noexcept {
    try {
      return gbi::python::make_int(std::move(value)).release();
    } catch (python_error& error) {
      error.restore();
      return {};
    }
  }
  explicit operator const gbi::gpu_bigint*() const { return value_; }
  explicit operator const gbi::gpu_bigint&() const { return *value_; }

 private:
  const gbi::gpu_bigint* value_ = nullptr;
};

}  // namespace nanobind::detail
