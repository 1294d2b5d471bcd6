/// Number theory, sequences and random numbers, with gmpy2's names.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "bind.hpp"
#include "operands.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

/// The numbers of an iterable, in the context of the first Int among them.
std::vector<gpu_bigint> numbers_of(nb::handle iterable) {
  std::vector<gpu_bigint> numbers;
  std::vector<std::size_t> own;
  for (const nb::handle item : nb::iter(iterable)) {
    if (!is_int(item.ptr())) own.push_back(numbers.size());
    numbers.push_back(from_index(item));
  }
  if (!several_contexts || own.size() == numbers.size()) return numbers;
  std::size_t next = 0;
  while (next < own.size() && own[next] == next) ++next;
  const context target = numbers[next].context();
  for (const std::size_t index : own) numbers[index] = numbers[index].to(target);
  return numbers;
}

/// Applies an associative function to all arguments.
template <gpu_bigint (*Combine)(const gpu_bigint&, const gpu_bigint&)>
gpu_bigint combined(const nb::args& arguments, int neutral) {
  const std::vector<gpu_bigint> numbers = numbers_of(arguments);
  if (numbers.empty()) return neutral;
  const unlock_if unlock(std::any_of(numbers.begin(), numbers.end(), is_long));
  gpu_bigint result = abs(numbers.front());
  for (std::size_t i = 1; i < numbers.size(); ++i) result = Combine(result, numbers[i]);
  return result;
}

/// gmpy2 takes negative odd numbers, too.
int jacobi_of_odd(const gpu_bigint& x, const gpu_bigint& y) {
  if (!test_bit(y, 0)) throw std::domain_error("jacobi() needs an odd y");
  return kronecker(x, y);
}

void bind_divisors(nb::module_& module) {
  module.def(
      "gcd", [](const nb::args& x) { return combined<gcd>(x, 0); }, "x"_a,
      nb::sig("def gcd(*x: typing.SupportsIndex) -> Int"), "The greatest common divisor of all arguments.");
  module.def(
      "lcm", [](const nb::args& x) { return combined<lcm>(x, 1); }, "x"_a,
      nb::sig("def lcm(*x: typing.SupportsIndex) -> Int"), "The least common multiple of all arguments.");
  module.def(
      "gcdext",
      [](integer a, integer b) {
        share_context(a, b);
        bezout result = unlocked([&] { return gcd_ext(a.value, b.value); });
        return ints(std::move(result.gcd), std::move(result.s), std::move(result.t));
      },
      "a"_a, "b"_a,
      nb::sig("def gcdext(a: typing.SupportsIndex, b: typing.SupportsIndex) -> tuple[Int, Int, Int]"),
      "(g, s, t) with g = gcd(a, b) = s * a + t * b.");
  module.def(
      "invert",
      [](integer x, integer m) {
        share_context(x, m);
        std::optional<gpu_bigint> inverse;
        if (m.value != 0) inverse = unlocked([&] { return try_invert(x.value, m.value); });
        if (!inverse) raise_zero_division("invert() no inverse exists");
        return *std::move(inverse);
      },
      "x"_a, "m"_a, "y with x * y = 1 modulo m. Raises ZeroDivisionError if there is none.");
  module.def(
      "divm",
      [](integer a, integer b, integer m) {
        share_context(a, b, m);
        if (m.value == 0) raise_zero_division("divm() modulus is 0");
        const std::optional<gpu_bigint> result = unlocked([&]() -> std::optional<gpu_bigint> {
          // A common divisor of all three does not change the solution.
          const gpu_bigint common = gcd(gcd(a.value, b.value), m.value);
          const gpu_bigint modulo = divide_exact(m.value, common);
          const std::optional<gpu_bigint> inverse = try_invert(divide_exact(b.value, common), modulo);
          if (!inverse) return {};
          return euclidean_div_rem(*inverse * divide_exact(a.value, common), modulo).remainder;
        });
        if (!result) raise_zero_division("divm() no inverse exists");
        return *result;
      },
      "a"_a, "b"_a, "m"_a, "x with b * x = a modulo m. Raises ZeroDivisionError if there is none.");
  module.def(
      "remove",
      [](integer x, integer f) {
        share_context(x, f);
        if (f.value <= 1) raise(PyExc_ValueError, "factor must be > 1");
        removed_factor result = unlocked([&] { return remove(x.value, f.value); });
        return nb::make_tuple(make_int(std::move(result.rest)), result.times);
      },
      "x"_a, "f"_a,
      nb::sig("def remove(x: typing.SupportsIndex, f: typing.SupportsIndex) -> tuple[Int, int]"),
      "x without the factor f, and how often it was removed.");
  using symbol = int (*)(const gpu_bigint&, const gpu_bigint&);
  const auto bind_symbol = [&](const char* name, symbol function, const char* text) {
    module.def(
        name,
        [function](integer x, integer y) {
          share_context(x, y);
          return function(x.value, y.value);
        },
        "x"_a, "y"_a, nb::call_guard<nb::gil_scoped_release>(), text);
  };
  bind_symbol("jacobi", jacobi_of_odd, "The Jacobi symbol (x / y) for an odd y.");
  bind_symbol("legendre", jacobi, "The Legendre symbol (x / y) for an odd prime y.");
  bind_symbol("kronecker", kronecker, "Kronecker's symbol (x / y).");
}

