/// \file
/// Checks of the passes of products in two passes over memory (kernels/fft/tall), each alone, at few columns
/// or rows.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "src/context/engine.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// Limbs that are random, 0, all ones, or long runs of 0 and of ones.
/// `settled`: the lowest limb of every run of sums is 0 before what the run below leaves is added.
enum class limb_pattern { random, zeros, ones, runs, settled };

struct tall_passes {
  detail::engine& engine;
  random_source& random;

  /// The digits of two random numbers, cut into tiles, are these numbers.
  testing::AssertionResult digits_are_the_numbers(int column, int bits);
  /// Random frequencies of columns of random digits.
  testing::AssertionResult columns_are_transforms(int column);
  /// Rows of random points times rows with one point, which turns the others.
  /// \param keeps_spectrum the spectrum of the latter is computed before
  testing::AssertionResult rows_are_products(std::uint32_t rows, std::uint32_t length, bool keeps_spectrum);
  /// Squares of rows with two points.
  testing::AssertionResult rows_are_squares(std::uint32_t rows, std::uint32_t length);
  /// Random sums of coefficients of columns of random points.
  testing::AssertionResult sums_are_transforms_back(int column);
  /// Sums of random size whose total is a number with these limbs.
  testing::AssertionResult limbs_are_the_number(int column, int bits, limb_pattern pattern);
};

}  // namespace gbi::test
