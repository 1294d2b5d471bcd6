/// \file
/// The operands with the largest rounding errors that the search has found (search_test.cpp).
#pragma once

#include <array>

#include "tests/support/digit_patterns.hpp"

namespace gbi::test {

struct worst_pair {
  int column, row;  ///< points of the transform
  digit_pattern a, b;
  double share;  ///< error / (K u |x| |y|)
};

inline const std::array<worst_pair, 1> worst_pairs{{
    {64, 64, {digit_family::constant, 1, 0, 0}, {digit_family::constant, 1, 0, 0}, 0.03},
}};

}  // namespace gbi::test
