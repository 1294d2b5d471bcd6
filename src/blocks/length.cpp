/// \file
/// Lengths of transforms, and the meaning of digit-reversed order.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "src/blocks/transform.hpp"
#include "src/process/concat.hpp"

namespace gbi {

static_assert(longest_fft == plan::longest_transform);

bool is_fft_length(std::size_t points) noexcept {
  return plan::is_transform_length(points);
}

std::size_t fft_length(std::size_t at_least) {
  if (at_least > longest_fft)
    throw std::length_error(concat("no transform of ", at_least, " points: the longest has ", longest_fft));
  std::size_t best = longest_fft;
  for (const std::size_t odd : {1, 3, 5, 7, 9, 15}) {
    const std::size_t multiple = (std::max<std::size_t>(at_least, 1) + odd - 1) / odd;
    best = std::min(best, odd * std::bit_ceil(multiple));
  }
  return best;
}

std::size_t fft_frequency(std::size_t points, std::size_t position) {
  if (!is_fft_length(points) || position >= points)
    throw std::invalid_argument(
        concat("position ", position, " of a spectrum of ", points, " points: there is no such position"));
  const plan::fft_shape shape = plan::transform_shape(points, plan::spectrum::digit_reversed);
  return kernels::frequency_of(transforms::digit_order_of(shape), position);
}

}  // namespace gbi
