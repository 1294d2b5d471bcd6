/// \file
/// Shared by the tests of all transforms: lengths, random values, the order of a spectrum.
#pragma once

#include <complex>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "tests/blocks/guarded_memory.hpp"
#include "tests/blocks/reference.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

constexpr fft_order orders[] = {fft_order::natural, fft_order::digit_reversed};

/// All lengths 2^k {1, 3, 5, 7, 9, 15} up to `longest`.
inline std::vector<std::size_t> lengths_up_to(std::size_t longest) {
  std::vector<std::size_t> result;
  for (const std::size_t odd : {1, 3, 5, 7, 9, 15})
    for (std::size_t points = odd; points <= longest; points *= 2) result.push_back(points);
  return result;
}

/// Sorts a spectrum of N points by frequency. Numbers after the N points stay in place.
template <class Real>
std::vector<std::complex<Real>> by_frequency(const std::vector<std::complex<Real>>& spectrum,
                                             std::size_t points, fft_order order) {
  std::vector<std::complex<Real>> result = spectrum;
  if (order == fft_order::digit_reversed)
    for (std::size_t p = 0; p < points; ++p) result[fft_frequency(points, p)] = spectrum[p];
  return result;
}

template <class T>
std::vector<std::complex<T>> scaled(std::vector<std::complex<T>> values, std::size_t factor) {
  for (auto& x : values) x *= static_cast<T>(factor);
  return values;
}

/// Checks that a transform and its inverse refuse their arguments.
template <class Forward, class Inverse>
auto refusing(Forward forward, Inverse inverse) {
  return [=](auto* values, auto* spectrum, std::size_t n, const fft_options& options) {
    EXPECT_THROW(forward(values, spectrum, n, options), std::invalid_argument);
    EXPECT_THROW(inverse(spectrum, values, n, options), std::invalid_argument);
  };
}

/// Memory for transforms that are refused.
class memory_of_refused {
 public:
  explicit memory_of_refused(exec::executor& executor) : reals_(executor, 256), complexes_(executor, 256) {}

  std::pair<double*, std::complex<double>*> pointers() const { return {reals_.data(), complexes_.data()}; }

 private:
  exec::buffer<double> reals_;
  exec::buffer<std::complex<double>> complexes_;
};

class transforms_on_executor : public on_executor {
 protected:
  /// Uniformly distributed between -1/2 and 1/2.
  template <class Real>
  Real any_number() {
    return static_cast<Real>(static_cast<double>(random.bits() >> 11) * 0x1p-53 - 0.5);
  }

  template <class Real>
  std::vector<Real> numbers(std::size_t count) {
    std::vector<Real> result(count);
    for (Real& x : result) x = any_number<Real>();
    return result;
  }

  template <class Real>
  std::vector<std::complex<Real>> points(std::size_t count) {
    std::vector<std::complex<Real>> result(count);
    for (auto& x : result) x = {any_number<Real>(), any_number<Real>()};
    return result;
  }

  fft_order any_order() { return orders[random.below(2)]; }

  /// A random length of at most `longest` points: any order of magnitude, any odd factor.
  std::size_t any_length(std::size_t longest) { return fft_length(random.log_uniform(1, longest) / 2 + 1); }

  static std::string described(std::size_t points, const fft_options& options, bool in_place) {
    return std::to_string(options.batch) + " x " + std::to_string(points) + " points, strides " +
           std::to_string(options.value_stride) + " and " + std::to_string(options.spectrum_stride) +
           (options.order == fft_order::natural ? "" : ", digit-reversed") + (in_place ? ", in place" : "");
  }
};

}  // namespace gbi::test
