/// \file
/// The search that all plans share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// The widest digits that are good, according to is_good(bits, digits_a, digits_b), if they fit, according to
/// fits(bits, digits_a, digits_b); else 0. What does not fit does not with narrower digits, of which there
/// are more: asked first, that saves most of the search in transforms that are too short.
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