root_remainder root_and_remainder(const integer& x, const integer& n) {
  if (n.value <= 0) raise(PyExc_ValueError, "n must be > 0");
  const std::uint64_t order = to_count(n.value, "n");
  return unlocked([&] { return root_rem(x.value, order); });
}

void bind_roots(nb::module_& module) {
  const auto release = nb::call_guard<nb::gil_scoped_release>();
  module.def(
      "isqrt", [](const integer& x) { return isqrt(x.value); }, "x"_a, release,
      "The square root of x, rounded down.");
  module.def(
      "isqrt_rem",
      [](const integer& x) {
        auto [root, remainder] = unlocked([&] { return sqrt_rem(x.value); });
        return ints(std::move(root), std::move(remainder));
      },
      "x"_a, nb::sig("def isqrt_rem(x: typing.SupportsIndex) -> tuple[Int, Int]"),
      "The square root s of x, rounded down, and x - s * s.");
  module.def(
      "iroot",
      [](const integer& x, const integer& n) {
        auto [root, remainder] = root_and_remainder(x, n);
        return nb::make_tuple(make_int(std::move(root)), remainder == 0);
      },
      "x"_a, "n"_a,
      nb::sig("def iroot(x: typing.SupportsIndex, n: typing.SupportsIndex) -> tuple[Int, bool]"),
      "The n-th root of x, rounded towards zero, and whether it is exact.");
  module.def(
      "iroot_rem",
      [](const integer& x, const integer& n) {
        auto [root, remainder] = root_and_remainder(x, n);
        return ints(std::move(root), std::move(remainder));
      },
      "x"_a, "n"_a,
      nb::sig("def iroot_rem(x: typing.SupportsIndex, n: typing.SupportsIndex) -> tuple[Int, Int]"),
      "The n-th root s of x, rounded towards zero, and x - s**n.");
  module.def(
      "is_square", [](const integer& x) { return is_perfect_square(x.value); }, "x"_a, release);
  module.def(
      "is_power", [](const integer& x) { return is_perfect_power(x.value); }, "x"_a, release,
      "Whether x = b**k for integers b and k > 1.");
}

void bind_primes(nb::module_& module) {
  const auto release = nb::call_guard<nb::gil_scoped_release>();
  module.def(
      "is_prime", [](const integer& x, int n) { return x.value > 1 && is_probable_prime(x.value, n); }, "x"_a,
      "n"_a = 25, release,
      "Whether x is a prime: proven up to 2**64, above by Baillie-PSW and n - 24 rounds.");
  module.def(
      "is_probab_prime", [](const integer& x, int n) { return primality(x.value, n); }, "x"_a, "n"_a = 25,
      release, "0: composite, 1: a probable prime, 2: a prime.");
  module.def(
      "next_prime", [](const integer& x) { return next_prime(x.value); }, "x"_a, release,
      "The smallest probable prime above x.");
  module.def(
      "prev_prime", [](const integer& x) { return prev_prime(x.value); }, "x"_a, release,
      "The largest probable prime below x.");
  module.def(
      "powmod",
      [](integer x, integer y, integer m) {
        share_context(x, y, m);
        return power_modulo(x.value, y.value, m.value);
      },
      "x"_a, "y"_a, "m"_a, "pow(x, y, m)");
  module.def(
      "is_mersenne_prime", [](const integer& p) { return is_mersenne_prime(to_count(p.value, "p")); }, "p"_a,
      "Whether 2**p - 1 is a prime. lucas_lehmer() shows its progress and can be interrupted.");
}

