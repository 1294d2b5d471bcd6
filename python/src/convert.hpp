/// \file
/// Python's integers as the library's, and back.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstdint>
#include <utility>

#include "int_object.hpp"

namespace gbi::python {

/// Numbers of more limbs are worth the time that it takes to release the interpreter's lock.
inline constexpr std::size_t limbs_without_lock = 64;

/// Lets other threads run Python while a long operation runs.
class unlock_if {
 public:
  explicit unlock_if(bool release) noexcept : state_(release ? PyEval_SaveThread() : nullptr) {}
  ~unlock_if() {
    if (state_ != nullptr) PyEval_RestoreThread(state_);
  }
  unlock_if(const unlock_if&) = delete;
  unlock_if& operator=(const unlock_if&) = delete;

 private:
  PyThreadState* state_;
};

/// Runs a function, if wanted without the interpreter's lock.
template <class Function>
auto unlocked_if(bool release, Function&& function) {
  const unlock_if unlock(release);
  return function();
}
/// Runs a function without the interpreter's lock.
template <class Function>
auto unlocked(Function&& function) {
  return unlocked_if(true, function);
}

inline bool is_long(const gpu_bigint& a) noexcept {
  return a.limb_bound() > limbs_without_lock;
}

/// Whether any context besides the default one was asked for. Until then all numbers are in one context.
inline std::atomic<bool> several_contexts = false;

/// A tuple of Ints.
template <class... Numbers>
nb::tuple ints(Numbers... numbers) {
  return nb::make_tuple(make_int(std::move(numbers))...);
}

/// The value as a Python int.
nb::object to_python(const gpu_bigint& value);

/// The value of a Python int, in the context of `partner` if there is one, else in the current context.
gpu_bigint from_python(PyObject* value, const gpu_bigint* partner = nullptr);

/// Reads an Int, an int, or an object with __index__ or gmpy2's __mpz__. Returns false for any other object,
/// for numpy's arrays, which have an __index__ that refuses, and for rationals, which have __mpq__, too.
bool read_integer(nb::handle object, gpu_bigint& value, const gpu_bigint* partner = nullptr);

/// The same as a result. \throws nb::python_error (TypeError) for any other object
gpu_bigint from_index(nb::handle object, const gpu_bigint* partner = nullptr);

/// The float nearest to the value.
/// \throws nb::python_error (OverflowError) if it is out of range
nb::object to_float(const gpu_bigint& value);

/// Raises a Python exception from C++.
[[noreturn]] void raise(PyObject* type, const char* message);

/// An argument of a function: an Int, an int, or another object with __index__.
struct integer {
  gpu_bigint value;
  bool is_own = false;  ///< made from a Python int, so it may be copied to another context
};

/// Moves arguments that were Python ints to the context of the first Int.
template <class... Integers>
void share_context(Integers&... arguments) {
  if (!several_contexts.load(std::memory_order_relaxed)) return;
  const gpu_bigint* guide = nullptr;
  ((guide = guide == nullptr && !arguments.is_own ? &arguments.value : guide), ...);
  if (guide == nullptr) return;
  const context target = guide->context();
  ((arguments.is_own ? void(arguments.value = arguments.value.to(target)) : void()), ...);
}

/// A count of bits, digits or elements.
/// \throws nb::python_error (NegativeCountError, or OverflowError if it is longer than 63 bits)
std::uint64_t to_count(const gpu_bigint& value, const char* name);

}  // namespace gbi::python

namespace nanobind::detail {

template <>
struct type_caster<gbi::python::integer> {
  NB_TYPE_CASTER(gbi::python::integer, const_name("typing.SupportsIndex"))

  bool from_python(handle source, std::uint32_t, cleanup_list*) noexcept {
    try {
      value.is_own = !gbi::python::is_int(source.ptr());
      return gbi::python::read_integer(source, value.value);
    } catch (...) {
      return false;
    }
  }
};

}  // namespace nanobind::detail
