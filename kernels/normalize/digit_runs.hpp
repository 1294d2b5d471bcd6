/// \file
/// Converts coefficients to limbs on one core. 64 digits of b bits are b limbs, so a number can be split into
/// runs that start with both a digit and a limb. A thread processes a run, one coefficient after the other,
/// with a signed carry and without double-word sums. The carries between runs are added when all runs are
/// done.
///
/// Cost: seven operations per coefficient, two of which depend on the coefficient below.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

inline constexpr std::uint32_t digits_of_run = 64;

/// Writes limbs [0, count) of a run, count <= digit_bits. \returns the carry into the limb after them.
template <class Coefficient, class Put>
GBI_DEVICE std::int64_t settle_run(std::uint32_t digit_bits, std::uint32_t count, Coefficient&& coefficient,
                                   Put&& put) {
  const limb mask = (limb{1} << digit_bits) - 1;
  std::int64_t carry = 0;
  limb word = 0;
  std::uint32_t offset = 0, k = 0;
  for (std::uint32_t l = 0; l < count; ++l) {
    limb digit = 0;
    for (; offset < limb_bits; offset += digit_bits) {
      const std::int64_t sum = coefficient(k++) + carry;
      digit = static_cast<limb>(sum) & mask;
      carry = sum >> digit_bits;
      word |= digit << offset;
    }
    put(l, word);
    offset -= limb_bits;
    word = digit >> (digit_bits - offset);  // the rest of the digit
  }
  return carry;
}

/// Adds the carry from the run below. \returns the additional carry out of the run's limbs: -1, 0 or 1.
template <class At>
GBI_DEVICE std::int64_t add_to_run(std::int64_t carry, std::uint32_t count, At&& at) {
  for (std::uint32_t l = 0; carry != 0 && l < count; ++l) {
    const limb sum = at(l) + static_cast<limb>(carry);
    carry = (carry >> 63) + (sum < at(l) ? 1 : 0);
    at(l) = sum;
  }
  return carry;
}

/// Numbers modulo 2^(64 limbs), one per team of `Lanes` threads. coefficient(team, k) is coefficient k, and
/// at(team, l) is the place of limb l.
template <int Lanes, class Block, class Coefficient, class At>
GBI_DEVICE void limbs_by_digits(Block& block, std::uint32_t digit_bits, std::uint32_t limbs,
                                Coefficient&& coefficient, At&& at) {
  const auto count_of = [&](std::uint32_t run) {
    const std::uint32_t begin = run * digit_bits, end = begin + digit_bits;
    return begin >= limbs ? 0 : (end < limbs ? end : limbs) - begin;
  };
  per_thread<Block, std::int64_t> carry;
  block.phase([&](int thread) {
    const auto run = static_cast<std::uint32_t>(thread % Lanes);
    const std::uint32_t first_digit = run * digits_of_run, first_limb = run * digit_bits;
    const int team = thread / Lanes;
    carry[thread] = settle_run(
        digit_bits, count_of(run), [&](std::uint32_t k) { return coefficient(team, first_digit + k); },
        [&](std::uint32_t l, limb sum) { at(team, first_limb + l) = sum; });
  });
  block.phase([&](int thread) {
    if (thread % Lanes != 0) return;
    std::int64_t in = 0;
    for (std::uint32_t run = 0; count_of(run) != 0; ++run) {
      const std::int64_t beyond = add_to_run(in, count_of(run), [&](std::uint32_t l) -> limb& {
        return at(thread / Lanes, run * digit_bits + l);
      });
      in = carry[thread + static_cast<int>(run)] + beyond;
    }
  });
}

}  // namespace gbi::kernels