template <gpu_bigint (*Function)(std::uint64_t)>
void bind_sequence(nb::module_& module, const char* name, const char* text) {
  module.def(
      name,
      [](const integer& n) {
        const std::uint64_t index = to_count(n.value, "n");
        return unlocked([=] { return Function(index); });
      },
      "n"_a, text);
}

template <std::pair<gpu_bigint, gpu_bigint> (*Function)(std::uint64_t)>
void bind_pair(nb::module_& module, const char* name, const char* text) {
  const std::string signature = std::string("def ") + name + "(n: typing.SupportsIndex) -> tuple[Int, Int]";
  module.def(
      name,
      [](const integer& n) {
        const std::uint64_t index = to_count(n.value, "n");
        auto [first, second] = unlocked([=] { return Function(index); });
        return ints(std::move(first), std::move(second));
      },
      "n"_a, nb::sig(signature.c_str()), text);
}

void bind_sequences(nb::module_& module) {
  bind_sequence<factorial>(module, "fac", "n!");
  bind_sequence<double_factorial>(module, "double_fac", "n!!");
  bind_sequence<primorial>(module, "primorial", "The product of all primes up to n.");
  bind_sequence<fibonacci>(module, "fib", "The Fibonacci number F(n).");
  bind_sequence<lucas>(module, "lucas", "The Lucas number L(n).");
  bind_pair<fibonacci_pair>(module, "fib2", "F(n) and F(n - 1).");
  bind_pair<lucas_pair>(module, "lucas2", "L(n) and L(n - 1).");
  module.def(
      "multi_fac",
      [](const integer& n, const integer& m) {
        const std::uint64_t last = to_count(n.value, "n"), step = to_count(m.value, "m");
        return unlocked([=] { return multifactorial(last, step); });
      },
      "n"_a, "m"_a, "n (n - m) (n - 2 m) ...");
  for (const char* const name : {"bincoef", "comb"})
    module.def(
        name,
        [](const integer& n, const integer& k) {
          const std::uint64_t chosen = to_count(k.value, "k");
          return unlocked([&] { return binomial(n.value, chosen); });
        },
        "n"_a, "k"_a, "The binomial coefficient n over k.");
  module.def(
      "product",
      [](nb::handle factors) {
        const std::vector<gpu_bigint> numbers = numbers_of(factors);
        return unlocked([&] { return product(numbers); });
      },
      "factors"_a, nb::sig("def product(factors: typing.Iterable[typing.SupportsIndex]) -> Int"),
      "The product of all factors, by a tree of products.");
  module.def(
      "mod_each",
      [](const integer& x, nb::handle moduli) {
        std::vector<gpu_bigint> numbers = numbers_of(moduli);
        for (gpu_bigint& modulus : numbers)
          if (several_contexts) modulus = modulus.to(x.value.context());
        std::vector<gpu_bigint> residues = unlocked([&] { return mod_each(x.value, numbers); });
        nb::list result;
        for (gpu_bigint& residue : residues) result.append(make_int(std::move(residue)));
        return result;
      },
      "x"_a, "moduli"_a,
      nb::sig("def mod_each(x: typing.SupportsIndex, moduli: typing.Iterable[typing.SupportsIndex]) -> "
              "list[Int]"),
      "x modulo each of the moduli, by a remainder tree.");
  module.def(
      "crt",
      [](nb::handle residues, nb::handle moduli) {
        const std::vector<gpu_bigint> remainders = numbers_of(residues), numbers = numbers_of(moduli);
        return unlocked([&] { return crt(remainders, numbers); });
      },
      "residues"_a, "moduli"_a,
      nb::sig("def crt(residues: typing.Iterable[typing.SupportsIndex], moduli: "
              "typing.Iterable[typing.SupportsIndex]) -> Int"),
      "The number with these residues modulo pairwise coprime moduli.");
}

/// Draws are counted under a lock, and made without the interpreter's.
class random_state {
 public:
  explicit random_state(std::uint64_t seed) : engine_(seed) {}

  random_engine next() {
    const std::lock_guard lock(mutex_);
    const random_engine current = engine_;
    engine_.skip(1);
    return current;
  }
  std::uint64_t seed() const { return engine_.seed(); }

 private:
  std::mutex mutex_;
  random_engine engine_;
};

