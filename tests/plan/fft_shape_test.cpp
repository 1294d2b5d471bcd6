/// \file
/// How transforms are cut into passes, and the bound of their rounding error.
#include "src/plan/fft_shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "kernels/fft/columns.hpp"
#include "src/plan/error_bound.hpp"

namespace gbi::test {

namespace {

using plan::error_constant, plan::fft_shape, plan::has_fft, plan::is_exact, plan::longest_fft, plan::shape_of;

template <class Visit>
void for_every_length(Visit&& visit) {
  int lengths = 0;
  for (int n = 0; n <= longest_fft + 3; ++n)
    if (has_fft(n)) {
      SCOPED_TRACE("2^" + std::to_string(n) + " points");
      visit(n, shape_of(n));
      ++lengths;
    }
  EXPECT_EQ(lengths, 2 + longest_fft - 11);
}

TEST(FftShape, LengthsAreThoseThatThereAreKernelsFor) {
  for (int n = -1; n <= longest_fft + 3; ++n)
    EXPECT_EQ(has_fft(n), n == 6 || n == 9 || (n >= 12 && n <= longest_fft)) << n;
}

TEST(FftShape, PassesMultiplyOutToTheLength) {
  for_every_length([](int n, const fft_shape& shape) {
    int product = shape.log2_row;
    for (int pass = 0; pass < shape.column_passes; ++pass) product += shape.log2_column[pass];
    EXPECT_EQ(product, n);
    EXPECT_EQ(shape.log2_points, n);
  });
}

TEST(FftShape, EveryPassHasAKernel) {
  for_every_length([](int n, const fft_shape& shape) {
    EXPECT_LE(shape.column_passes, 2);
    EXPECT_GE(shape.log2_row, 6);
    EXPECT_LE(shape.log2_row, 12);
    if (shape.column_passes == 0) {
      EXPECT_EQ(n % 3, 0) << "a product in one block";
    }
    for (int pass = 0; pass < shape.column_passes; ++pass) {
      EXPECT_GE(shape.log2_column[pass], 5);
      EXPECT_LE(shape.log2_column[pass], 10);
    }
  });
}

TEST(FftShape, EveryPassIsAtLeastAsWideAsItsBlocks) {
  for_every_length([](int n, const fft_shape& shape) {
    int left = n;
    for (int pass = 0; pass < shape.column_passes; ++pass) {
      left -= shape.log2_column[pass];
      EXPECT_GE(1 << std::min(left, 30), kernels::columns_per_block(1 << shape.log2_column[pass]))
          << "pass " << pass;
    }
    if (shape.column_passes > 0) {
      EXPECT_GE(n, 12) << "a block of rows takes 4096 points";
    }
  });
}

TEST(ErrorBound, GrowsWithTheLength) {
  double before = 0;
  for_every_length([&](int, const fft_shape& shape) {
    EXPECT_GT(error_constant(shape), before);
    before = error_constant(shape);
  });
  EXPECT_LT(before, 1000)
      << "an error of 10 bits for the longest transform would be a mistake in the formula";
}

TEST(ErrorBound, WiderOrMoreDigitsAreNeverMoreExact) {
  for_every_length([](int n, const fft_shape& shape) {
    for (int log2_digits = 0; log2_digits <= n; ++log2_digits) {
      const std::uint64_t digits = std::uint64_t{1} << log2_digits;
      for (int bits = 1; bits < 30; ++bits) {
        if (!is_exact(shape, bits + 1, digits, digits)) continue;
        EXPECT_TRUE(is_exact(shape, bits, digits, digits)) << bits;
        EXPECT_TRUE(is_exact(shape, bits + 1, digits, (digits + 1) / 2)) << bits;
        EXPECT_TRUE(is_exact(shape, bits + 1, (digits + 1) / 2, digits)) << bits;
      }
    }
  });
}

TEST(ErrorBound, ExactDigitsExistAndNoWidthIsAlwaysExact) {
  for_every_length([](int n, const fft_shape& shape) {
    const std::uint64_t digits = std::uint64_t{1} << n;
    EXPECT_TRUE(is_exact(shape, 6, digits, digits));
    EXPECT_FALSE(is_exact(shape, 27, digits, digits));
  });
}

TEST(ErrorBound, ExactCoefficientsFitTheRounding) {
  // The rounding by a magic constant (kernels/fft/digits.hpp) holds below 2^51.
  for_every_length([](int n, const fft_shape& shape) {
    const std::uint64_t digits = std::uint64_t{1} << n;
    for (int bits = 1; bits < 30; ++bits)
      if (is_exact(shape, bits, digits, digits)) {
        EXPECT_LT(2 * (bits - 1) + n, 51) << bits;
      }
  });
}

}  // namespace

}  // namespace gbi::test
