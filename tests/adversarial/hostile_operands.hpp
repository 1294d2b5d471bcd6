/// \file
/// Pairs of the most hostile known operands for a plan: extreme digits of the plan's own width, all ones,
/// patterns of words, a number and its reversal.
#pragma once

#include <span>

#include "tests/adversarial/corpus.hpp"
#include "tests/support/digit_patterns.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

struct operand_pair {
  std::string name;
  limbs a, b;  ///< if equal, the product is a square
};

/// Visits pairs of given sizes, made for digits of a given width.
class hostile_pairs {
 public:
  hostile_pairs(random_source& random, bool all) : random_(random), all_(all) {}

  template <class Visit>
  void visit(std::size_t limbs_a, std::size_t limbs_b, int bits, Visit&& check) {
    const limbs ones_a(limbs_a, ~std::uint64_t{0}), ones_b(limbs_b, ~std::uint64_t{0});
    check(operand_pair{"all ones", ones_a, ones_b});
    const std::size_t digits = std::min(limbs_a, limbs_b) * 64 / static_cast<std::size_t>(bits);
    if (digits < 2) return;
    // Unless all are requested, each size uses every other family, word and corpus entry.
    const auto due = [&] { return all_ || turn_++ % 2 == 0; };
    for (const digit_family family : digit_families) {
      if (!due()) continue;
      digit_pattern x = random_pattern(random_, digits), y = random_pattern(random_, digits);
      x.family = family;
      check(pair(x, y, limbs_a, limbs_b, bits));
      check(pair(x, x, limbs_a, limbs_b, bits));
    }
    for (const std::uint64_t word :
         {0x8000800080008000u, 0x7fff7fff7fff7fffu, 0xaaaaaaaaaaaaaaaau, 0x80007fff80007fffu})
      if (due()) check(operand_pair{"words", limbs(limbs_a, word), limbs(limbs_b, word)});
    if (limbs_a == limbs_b && due()) {
      limbs x = limbs_of(random_pattern(random_, digits), limbs_a, bits), reversed(x.rbegin(), x.rend());
      check(operand_pair{"a number times its reversal", std::move(x), std::move(reversed)});
    }
    for (const worst_pair& worst : worst_pairs)
      if (due()) check(pair(worst.a, worst.b, limbs_a, limbs_b, bits));
  }

 private:
  static operand_pair pair(const digit_pattern& x, const digit_pattern& y, std::size_t limbs_a,
                           std::size_t limbs_b, int bits) {
    operand_pair made{x.to_string() + " times " + y.to_string(), limbs_of(x, limbs_a, bits),
                      limbs_of(y, limbs_b, bits)};
    // Keeps the length, for which the plan is made.
    made.a.back() |= 1;
    made.b.back() |= 1;
    return made;
  }

  random_source& random_;
  bool all_;
  std::uint64_t turn_ = random_.bits() % 2;
};

}  // namespace gbi::test
