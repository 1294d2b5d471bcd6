/// \file
/// R^2 mod n, the constant that takes numbers to Montgomery form, without a division.
#pragma once

#include "kernels/modular/team.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

template <class Block, int Limbs>
using team_number = per_thread<Block, word_block<thread_words<Limbs>>>;

/// The index of the highest bit of each team's integer, 0 for zero. It is also in shared.neighbour[1], at
/// the first thread of the team.
template <class Block, int Limbs>
GBI_DEVICE void highest_bits(const team<Block, Limbs>& team, const team_number<Block, Limbs>& x,
                             per_thread<Block, std::uint32_t>& top) {
  constexpr int words = thread_words<Limbs>;
  auto& shared = team.shared();
  team.phase([&](int thread) {
    std::uint32_t highest = 0;
    unroll<words>([&](auto i) {
      const machine_word word = x[thread].word[i];
      const auto base = static_cast<std::uint32_t>((team.rank(thread) * words + i) * word_bits);
      if (word != 0) highest = base + static_cast<std::uint32_t>(word_bits - 1 - leading_zeros(word));
    });
    shared.neighbour[0][thread] = highest;
  });
  team.phase([&](int thread) {
    std::uint32_t highest = 0;
    for (int i = 0; i < team.threads(); ++i) {
      const auto found = static_cast<std::uint32_t>(shared.neighbour[0][team.first(thread) + i]);
      highest = found > highest ? found : highest;
    }
    top[thread] = highest;
    shared.neighbour[1][thread] = highest;
  });
}

/// r = 2^exponent mod n
template <class Block, int Limbs>
GBI_DEVICE void power_modulo(Block& block, const team<Block, Limbs>& team, const batch_span& modulus,
                             std::uint32_t exponent, team_number<Block, Limbs>& r) {
  constexpr int words = thread_words<Limbs>;
  auto& shared = team.shared();
  team_number<Block, Limbs> n, next;
  per_thread<Block, std::uint32_t> top;
  per_thread<Block, machine_word> carry;
  team.phase([&](int thread) { n[thread] = team.load(modulus, thread); });
  highest_bits(team, n, top);
  block.template phase<1>([&](int) {
    std::uint32_t most = 0;
    for (int i = 0; i < Block::threads; i += team.threads()) {
      const std::uint32_t left = exponent - static_cast<std::uint32_t>(shared.neighbour[1][i]);
      if (team.is_present(i) && left > most) most = left;
    }
    shared.most = most;
  });
  const std::uint32_t doublings = shared.most;
  team.phase([&](int thread) {
    unroll<words>([&](auto i) {
      const auto at = static_cast<std::uint32_t>(team.rank(thread) * words + i);
      r[thread].word[i] = top[thread] / word_bits == at ? machine_word{1} << top[thread] % word_bits : 0;
    });
    carry[thread] = 0;
  });
  team.subtract_once(r, carry, n);  // needed if the modulus is 1: 1 is not below it
  for (std::uint32_t i = 0; i < doublings; ++i) {
    team.phase([&](int thread) { next[thread] = r[thread]; });
    team.double_modulo(next, n);
    team.phase([&](int thread) {
      if (i < exponent - top[thread]) r[thread] = next[thread];
    });
  }
}

/// x = R^2 mod n. First the highest power of two not above n is doubled, in words, until it is R mod n. For a
/// modulus of full length this takes few steps. Then 2 R is raised to 2^e R in Montgomery form by log2(bits
/// of R) products and doublings. Squares would save too little time here to be worth the extra code.
template <class Block, class Field>
GBI_DEVICE void radix_square(Block& block, const Field& field, const batch_span& modulus,
                             typename Field::value& x) {
  const std::uint32_t bits = field.radix_bits();
  typename Field::words_of_value r;
  power_modulo(block, field.team(), modulus, bits, r);
  field.from_words(r, x);
  const auto always = [](int) { return true; };
  field.twice(x, always);
  for (int bit = 30 - leading_zeros(bits); bit >= 0; --bit) {
    field.multiply(x, [&](int thread) { return x[thread]; });
    if ((bits >> bit & 1) != 0) field.twice(x, always);
  }
}

}  // namespace gbi::kernels
