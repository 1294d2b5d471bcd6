/// \file
/// How a core cuts the digits of a block's numbers. Reading bits at arbitrary places takes one scalar load at
/// a time, which would keep the first stage of a transform from vectorising. So the windows of all digits are
/// cut first, in as few operations as possible, and become digits where they are used.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/word/batch_span.hpp"

namespace gbi::kernels {

/// The windows of one number. \tparam Limbs upper bound
template <int Digits, int Limbs>
struct staged_windows {
  /// The 32 bits that begin one bit below a digit.
  alignas(64) std::uint32_t window[Digits];
  limb number[Limbs + 2];  ///< with zeros below and above

  /// Cuts all digits of an element, with zeros beyond them. Run by one thread.
  GBI_DEVICE void cut(const batch_span& x, std::uint64_t element, std::uint32_t digit_bits) {
    const limb* from = x.limbs + element * x.element_stride;
    number[0] = 0;
    if (x.limb_stride == 1)
      for (std::uint32_t j = 0; j < x.count; ++j) number[j + 1] = from[j];
    else
      for (std::uint32_t j = 0; j < x.count; ++j) number[j + 1] = from[j * x.limb_stride];
    number[x.count + 1] = 0;

    const auto* bytes = reinterpret_cast<const unsigned char*>(number);
    const std::uint32_t digits = x.count * limb_bits / digit_bits + 1;
    std::uint32_t bit = limb_bits - 1;
    for (std::uint32_t j = 0; j < digits; ++j, bit += digit_bits) {
      std::uint32_t word;
      __builtin_memcpy(&word, bytes + bit / 8, sizeof word);
      window[j] = word >> (bit % 8);
    }
    for (std::uint32_t j = digits; j < Digits; ++j) window[j] = 0;
  }

  GBI_DEVICE double digit(std::uint32_t j, std::uint32_t digit_bits) const {
    return static_cast<double>(balanced_digit(window[j], digit_bits));
  }
};

}  // namespace gbi::kernels
