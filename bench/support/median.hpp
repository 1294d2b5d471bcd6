/// \file
/// The median of measured times, and their spread.
#pragma once

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace gbi::bench {

/// The median of at least one sample; the upper middle one if their number is even. Reorders the samples.
template <class Samples>
double median(Samples&& samples) {
  const auto middle = std::begin(samples) + std::size(samples) / 2;
  std::nth_element(std::begin(samples), middle, std::end(samples));
  return *middle;
}

/// The coefficient of variation: the standard deviation divided by the mean. 0 for one sample.
template <class Samples>
double variation(const Samples& samples) {
  const auto count = static_cast<double>(std::size(samples));
  if (count < 2) return 0;
  const double mean = std::accumulate(std::begin(samples), std::end(samples), 0.0) / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return std::sqrt(squares / (count - 1)) / mean;
}

/// A measured time.
struct measurement {
  double seconds;        ///< the median
  double variation = 0;  ///< 0 if it was measured once
};

template <class Samples>
measurement measurement_of(Samples&& samples) {
  return {median(samples), variation(samples)};
}

}  // namespace gbi::bench
