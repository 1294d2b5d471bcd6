/// \file
/// Converts limbs to FP64 digits and back: cuts signed digits out of 64-bit limbs and rounds results to
/// integers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/fft/arguments.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/digit_threshold.hpp"

namespace gbi::kernels {

/// Word k of 32 bits of a magnitude, k < 2 x.count.
GBI_DEVICE std::uint32_t half_limb(const limb* number, std::uint32_t k) {
#if defined(__CUDA_ARCH__)
  return __ldg(reinterpret_cast<const std::uint32_t*>(number) + k);
#else
  return static_cast<std::uint32_t>(number[k / 2] >> (k % 2 * 32));
#endif
}

/// As above, but 0 beyond the number. There is no branch, so the loads of many digits overlap.
GBI_DEVICE std::uint32_t word_or_zero(const digit_source& x, const limb* number, std::uint32_t k) {
  const std::uint32_t top = static_cast<std::uint32_t>(2 * x.count) - 1;
  return half_limb(number, k < top ? k : top) & (k <= top ? ~0u : 0);
}

/// The 32 bits from bit `shift` < 32 on of two words.
GBI_DEVICE std::uint32_t bits_at(std::uint32_t low, std::uint32_t high, std::uint32_t shift) {
#if defined(__CUDA_ARCH__)
  return __funnelshift_r(low, high, shift);
#else
  return static_cast<std::uint32_t>(((std::uint64_t{high} << 32) | low) >> shift);
#endif
}

/// The balanced digit from b bits and the bit below them.
/// Proof: proofs/Digits.v, theorem balanced_digit_range.
GBI_DEVICE std::int32_t balanced_digit(std::uint32_t window, std::uint32_t b) {
  const std::uint32_t unused = 31 - b;
  const std::int32_t twice = static_cast<std::int32_t>(window << unused) >> unused;
  // twice + 1 may be 2^31 for b = 31, so it is halved first
  return (twice >> 1) + (twice & 1);
}

/// The words that contain the window of a digit.
template <recoding>
struct digit_window;

/// Digits in [-2^(b-1), 2^(b-1)], b <= 31. With t_j the top bit of x_j, d_j = x_j + t_(j-1) - 2^b t_j. This
/// is a window of b + 1 bits read as a signed number (Booth's recoding). rounding.md: balanced digits
template <>
struct digit_window<recoding::balanced> {
  static constexpr int words = 2;
  /// Bits of the window below the digit.
  GBI_DEVICE static std::uint32_t below(std::uint32_t) { return 1; }

  /// \param shift start of the window in the first of `word`
  GBI_DEVICE static double digit(const std::uint32_t (&word)[words], std::uint32_t shift,
                                 const digit_source& x, std::uint32_t, std::uint64_t) {
    return static_cast<double>(balanced_digit(bits_at(word[0], word[1], shift), x.digit_bits));
  }
};

GBI_DEVICE std::uint32_t random_threshold(const digit_source& x, std::uint32_t g, std::uint64_t j) {
  return digit_threshold(x.seed, x.digit_bits, g, j);
}

/// Recoding into [-2^b, 2^b], b <= 24: c_(j+1) = [threshold_j < x_j]. rounding.md: random digits
template <>
struct digit_window<recoding::random> {
  static constexpr int words = 3;
  GBI_DEVICE static std::uint32_t below(std::uint32_t digit_bits) { return digit_bits; }

  GBI_DEVICE static double digit(const std::uint32_t (&word)[words], std::uint32_t shift,
                                 const digit_source& x, std::uint32_t g, std::uint64_t j) {
    const std::uint32_t b = x.digit_bits, mask = (1u << b) - 1;
    const std::uint32_t low = bits_at(word[0], word[1], shift), high = bits_at(word[1], word[2], shift);
    const std::uint32_t before = low & mask, plain = bits_at(low, high, b) & mask;
    // Nothing precedes digit 0: `before` is 0 and carries nothing.
    const std::uint32_t carry_in = random_threshold(x, g, j - 1) < before ? 1 : 0;
    const std::uint32_t carry_out = random_threshold(x, g, j) < plain ? 1u << b : 0;
    return static_cast<double>(static_cast<std::int32_t>(plain + carry_in - carry_out));
  }
};

/// The start of a digit's window, in bits, counted from a word of zeros below the number.
template <recoding How>
GBI_DEVICE std::uint64_t window_of(const digit_source& x, std::uint64_t j) {
  return j * x.digit_bits + 32 - digit_window<How>::below(x.digit_bits);
}
/// The word of the number that contains that bit; word -1 is zero.
GBI_DEVICE std::uint32_t word_of(std::uint64_t bit) {
  return static_cast<std::uint32_t>(bit >> 5) - 1;
}

/// The word of a strip (strip_in) that contains that bit. Word 0 is the lower half of the limb below the
/// strip's digits.
GBI_DEVICE std::uint32_t word_of_strip(std::uint64_t bit) {
  return static_cast<std::uint32_t>(bit >> 5) + 1;
}

/// Digit j of number g, 0 beyond the last one (src/plan/fft_plan.hpp). rounding.md: digits of a number
template <recoding How = recoding::balanced>
GBI_DEVICE double digit_of(const digit_source& x, std::uint32_t g, std::uint64_t j) {
  using window = digit_window<How>;
  const std::uint64_t bit = window_of<How>(x, j);
  const limb* number = x.limbs + g * x.batch_stride;
  std::uint32_t word[window::words];
  unroll<window::words>(
      [&](auto i) { word[i] = word_or_zero(x, number, word_of(bit) + static_cast<std::uint32_t>(i)); });
  return window::digit(word, static_cast<std::uint32_t>(bit) & 31, x, g, j);
}

/// Digits that a thread writes at once.
template <int Count>
struct alignas(Count < 4 ? 4 * Count : 16) digit_run {
  std::int32_t digit[Count];
};

/// The windows of Count neighbouring digits in an array of words. The first digit starts at bit `start`, with
/// as many bits below it as a window needs.
template <recoding How, int Count>
class digit_places {
 public:
  /// The number of windows. With random recoding, windows are each digit's own bits, plus those of the digit
  /// before the first.
  static constexpr int count = How == recoding::random ? Count + 1 : Count;

