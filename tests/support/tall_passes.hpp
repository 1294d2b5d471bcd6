/// \file
/// Checks of the passes of products in two passes over memory (kernels/fft/tall), each alone, at few columns
/// or rows.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "src/context/engine.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

struct tall_passes {
  detail::engine& engine;
  random_source& random;

  /// The digits of two random numbers, cut into tiles, are these numbers.
  testing::AssertionResult digits_are_the_numbers(int column, int bits);
  /// Random frequencies of columns of random digits.
  testing::AssertionResult columns_are_transforms(int column);
  /// Rows of random points times rows with one point, which turns the others.
  testing::AssertionResult rows_are_products(std::uint32_t rows);
  /// Squares of rows with two points.
  testing::AssertionResult rows_are_squares(std::uint32_t rows);
  /// Random coefficients of columns of random points.
  testing::AssertionResult coefficients_are_transforms_back(int column);
};

}  // namespace gbi::test
