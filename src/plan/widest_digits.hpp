/// \file
/// The search for the digit width that all plans share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// The widest digits that fit, according to fits(bits, digits_a, digits_b), and are good, according to
/// is_good(bits, digits_a, digits_b); 0 if there are none. Digits that do not fit do not fit when they are
/// narrower either, because there are more of them. fits is therefore asked first, which saves most of the
/// search in transforms that are too short.
template <class Fits, class Good>
int widest_digits(std::size_t limbs_a, std::size_t limbs_b, Fits&& fits, Good&& is_good) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t a = digits_of(limbs_a, bits), b = digits_of(limbs_b, bits);
    if (!fits(bits, a, b)) return 0;
    if (is_good(bits, a, b)) return bits;
  }
  return 0;
}

}  // namespace gbi::plan