  GBI_DEVICE digit_places(std::uint32_t start, std::uint32_t digit_bits) {
    unroll<count>([&](auto i) {
      const std::uint32_t bit = How == recoding::random
                                    ? start + (static_cast<std::uint32_t>(i) - 1) * digit_bits
                                    : start + static_cast<std::uint32_t>(i) * digit_bits - 1;
      word_[i] = bit / 32;
      shift_[i] = bit % 32;
    });
  }
  /// The 32 bits that begin at window i.
  GBI_DEVICE std::uint32_t window(const std::uint32_t* words, int i) const {
    return bits_at(words[word_[i]], words[word_[i] + 1], shift_[i]);
  }

 private:
  std::uint32_t word_[count], shift_[count];
};

/// Random digits j, j + 1, ... of number g, for even j and an even number of digits. window(i) returns 32
/// bits that begin with digit j + i; i may be -1. Random thresholds are compared with digits at the top of a
/// word. Proof: proofs/Digits.v, theorem random_digits_are_number.
template <int Count, class Window>
GBI_DEVICE void recode_at_random(const digit_source& x, std::uint32_t g, std::uint32_t j, Window&& window,
                                 std::int32_t (&out)[Count]) {
  static_assert(Count % 2 == 0);
  const std::uint32_t b = x.digit_bits, unused = 32 - b;
  // the carry into the first digit; nothing is carried into digit 0
  std::uint32_t carry =
      upper_threshold(threshold_pair(x.seed, g, j - 2)) < window(std::integral_constant<int, -1>{}) << unused
          ? 1
          : 0;
  const auto cut = [&](auto i, std::uint32_t threshold) {
    const std::uint32_t aligned = window(i) << unused;
    const std::uint32_t carried = threshold < aligned ? 1 : 0;
    out[i] = static_cast<std::int32_t>((aligned >> unused) + carry - (carried << b));
    carry = carried;
  };
  unroll<Count / 2>([&](auto i) {
    const std::uint32_t pair = threshold_pair(x.seed, g, j + 2 * static_cast<std::uint32_t>(i));
    cut(std::integral_constant<int, 2 * i>{}, lower_threshold(pair));
    cut(std::integral_constant<int, 2 * i + 1>{}, upper_threshold(pair));
  });
}

/// Digits j, j + 1, ... of number g, with even j and an even number of digits if they are random.
template <recoding How, int Count>
GBI_DEVICE void cut_digits(const digit_source& x, std::uint32_t g, std::uint32_t j,
                           const std::uint32_t* words, const digit_places<How, Count>& places,
                           std::int32_t (&out)[Count]) {
  if constexpr (How == recoding::balanced)
    unroll<Count>([&](auto i) { out[i] = balanced_digit(places.window(words, i), x.digit_bits); });
  else
    recode_at_random(
        x, g, j, [&](auto i) { return places.window(words, i + 1); }, out);
}

/// The integer nearest to x, |x| < 2^51: adding 3 * 2^51 leaves it in the low bits of the mantissa. This is
/// exact for every product within the bound, and vectorises everywhere. A wrong product may exceed the bound,
/// hence the subtraction modulo 2^64. rounding.md: rounding to integers
inline constexpr double nearest_shift = 6755399441055744.0;
/// Proof: proofs/Rounding.v, theorem nearest_integer_is_exact.
GBI_DEVICE std::int64_t nearest_integer(double x) {
  return static_cast<std::int64_t>(__builtin_bit_cast(std::uint64_t, x + nearest_shift) -
                                   __builtin_bit_cast(std::uint64_t, nearest_shift));
}
/// The same integer as a real number.
GBI_DEVICE double nearest_real(double x) {
  return (x + nearest_shift) - nearest_shift;
}

}  // namespace gbi::kernels
