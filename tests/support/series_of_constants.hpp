/// \file
/// Series of constants and of integers, and their sums term by term by GMP.
#pragma once

#include <cstdint>

#include "gpu_bigint/series.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace constants {

inline const rational_series pi{{5, -46, 108, -72}, {0, 0, 0, 10939058860032000}, {13591409, 545140134}},
    e{{1}, {0, 1}, {1}}, log_of_2{{0, -1}, {4, 8}, {1}},
    zeta_of_3{{0, 0, 0, 0, 0, -1}, {32, 320, 1280, 2560, 2560, 1024}, {77, 250, 205}},
    factorials{{0, 1}, {1}, {0, 1}}, ones{{1}, {1}, {1}};

}  // namespace constants

inline integer value_at(const polynomial& f, std::uint64_t k) {
  integer value = 0;
  for (std::size_t i = f.size(); i-- > 0;) value = value * integer(k) + integer(f[i]);
  return value;
}

struct integer_fraction {
  integer numerator = 0, denominator = 1;
};

/// As sum_of().
inline integer_fraction sum_by_terms(const rational_series& series, std::uint64_t first,
                                     std::uint64_t terms) {
  integer_fraction sum;
  integer ratio = 1;
  for (std::uint64_t k = first; k < first + terms; ++k) {
    const integer share = value_at(series.q, k);
    ratio = ratio * value_at(series.p, k);
    sum.numerator = sum.numerator * share + ratio * value_at(series.a, k);
    sum.denominator = sum.denominator * share;
  }
  return sum;
}

}  // namespace gbi::test