void bind_random(nb::module_& module) {
  nb::class_<random_state>(module, "random_state",
                           "A sequence of random numbers, the same on every device. Not for cryptography.")
      .def(
          "__init__",
          [](random_state* made, const integer& seed) {
            new (made) random_state(static_cast<std::uint64_t>(low_bits(seed.value, 64)));
          },
          "seed"_a = 0)
      .def_prop_ro("seed", &random_state::seed);
  module.def(
      "mpz_urandomb",
      [](random_state& state, const integer& bit_count) {
        const auto bits = static_cast<std::size_t>(to_count(bit_count.value, "bit_count"));
        random_engine engine = state.next();
        return unlocked([&] { return engine.bits(bits); });
      },
      "state"_a, "bit_count"_a, "A random number from 0 to 2**bit_count - 1.");
  module.def(
      "mpz_random",
      [](random_state& state, const integer& n) {
        random_engine engine = state.next();
        return unlocked([&] { return engine.below(n.value); });
      },
      "state"_a, "n"_a, "A random number from 0 to n - 1.");
  module.def(
      "random_primes",
      [](random_state& state, const integer& count, const integer& bits) {
        const auto size = static_cast<std::size_t>(to_count(count.value, "count"));
        const auto width = static_cast<std::size_t>(to_count(bits.value, "bits"));
        random_engine engine = state.next();
        return unlocked([&] { return random_primes(size, width, engine); });
      },
      "state"_a, "count"_a, "bits"_a,
      nb::sig("def random_primes(state: random_state, count: typing.SupportsIndex, "
              "bits: typing.SupportsIndex) -> IntArray"),
      "Random primes of exactly this many bits, 64 to 65536, whose two highest bits are set.");
}

/// What both tests of 2**p - 1 in steps have in common.
template <class Test>
nb::class_<Test> bind_steps(nb::module_& module, const char* name, const char* text, const char* residue) {
  nb::class_<Test> type(module, name, text);
  type.def(
          "__init__",
          [](Test* made, const integer& exponent) { new (made) Test(to_count(exponent.value, "exponent")); },
          "exponent"_a)
      .def_prop_ro("exponent", &Test::exponent)
      .def_prop_ro("steps_done", &Test::steps_done)
      .def_prop_ro("steps_left", &Test::steps_left)
      .def_prop_ro("errors", &Test::errors)
      .def(
          "step",
          [](Test& test, const integer& count) {
            const std::uint64_t steps = to_count(count.value, "count");
            unlocked([&] { test.step(steps); });
          },
          "count"_a = 1, "Takes steps.")
      .def("residue", &Test::residue, nb::call_guard<nb::gil_scoped_release>(), residue)
      .def("largest_error", &Test::largest_error, nb::call_guard<nb::gil_scoped_release>(),
           "The largest rounding error so far.");
  return type;
}

void bind_mersenne_tests(nb::module_& module) {
  bind_steps<lucas_lehmer>(module, "LucasLehmer",
                           "The Lucas-Lehmer test of 2**p - 1 in steps. One thread at a time may use it.",
                           "The current residue.")
      .def("is_prime", &lucas_lehmer::is_prime, nb::call_guard<nb::gil_scoped_release>(),
           "Takes the remaining steps. Whether 2**p - 1 is a prime.");
  bind_steps<mersenne_prp>(module, "MersennePRP",
                           "The test of 2**p - 1 for a probable prime to base 3 in steps. Every error of the "
                           "hardware is found and put right. One thread at a time may use it.",
                           "The current residue, 3**(2**steps_done) % (2**p - 1).")
      .def("gerbicz_check", &mersenne_prp::gerbicz_check, nb::call_guard<nb::gil_scoped_release>(),
           "Whether all steps so far are right. If not, the test has gone back.")
      .def("is_probable_prime", &mersenne_prp::is_probable_prime, nb::call_guard<nb::gil_scoped_release>(),
           "Takes the remaining steps. Whether 2**p - 1 is a probable prime.")
      .def("final_residue", &mersenne_prp::final_residue, nb::call_guard<nb::gil_scoped_release>(),
           "Takes the remaining steps. 3**(2**p - 2) % (2**p - 1), which is 1 for a prime.");
}

}  // namespace

void bind_number_theory(nb::module_& module) {
  bind_divisors(module);
  bind_roots(module);
  bind_primes(module);
  bind_sequences(module);
  bind_random(module);
  bind_mersenne_tests(module);
}

}  // namespace gbi::python
