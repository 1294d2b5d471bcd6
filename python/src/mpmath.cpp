/// The two functions with which mpmath makes its floating-point numbers. gmpy2 has them under the same names.
#include <nanobind/nanobind.h>

#include <string_view>

#include "bind.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

/// sign, mantissa, exponent and bit length, where an odd mantissa or 0 makes the form unique.
nb::tuple normal_form(bool negative, const gpu_bigint& mantissa, const nb::object& exponent,
                      std::size_t bits) {
  return nb::make_tuple(negative ? 1 : 0, make_int(mantissa), exponent, bits);
}

/// Whether a nonnegative mantissa that loses bits is rounded away from zero in a directed mode.
bool rounds_away(char mode, bool negative) {
  switch (mode) {
    case 'u':
      return true;
    case 'f':
      return negative;
    case 'c':
      return !negative;
    default:
      return false;
  }
}

/// The mantissa without its lowest `count` bits, rounded.
gpu_bigint rounded(const gpu_bigint& mantissa, std::size_t count, char mode, bool negative) {
  const gpu_bigint kept = mantissa >> static_cast<std::int64_t>(count);
  bool up = false;
  if (mode == 'n') {
    const bool half = test_bit(mantissa, count - 1);
    up = half && (test_bit(kept, 0) || trailing_zeros(mantissa) < count - 1);
  } else {
    up = rounds_away(mode, negative) && trailing_zeros(mantissa) < count;
  }
  return up ? kept + 1 : kept;
}

nb::tuple normalized(bool negative, gpu_bigint mantissa, const nb::object& exponent, std::size_t precision,
                     char mode) {
  if (mantissa == 0) return normal_form(false, mantissa, nb::int_(0), 0);
  std::size_t removed = 0, bits = mantissa.bit_length();
  {
    const unlock_if unlock(is_long(mantissa));
    if (precision != 0 && bits > precision) {
      removed = bits - precision;
      mantissa = rounded(mantissa, removed, mode, negative);
    }
    if (!test_bit(mantissa, 0)) {
      const std::size_t zeros = trailing_zeros(mantissa);
      mantissa = mantissa >> static_cast<std::int64_t>(zeros);
      removed += zeros;
    }
    bits = mantissa.bit_length();
  }
  return normal_form(negative, mantissa, removed == 0 ? exponent : nb::object(exponent + nb::int_(removed)),
                     bits);
}

char mode_of(nb::handle rounding) {
  const std::string_view modes = "nfcdu";
  Py_ssize_t size = 0;
  const char* const text =
      PyUnicode_Check(rounding.ptr()) != 0 ? PyUnicode_AsUTF8AndSize(rounding.ptr(), &size) : nullptr;
  if (text == nullptr || size != 1 || modes.find(*text) == std::string_view::npos)
    raise(PyExc_ValueError, "rounding mode must be one of n, f, c, d and u");
  return *text;
}

/// Exponents are int, whatever arithmetic they come from.
nb::object plain(nb::handle exponent) {
  return is_int(exponent.ptr()) ? to_python(number_in(exponent.ptr())) : nb::borrow(exponent);
}

std::size_t bits_of(nb::handle precision) {
  return static_cast<std::size_t>(to_count(from_index(precision), "prec"));
}

}  // namespace

void bind_mpmath(nb::module_& module) {
  module.def(
      "_mpmath_normalize",
      [](nb::handle sign, nb::handle mantissa, nb::handle exponent, nb::handle, nb::handle precision,
         nb::handle rounding) {
        return normalized(PyObject_IsTrue(sign.ptr()) == 1, from_index(mantissa), plain(exponent),
                          bits_of(precision), mode_of(rounding));
      },
      "sign"_a, "man"_a, "exp"_a, "bc"_a, "prec"_a, "rnd"_a,
      nb::sig("def _mpmath_normalize(sign: object, man: object, exp: object, bc: object, prec: object, rnd: "
              "object) -> tuple[int, Int, int, int]"));
  module.def(
      "_mpmath_create",
      [](nb::handle mantissa, nb::handle exponent, nb::handle precision, nb::handle rounding) {
        const gpu_bigint value = from_index(mantissa);
        return normalized(value < 0, abs(value), plain(exponent), bits_of(precision), mode_of(rounding));
      },
      "man"_a, "exp"_a, "prec"_a = 0, "rnd"_a = "f",
      nb::sig("def _mpmath_create(man: object, exp: object, prec: object = 0, rnd: object = 'f') -> "
              "tuple[int, Int, int, int]"));
}

}  // namespace gbi::python
