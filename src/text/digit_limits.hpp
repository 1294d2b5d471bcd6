/// \file
/// Compares the length of a text with a limit in bits, before anything reads the digits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>

#include "src/process/concat.hpp"
#include "src/words/text/radix.hpp"

namespace gbi::text {

/// What the count of digits says about the length of the number. The first digit is not 0.
enum class length_verdict {
  fits,      ///< every number with that many digits is short enough
  unsure,    ///< some of them are too long
  too_long,  ///< all of them are
};

[[gnu::noinline]] inline length_verdict compare(std::size_t digits, int base, std::size_t max_bits) noexcept {
  if (digits == 0) return length_verdict::fits;
  // log2(base) lies between fixed / 2^32 and (fixed + 1) / 2^32.
  const kernels::wide_limb fixed = words::detail::fixed_log2(static_cast<limb>(base)), count = digits;
  const kernels::wide_limb least = ((count - 1) * fixed >> 32) + 1, most = (count * (fixed + 1) >> 32) + 1;
  if (least > max_bits) return length_verdict::too_long;
  return most <= max_bits ? length_verdict::fits : length_verdict::unsure;
}

/// The most digits, without leading zeros, of a number within the limit; at least 1.
inline std::size_t most_digits(int base, std::size_t max_bits) noexcept {
  constexpr auto unlimited = std::numeric_limits<std::size_t>::max();
  const kernels::wide_limb fixed = words::detail::fixed_log2(static_cast<limb>(base));
  const kernels::wide_limb digits = (kernels::wide_limb{max_bits} << 32) / fixed + 1;
  return static_cast<std::size_t>(std::min<kernels::wide_limb>(digits, unlimited));
}

[[noreturn, gnu::noinline]] inline void refuse(std::size_t digits, int base, std::size_t max_bits) {
  throw std::length_error(concat("number from text of ", digits, " digits in base ", base,
                                 ": longer than the limit of ", max_bits, " bits"));
}

}  // namespace gbi::text
