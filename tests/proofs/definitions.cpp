// Prints results of functions for random and extreme operands, as a file for Coq: the definitions that the
// proofs are about give the same. The argument is the seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "kernels/fft/digits.hpp"
#include "kernels/word/mersenne_field.hpp"
#include "kernels/word/residue_word.hpp"
#include "kernels/word/small_modulus.hpp"
#include "kernels/word/word_modulus.hpp"
#include "src/words/number_theory/montgomery_rows.hpp"

namespace {

using namespace gbi::kernels;

std::mt19937_64 engine;  // NOLINT(cert-msc51-cpp): the seed is printed

/// A number below 2^bits: random, small, or just below 2^bits.
std::uint64_t word(int bits) {
  const std::uint64_t any = engine() >> (64 - bits);
  switch (engine() % 4) {
    case 0:
      return any >> engine() % static_cast<std::uint64_t>(bits);
    case 1:
      return (~std::uint64_t{0} >> (64 - bits)) - engine() % 10 % (any + 1);
    default:
      return any;
  }
}

std::string text(std::uint64_t x) {
  return std::to_string(x);
}
std::string text(std::int64_t x) {
  return "(" + std::to_string(x) + ")";
}
std::string text(wide_limb x) {
  return "(" + text(high_limb(x)) + " * 2 ^ 64 + " + text(low_limb(x)) + ")";
}

/// `count` equations: one() returns a formula for Coq and its value here.
template <class One>
void print(const char* name, One&& one) {
  constexpr int count = 50;
  std::printf("Lemma same_%s : forallb (fun '(x, y) => x =? y) [\n", name);
  for (int i = 0; i < count; ++i) {
    const auto [formula, value] = one();
    std::printf("(%s, %s)%s\n", formula.c_str(), text(value).c_str(), i + 1 < count ? ";" : "");
  }
  std::printf("] = true.\nProof. vm_compute. reflexivity. Qed.\n");
}

template <class Value>
struct equation {
  std::string formula;
  Value value;
};
template <class Value>
equation(std::string, Value) -> equation<Value>;

/// The formula "name a b ...".
template <class... Operands>
std::string call(const char* name, Operands... operands) {
  return (std::string(name) + ... + (" " + text(operands)));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = std::strtoull(argc > 1 ? argv[1] : "1", nullptr, 10);
  engine.seed(seed);
  std::printf("(* seed %s *)\n", text(seed).c_str());
  std::printf(
      "Require Import ZArith List.\n"
      "From Proofs Require Import Words Mersenne_field Division Montgomery Digits Residues.\n"
      "Import ListNotations.\nOpen Scope Z_scope.\n");
  const auto wide = [](std::uint32_t x) { return std::uint64_t{x}; };
  print("m31_of", [&] {
    const std::uint64_t x = word(32);
    return equation{call("m31_of", x), wide(m31::of(static_cast<std::uint32_t>(x)).value)};
  });
  print("once_less", [&] {
    const std::uint64_t x = word(32);
    return equation{call("once_less", x), wide(m31::once_less(static_cast<std::uint32_t>(x)).value)};
  });
  print("once_more", [&] {
    const std::uint64_t x = word(32);
    return equation{call("once_more", x), wide(m31::once_more(static_cast<std::uint32_t>(x)).value)};
  });
  print("half_of", [&] {
    const std::uint64_t x = word(64);
    return equation{call("half_of", x), wide(m31::half_of(x).value)};
  });
  print("m61_of", [&] {
    const std::uint64_t x = word(64);
    return equation{call("m61_of", x), m61::of(x).value};
  });
  print("canonical61", [&] {
    const std::uint64_t x = m61::of(word(64)).value;
    return equation{call("canonical61", x), canonical(m61{x})};
  });
  print("sum_of_products", [&] {
    const std::uint64_t a = word(61), b = word(61), c = word(61), d = word(62);
    return equation{call("sum_of_products", a, b, c, d),
                    sum_of_products(m61_digits(a), m61_digits(b), m61_digits(c), m61_digits(d)).value};
  });
  const auto divisor = [] { return word(63) | std::uint64_t{1} << 63; };
  print("reciprocal", [&] {
    const std::uint64_t d = divisor();
    return equation{call("reciprocal", d), divisor_of(d).reciprocal};
  });
  print("reciprocal_by_iteration", [&] {
    const std::uint64_t d = divisor();
    return equation{call("reciprocal", d), reciprocal_by_iteration(d)};
  });
  print("quotient", [&] {
    const std::uint64_t d = divisor(), low = word(64);
    std::uint64_t high = word(64) % d;
    const std::uint64_t v = word_modulus::of(d).by.reciprocal;
    const std::string formula = "fst (" + call("divide_2_by_1", high, low, d, v) + ")";
    return equation{formula, divide_2_by_1(high, low, {d, v})};
  });
  print("remainder", [&] {
    const std::uint64_t d = divisor(), low = word(64);
    std::uint64_t high = word(64) % d;
    const std::uint64_t v = word_modulus::of(d).by.reciprocal;
    const std::string formula = "snd (" + call("divide_2_by_1", high, low, d, v) + ")";
    divide_2_by_1(high, low, {d, v});
    return equation{formula, high};
  });
  print("small_modulus", [&] {
    const std::uint64_t q = word(60) | std::uint64_t{1} << 60 | 1;
    const wide_limb x = wide_limb{word(64)} << 64 | word(64);
    return equation{call("reduce", x, q, std::uint64_t{3}), small_modulus::of(q).reduce(x)};
  });
  print("word_modulus", [&] {
    const std::uint64_t q = word(63) | 1;
    const wide_limb x = wide_limb{word(64)} << 64 | word(64);
    const word_modulus by = word_modulus::of(q);
    return equation{call("reduce", x, q, static_cast<std::uint64_t>(by.shift)), by.reduce(x)};
  });
  print("negative_inverse", [&] {
    const std::uint64_t n = word(64) | 1;
    std::string formula = "Z.lxor (word64 (3 * " + text(n) + ")) 2";
    for (int i = 0; i < 4; ++i) formula = "newton " + text(n) + " (" + formula + ")";
    return equation{"word64 (- " + formula + ")", gbi::words::negative_inverse(n)};
  });
  print("balanced_digit", [&] {
    const std::uint64_t window = word(32), b = 1 + engine() % 31;
    const std::int64_t digit =
        gbi::kernels::balanced_digit(static_cast<std::uint32_t>(window), static_cast<std::uint32_t>(b));
    return equation{call("balanced_digit", window, b), digit};
  });
  const auto residue_modulus = [] {
    return (std::uint32_t{1} << 30) - 1 - 2 * static_cast<std::uint32_t>(word(12));
  };
  print("reduced", [&] {
    const std::uint64_t x = word(63);
    const std::uint32_t p = residue_modulus(),
                        inverse = static_cast<std::uint32_t>(gbi::words::negative_inverse(p));
    return equation{call("reduced", x, wide(p), wide(inverse)), wide(reduced(x, {p, inverse}))};
  });
  print("folded", [&] {
    const std::uint32_t sums[4] = {static_cast<std::uint32_t>(word(26)), static_cast<std::uint32_t>(word(26)),
                                   static_cast<std::uint32_t>(word(26)),
                                   static_cast<std::uint32_t>(word(23))};
    const std::uint32_t p = residue_modulus();
    return equation{call("folded", wide(sums[0]), wide(sums[1]), wide(sums[2]), wide(sums[3]), wide(p)),
                    wide(folded(sums, p))};
  });
  print("lowered", [&] {
    const auto x = static_cast<std::uint32_t>(word(32));
    const std::uint32_t p = residue_modulus();
    return equation{call("lowered", wide(x), wide(p)), wide(lowered(x, p))};
  });
}
