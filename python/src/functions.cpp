/// Arithmetic and bits as functions, with gmpy2's names.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <compare>
#include <functional>

#include "bind.hpp"
#include "operands.hpp"
#include "text.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

constexpr const char* pair_type = "tuple[Int, Int]";

/// A function of two operands, which are brought into one context first.
template <class Function>
auto of_two(Function function) {
  return [function](integer x, integer y) {
    share_context(x, y);
    return function(x.value, y.value);
  };
}

/// Adds prefix_div, prefix_mod, prefix_divmod and their _2exp forms for one way of rounding.
template <quotient_remainder (*Divide)(const gpu_bigint&, const gpu_bigint&)>
void bind_division(nb::module_& module, const std::string& prefix, const std::string& rounding) {
  const auto both = [](integer& x, integer& y) {
    share_context(x, y);
    return divide(is_long(x.value), y.value, [&] { return Divide(x.value, y.value); });
  };
  const auto by_power = [](const integer& x, const integer& n) {
    const auto bits = static_cast<std::int64_t>(to_count(n.value, "n"));
    const unlock_if unlock(is_long(x.value));
    return Divide(x.value, x.value.in_same_context(1) << bits);
  };
  const auto name = [&](const char* suffix) { return prefix + suffix; };
  const std::string quotient = "x / y, rounded " + rounding + ".";
  const std::string remainder = "x minus y times the quotient, which is rounded " + rounding + ".";
  const std::string divmod_signature =
      "def " + name("_divmod") + "(x: typing.SupportsIndex, y: typing.SupportsIndex) -> " + pair_type;
  const std::string power_signature =
      "def " + name("_divmod_2exp") + "(x: typing.SupportsIndex, n: typing.SupportsIndex) -> " + pair_type;
  module.def(
      name("_div").c_str(), [both](integer x, integer y) { return both(x, y).quotient; }, "x"_a, "y"_a,
      quotient.c_str());
  module.def(
      name("_mod").c_str(), [both](integer x, integer y) { return both(x, y).remainder; }, "x"_a, "y"_a,
      remainder.c_str());
  module.def(
      name("_divmod").c_str(),
      [both](integer x, integer y) {
        auto [q, r] = both(x, y);
        return ints(std::move(q), std::move(r));
      },
      "x"_a, "y"_a, nb::sig(divmod_signature.c_str()), "Quotient and remainder.");
  module.def(
      name("_div_2exp").c_str(),
      [by_power](const integer& x, const integer& n) { return by_power(x, n).quotient; }, "x"_a, "n"_a,
      "Division by 2**n.");
  module.def(
      name("_mod_2exp").c_str(),
      [by_power](const integer& x, const integer& n) { return by_power(x, n).remainder; }, "x"_a, "n"_a,
      "Remainder of division by 2**n.");
  module.def(
      name("_divmod_2exp").c_str(),
      [by_power](const integer& x, const integer& n) {
        auto [q, r] = by_power(x, n);
        return ints(std::move(q), std::move(r));
      },
      "x"_a, "n"_a, nb::sig(power_signature.c_str()), "Quotient and remainder of division by 2**n.");
}

void bind_divisions(nb::module_& module) {
  bind_division<floor_div_rem>(module, "f", "down");
  bind_division<ceil_div_rem>(module, "c", "up");
  bind_division<div_rem>(module, "t", "towards zero");
  module.def("floor_div", of_two(floor_quotient), "x"_a, "y"_a, "x // y");
  module.def("mod", of_two(floor_remainder), "x"_a, "y"_a, "x % y");
  module.def("divexact", of_two([](const gpu_bigint& x, const gpu_bigint& y) {
               return divide(is_long(x), y, [&] { return divide_exact(x, y); });
             }),
             "x"_a, "y"_a, "x // y for an x that is a multiple of y.");
  module.def("is_divisible",
             of_two([](const gpu_bigint& x, const gpu_bigint& d) { return is_divisible(x, d); }), "x"_a,
             "d"_a, nb::call_guard<nb::gil_scoped_release>(), "Whether x is a multiple of d.");
  module.def(
      "is_congruent",
      [](integer x, integer y, integer m) {
        share_context(x, y, m);
        return is_divisible(x.value - y.value, m.value);
      },
      "x"_a, "y"_a, "m"_a, nb::call_guard<nb::gil_scoped_release>(),
      "Whether x and y are congruent modulo m.");
}

