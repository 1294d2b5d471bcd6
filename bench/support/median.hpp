/// \file
/// The median, of times that are measured.
#pragma once

#include <algorithm>
#include <iterator>

namespace gbi::bench {

/// Of some samples, at least one, which it reorders; of an even number the upper of the two.
template <class Samples>
double median(Samples&& samples) {
  const auto middle = std::begin(samples) + std::size(samples) / 2;
  std::nth_element(std::begin(samples), middle, std::end(samples));
  return *middle;
}

}  // namespace gbi::bench
