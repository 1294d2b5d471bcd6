/// \file
/// Products of digits by transforms against exact ones, and against the proven bound of their error.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/digit_patterns.hpp"

namespace gbi::test {

/// `count` digits of a random pattern, up to `extreme`.
inline std::vector<double> random_digits(random_source& random, std::size_t count, double extreme) {
  const digit_pattern pattern = random_pattern(random, count);
  std::vector<double> digits(count);
  for (std::size_t j = 0; j < count; ++j) digits[j] = std::round(extreme * pattern(j, count));
  return digits;
}

/// a b modulo z^n - wrap, for n digits each. \param wrap 1 or -1
inline std::vector<std::int64_t> exact_product(const std::vector<double>& a, const std::vector<double>& b,
                                               std::int64_t wrap) {
  const std::size_t count = a.size();
  std::vector<std::int64_t> wide(2 * count), y(b.begin(), b.end());
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<std::int64_t>(a[i]);
    for (std::size_t j = 0; x != 0 && j < count; ++j) wide[i + j] += x * y[j];
  }
  for (std::size_t i = 0; i < count; ++i) wide[i] += wrap * wide[i + count];
  wide.resize(count);
  return wide;
}

struct error_and_bound {
  double error, bound;

  double share() const { return bound > 0 ? error / bound : 0; }
};
/// The largest measured error of a product, and the bound for products of such digits.
/// \param constant K of plan::error_constant
inline error_and_bound measured_error(const std::vector<double>& a, const std::vector<double>& b,
                                      const std::vector<double>& found, std::int64_t wrap, double constant) {
  const std::vector<std::int64_t> right = exact_product(a, b, wrap);
  double error = 0, norm_a = 0, norm_b = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    error = std::max(error, std::abs(found[j] - static_cast<double>(right[j])));
    norm_a += a[j] * a[j];
    norm_b += b[j] * b[j];
  }
  return {error, constant * 0x1p-53 * std::sqrt(norm_a) * std::sqrt(norm_b)};
}

}  // namespace gbi::test
