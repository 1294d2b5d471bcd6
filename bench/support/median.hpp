/// \file
/// The median of measured times.
#pragma once

#include <algorithm>
#include <iterator>

namespace gbi::bench {

/// The median of at least one sample; the upper middle one if their number is even. Reorders the samples.
template <class Samples>
double median(Samples&& samples) {
  const auto middle = std::begin(samples) + std::size(samples) / 2;
  std::nth_element(std::begin(samples), middle, std::end(samples));
  return *middle;
}

}  // namespace gbi::bench