void bind_sums(nb::module_& module) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  module.def("add", of_two(std::plus<>()), "x"_a, "y"_a, unlocked, "x + y");
  module.def("sub", of_two(std::minus<>()), "x"_a, "y"_a, unlocked, "x - y");
  module.def("mul", of_two(std::multiplies<>()), "x"_a, "y"_a, unlocked, "x * y");
  module.def(
      "fma",
      [](integer x, integer y, integer z) {
        share_context(x, y, z);
        return multiply_add(z.value, x.value, y.value);
      },
      "x"_a, "y"_a, "z"_a, unlocked, "x * y + z");
  module.def(
      "fms",
      [](integer x, integer y, integer z) {
        share_context(x, y, z);
        return x.value * y.value - z.value;
      },
      "x"_a, "y"_a, "z"_a, unlocked, "x * y - z");
  module.def(
      "square", [](const integer& x) { return square(x.value); }, "x"_a, unlocked, "x * x");
  module.def("div", of_two(true_quotient), "x"_a, "y"_a,
             nb::sig("def div(x: typing.SupportsIndex, y: typing.SupportsIndex) -> float"),
             "x / y, the nearest float. gmpy2 returns a rational number.");
  module.def(
      "mul_2exp", [](const integer& x, const integer& n) { return shift_left(x.value, n.value); }, "x"_a,
      "n"_a, "x * 2**n");
  module.def(
      "sign", [](const integer& x) { return x.value.sign(); }, "x"_a, "-1, 0 or 1.");
  const auto sign_of = [](std::strong_ordering order) {
    return std::is_lt(order) ? -1 : std::is_gt(order) ? 1 : 0;
  };
  module.def("cmp", of_two([=](const gpu_bigint& x, const gpu_bigint& y) { return sign_of(x <=> y); }), "x"_a,
             "y"_a, unlocked, "-1, 0 or 1: x is less than, equal to or greater than y.");
  module.def("cmp_abs",
             of_two([=](const gpu_bigint& x, const gpu_bigint& y) { return sign_of(abs(x) <=> abs(y)); }),
             "x"_a, "y"_a, unlocked, "cmp(abs(x), abs(y))");
}

/// A count of ones or of different bits: -1 for infinitely many, as in gmpy2.
nb::int_ count_or_minus_one(std::size_t count) {
  return count == unbounded ? nb::int_(-1) : nb::int_(count);
}

void bind_bits(nb::module_& module) {
  module.def(
      "bit_length", [](const integer& x) { return x.value.bit_length(); }, "x"_a, "Bits of abs(x).");
  module.def(
      "bit_count", [](const integer& x) { return popcount(abs(x.value)); }, "x"_a, "Ones in abs(x).");
  module.def(
      "bit_mask",
      [](const integer& n) {
        const auto bits = static_cast<std::int64_t>(to_count(n.value, "n"));
        return (gpu_bigint(1) << bits) - 1;
      },
      "n"_a, "2**n - 1");
  const auto bind_bit = [&](const char* name, auto* function, const char* text) {
    module.def(
        name, [function](const integer& x, const integer& n) { return function(x.value, bit_index(n)); },
        "x"_a, "n"_a, text);
  };
  bind_bit("bit_test", test_bit, "Whether bit n of x is set.");
  bind_bit("bit_set", set_bit, "x with bit n set.");
  bind_bit("bit_clear", clear_bit, "x with bit n cleared.");
  bind_bit("bit_flip", flip_bit, "x with bit n inverted.");
  const auto bind_scan = [&](const std::string& name, auto* scan, const char* text) {
    const std::string signature =
        "def " + name + "(x: typing.SupportsIndex, n: typing.SupportsIndex = 0) -> int | None";
    module.def(
        name.c_str(),
        [scan](const integer& x, const integer& n) { return found_or_none(scan(x.value, bit_index(n))); },
        "x"_a, "n"_a = 0, nb::sig(signature.c_str()), text);
  };
  bind_scan("bit_scan0", scan0, "Index of the first 0 at or above bit n.");
  bind_scan("bit_scan1", scan1, "Index of the first 1 at or above bit n.");
  module.def(
      "popcount", [](const integer& x) { return count_or_minus_one(popcount(x.value)); }, "x"_a,
      "Ones of x; -1 if x is negative.");
  module.def("hamdist", of_two([](const gpu_bigint& x, const gpu_bigint& y) {
               return count_or_minus_one(hamming_distance(x, y));
             }),
             "x"_a, "y"_a, "Bits in which x and y differ; -1 if their signs differ.");
  module.def(
      "is_even", [](const integer& x) { return !test_bit(x.value, 0); }, "x"_a);
  module.def(
      "is_odd", [](const integer& x) { return test_bit(x.value, 0); }, "x"_a);
  module.def(
      "digits", [](const integer& x, int base) { return digits(x.value, base); }, "x"_a, "base"_a = 10,
      nb::sig("def digits(x: typing.SupportsIndex, base: int = 10) -> str"),
      "The digits of x in a base from 2 to 62.");
  module.def(
      "num_digits", [](const integer& x, int base) { return count_digits(x.value, base); }, "x"_a,
      "base"_a = 10, "How many digits abs(x) has in a base from 2 to 62.");
}

}  // namespace

void bind_functions(nb::module_& module) {
  bind_sums(module);
  bind_divisions(module);
  bind_bits(module);
}

}  // namespace gbi::python
