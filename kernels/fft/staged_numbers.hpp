/// \file
/// Copies the operands of a block's products to shared memory once. Digits are short runs of bits at
/// arbitrary places of a number, and the runs of neighbouring threads overlap. The limbs of the product then
/// reuse the operands' memory.
///
/// Numbers of a batch are either contiguous or limb-interleaved. So either a team of threads reads a number
/// in runs of neighbouring limbs, or the block reads the same limb of all its problems at once, whichever is
/// contiguous.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/word/batch_span.hpp"

namespace gbi::kernels {

/// A thread's share in moving numbers: limbs first, first + step, ... of one of the block's problems.
struct limbs_of_thread {
  std::uint32_t problem, first, step;

  template <int Problems, int Lanes>
  GBI_DEVICE static limbs_of_thread of(int thread, bool interleaved) {
    const auto t = static_cast<std::uint32_t>(thread);
    return interleaved ? limbs_of_thread{t % Problems, t / Problems, Lanes}
                       : limbs_of_thread{t / Lanes, t % Lanes, Lanes};
  }
};

/// \tparam Limbs upper bound on both operands of a problem together, and on their product.
template <int Problems, int Limbs>
struct staged_numbers {
  /// A limb of zeros below the first number, between the numbers, and above the second.
  static constexpr std::uint32_t pitch = (Limbs + 3) | 1;
  union {
    std::uint32_t word[2 * pitch * Problems];
    limb product[pitch * Problems];
  };

  /// The start of a problem's numbers.
  GBI_DEVICE static std::uint32_t first_limb(std::uint32_t problem) { return problem * pitch + 1; }
  GBI_DEVICE static std::uint32_t second_limb(std::uint32_t problem, const batch_span& first) {
    return first_limb(problem) + first.count + 1;
  }

  /// Copies a thread's limbs of number `element` to limb `at` and up, with a zero above. If there is no such
  /// element, the limbs are zeros.
  GBI_DEVICE void load(const batch_span& x, std::uint64_t element, bool exists, const limbs_of_thread& mine,
                       std::uint32_t at) {
    constexpr std::uint32_t together = 4;  // loads in flight
    const limb* from = x.limbs + element * x.element_stride;
    for (std::uint32_t i = mine.first; i <= x.count; i += together * mine.step) {
      limb loaded[together];
      unroll<together>([&](auto k) {
        const std::uint32_t j = i + k * mine.step;
        loaded[k] = exists && j < x.count ? read_only(from + j * x.limb_stride) : 0;
      });
      unroll<together>([&](auto k) {
        const std::uint32_t j = i + k * mine.step;
        if (j <= x.count) put(at + j, loaded[k]);
      });
    }
  }
  /// The place below a problem's first number.
  GBI_DEVICE void clear_below(std::uint32_t problem) { put(first_limb(problem) - 1, 0); }

  /// Balanced digit j of a number of `count` limbs that begins at limb `at`.
  GBI_DEVICE double digit(std::uint32_t at, std::uint32_t count, std::uint32_t j,
                          std::uint32_t digit_bits) const {
    const std::uint32_t bit =
        j * digit_bits + 31;  // counted from the word below the number: the window begins one bit lower
    const std::uint32_t k = bit / 32 < 2 * count + 1 ? bit / 32 : 2 * count + 1;
    const std::uint32_t* from = word + 2 * at - 1 + k;
    return static_cast<double>(balanced_digit(bits_at(from[0], from[1], bit % 32), digit_bits));
  }

 private:
  GBI_DEVICE void put(std::uint32_t at, limb value) {
    word[2 * at] = static_cast<std::uint32_t>(value);
    word[2 * at + 1] = static_cast<std::uint32_t>(value >> 32);
  }
};

}  // namespace gbi::kernels
