/// \file
/// A whole division in one block, digit by digit: for short operands, launches dominate the time.
///
/// The remainder is kept as 32-bit digits with pending carries, one signed word each. A step needs no carry
/// chain, because subtracting a multiple of the divisor changes each word by less than 2^33. A quotient digit
/// is the integer nearest to (leading digits of the remainder) / (leading 64 bits of the divisor), of either
/// sign. An estimate that is slightly off only makes the next digit larger or smaller; it is not an error. At
/// the end, the carries are resolved, and the divisor is added back once to a negative remainder.
///
/// Bounds, with n digits, B = 2^32, a normalised divisor v >= B^n / 2 and at most 2^9 steps: words stay below
/// 2^43. So the words under the leading three are worth less than 2^12 units of the third, and a digit
/// differs from the true ratio by at most 1/2 + (2^12 + 2^32) / 2^63. Hence |remainder| < (1/2 + 2^-30) v
/// after every step, and |digit| < 2^31 + 4.
///
/// The idea is that of the signed digits of SRT division (J. Robertson, 1958), with a large radix.
/// Cost: n m / 2^10 multiply-adds for a quotient of n and a divisor of m bits, and one barrier per 32 bits of
/// the quotient. Reads 8 bytes per limb of each operand and writes 8 per limb of the results.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct short_division_kernel : kernel<short_division_arguments, 64, 8> {
  static constexpr int divisor_digits = 2 * short_divisor_limbs;
  static constexpr int numerator_digits = 2 * (short_numerator_limbs + 1);
  struct shared_memory {
    std::uint32_t divisor[divisor_digits];      ///< normalised
    std::uint32_t numerator[numerator_digits];  ///< shifted like the divisor
    std::int64_t remainder[2][divisor_digits];
    std::int64_t quotient[numerator_digits];
    int limbs;  ///< of the divisor, without leading zeros
    bool negative;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const limb* a = args.numerators.limbs + block.batch() * args.numerators.stride;
    const limb* b = args.divisors.limbs + block.batch() * args.divisors.stride;
    block.template phase<1>([&](int) {
      int limbs = static_cast<int>(args.divisors.count);
      while (limbs > 1 && b[limbs - 1] == 0) --limbs;
      shared.limbs = limbs;
      if (args.signs.a == nullptr) return;
      const limb sign = *args.signs.a;
      if (args.signs.quotient != nullptr) *args.signs.quotient = sign ^ *args.signs.b;
      if (args.signs.remainder != nullptr) *args.signs.remainder = sign;
    });
    const int limbs = shared.limbs, n = 2 * limbs;
    const int all = 2 * (static_cast<int>(args.numerators.count) + 1);
    const int steps = all > n - 1 ? all - (n - 1) : 0;
    const int shift = leading_zeros(b[limbs - 1]);
    block.phase([&](int thread) {
      for (int i = thread; i < n; i += threads)
        shared.divisor[i] = shifted_digit(b, static_cast<std::uint64_t>(limbs), shift, i);
      for (int i = thread; i < all; i += threads)
        shared.numerator[i] = shifted_digit(a, args.numerators.count, shift, i);
    });
    block.phase([&](int thread) {
      // A number with fewer digits than the divisor is below half of it.
      for (int i = thread; i < n; i += threads)
        shared.remainder[0][i] = i < n - 1 && steps + i < all ? shared.numerator[steps + i] : 0;
    });

    const limb top = limb{shared.divisor[n - 1]} << 32 | shared.divisor[n - 2];
    const normalized_divisor by = divisor_of(top);
    for (int step = 0; step < steps; ++step) {
      const std::int64_t* from = shared.remainder[step % 2];
      std::int64_t* to = shared.remainder[(step + 1) % 2];
      const std::int64_t digit = nearest_digit(from, n, by);
      const int place = steps - 1 - step;
      block.phase([&](int thread) {
        if (thread == 0) shared.quotient[place] = digit;
        for (int i = thread; i < n; i += threads) {
          std::int64_t word = i > 0 ? from[i - 1] : shared.numerator[place];
          word -= multiple(shared.divisor, i, digit);
          // The carries of the two highest digits would go to a word above; the highest remaining word takes
          // them.
          if (i == n - 1)
            word += (from[n - 1] - carry_of_multiple(shared.divisor[n - 1], digit)) * (std::int64_t{1} << 32);
          to[i] = word;
        }
      });
    }
    finish(block, shared, args, n, steps, shift);
  }

 private:
  GBI_DEVICE static int leading_zeros(limb x) {
    int count = 0;
    for (int half = 32; half > 0; half /= 2)
      if (x >> (64 - half) == 0) {
        count += half;
        x <<= half;
      }
    return count;
  }

  /// Digit i of a 2^shift.
  GBI_DEVICE static std::uint32_t shifted_digit(const limb* a, std::uint64_t count, int shift, int i) {
    const auto j = static_cast<std::uint64_t>(i / 2);
    const limb high = j < count ? a[j] : 0, low = j > 0 && j <= count ? a[j - 1] : 0;
    const limb word = high << shift | low >> 1 >> (63 - shift);
    return static_cast<std::uint32_t>(word >> 32 * (i % 2));
  }

  /// The words of the remainder times B, divided by the leading digits of the divisor and rounded to nearest.
  GBI_DEVICE static std::int64_t nearest_digit(const std::int64_t* words, int n, normalized_divisor by) {
    signed_wide_limb sum =
        static_cast<signed_wide_limb>(words[n - 1]) * (std::int64_t{1} << 32) + words[n - 2];
    sum = sum * (std::int64_t{1} << 32) + (n > 2 ? words[n - 3] : 0);
    const bool negative = sum < 0;
    const auto magnitude = static_cast<wide_limb>(negative ? -sum : sum);
    limb partial = high_limb(magnitude);
    auto digit = static_cast<std::int64_t>(divide_2_by_1(partial, low_limb(magnitude), by));
    if (partial > by.divisor / 2) ++digit;
    return negative ? -digit : digit;
  }

  GBI_DEVICE static std::int64_t carry_of_multiple(std::uint32_t v, std::int64_t digit) {
    const std::uint64_t product = std::uint64_t{v} * static_cast<std::uint32_t>(digit < 0 ? -digit : digit);
    const auto carry = static_cast<std::int64_t>(product >> 32);
    return digit < 0 ? -carry : carry;
  }

  /// The change at place i due to digit * divisor: its own low half and the carry from place i - 1.
  GBI_DEVICE static std::int64_t multiple(const std::uint32_t* divisor, int i, std::int64_t digit) {
    const auto low = static_cast<std::int64_t>(
        static_cast<std::uint32_t>(divisor[i] * static_cast<std::uint32_t>(digit < 0 ? -digit : digit)));
    return (digit < 0 ? -low : low) + (i > 0 ? carry_of_multiple(divisor[i - 1], digit) : 0);
  }

  /// Propagates the carries through `count` words, which become digits. \returns the carry out.
  GBI_DEVICE static std::int64_t run_carries(std::int64_t* words, int count, std::int64_t carry) {
    for (int i = 0; i < count; ++i) {
      const std::int64_t sum = words[i] + carry;
      words[i] = static_cast<std::uint32_t>(sum);
      carry = sum >> 32;
    }
    return carry;
  }

  template <class Block>
  GBI_DEVICE static void finish(Block& block, shared_memory& shared, const arguments& args, int n, int steps,
                                int shift) {
    std::int64_t* remainder = shared.remainder[steps % 2];
    block.template phase<1>([&](int) { shared.negative = run_carries(remainder, n, 0) < 0; });
    const bool negative = shared.negative;
    block.phase([&](int thread) {
      if (!negative) return;
      for (int i = thread; i < n; i += threads) remainder[i] += shared.divisor[i];
    });
    block.phase([&](int thread) {
      if (thread == 0) run_carries(remainder, n, 0);
      if (thread == warp_threads) run_carries(shared.quotient, steps, negative ? -1 : 0);
    });
    limb* const quotient = args.quotients.limbs + block.batch() * args.quotients.stride;
    limb* const out = args.remainders.limbs + block.batch() * args.remainders.stride;
    block.phase([&](int thread) {
      for (int j = thread; j < static_cast<int>(args.quotients.count); j += threads)
        quotient[j] = two_digits(shared.quotient, 2 * j, steps);
      for (int j = thread; j < static_cast<int>(args.remainders.count); j += threads) {
        const limb low = two_digits(remainder, 2 * j, n), high = two_digits(remainder, 2 * j + 2, n);
        out[j] = low >> shift | high << 1 << (63 - shift);
      }
    });
  }

  GBI_DEVICE static limb two_digits(const std::int64_t* digits, int i, int count) {
    const limb low = i < count ? static_cast<limb>(digits[i]) : 0;
    const limb high = i + 1 < count ? static_cast<limb>(digits[i + 1]) : 0;
    return high << 32 | low;
  }
};

}  // namespace gbi::kernels
