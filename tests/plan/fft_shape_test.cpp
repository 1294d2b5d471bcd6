/// \file
/// The division of transforms into passes, and the bound of their rounding error.
#include "src/plan/fft_shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "kernels/fft/policy.hpp"
#include "src/plan/error_bound.hpp"

namespace gbi::test {

namespace {

using plan::error_constant, plan::fft_shape, plan::fft_shapes, plan::is_exact, plan::shape_of;

template <class Visit>
void for_every_length(Visit&& visit) {
  for (const fft_shape& shape : plan::fft_shapes_of_cores()) {
    SCOPED_TRACE(std::to_string(shape.points) + " points");
    visit(shape);
  }
}

int odd_factor(std::uint64_t points) {
  return static_cast<int>(points >> std::countr_zero(points));
}

TEST(FftShape, LengthsAscendAndAreSmooth) {
  std::uint64_t before = 0;
  std::map<int, int> lengths;  // by odd factor
  for_every_length([&](const fft_shape& shape) {
    EXPECT_GT(shape.points, before);
    before = shape.points;
    ++lengths[odd_factor(shape.points)];
  });
  EXPECT_EQ(before, std::uint64_t{1} << 32);
  EXPECT_EQ(lengths, (std::map<int, int>{{1, 27}, {3, 19}, {5, 19}, {7, 19}, {9, 19}, {15, 19}}));
}

TEST(FftShape, CoresHaveLengthsThatGpusLack) {
  std::vector<fft_shape> more;
  std::ranges::set_difference(plan::fft_shapes_of_cores(), fft_shapes(), std::back_inserter(more),
                              [](const fft_shape& a, const fft_shape& b) { return a.points < b.points; });
  EXPECT_EQ(fft_shapes().size() + more.size(), plan::fft_shapes_of_cores().size());
  EXPECT_EQ(more.size(), 10u);
  for (const fft_shape& shape : more) EXPECT_TRUE(shape.row == 64 || shape.row == 128) << shape.points;
}

TEST(FftShape, NeighboursAreNeverFarApartOnceOddFactorsExist) {
  const auto shapes = fft_shapes();
  for (std::size_t i = 0; i + 1 < shapes.size(); ++i)
    if (shapes[i].points >= 1 << 16 && shapes[i].points < std::uint64_t{1} << 32) {
      EXPECT_LE(static_cast<double>(shapes[i + 1].points), 1.25 * static_cast<double>(shapes[i].points));
    }
}

TEST(FftShape, PlainTransformsHaveEveryLength) {
  const auto shapes = fft_shapes(plan::fft_form::complex);
  EXPECT_EQ(shapes.front().points, 1u);
  EXPECT_EQ(shapes.back().points, plan::longest_transform);
  EXPECT_TRUE(std::ranges::is_sorted(shapes, std::ranges::less_equal{}, &fft_shape::points));
  std::size_t lengths = 0;
  for (const int odd : {1, 3, 5, 7, 9, 15})
    lengths += static_cast<std::size_t>(std::bit_width(plan::longest_transform / static_cast<unsigned>(odd)));
  EXPECT_EQ(shapes.size(), lengths);
  for (const fft_shape& shape : shapes) EXPECT_TRUE(plan::is_transform_length(shape.points)) << shape.points;
}

TEST(FftShape, TwoPassesHaveColumnsOfThreads) {
  for (const fft_shape& shape : plan::two_pass_shapes()) {
    EXPECT_TRUE(plan::is_transform_length(shape.points)) << shape.points;
    EXPECT_EQ(shape.column[0] % 256, 0) << shape.column[0];
    EXPECT_EQ(static_cast<std::uint64_t>(shape.column[0]) * static_cast<std::uint64_t>(shape.row),
              shape.points);
  }
}

TEST(FftShape, MersenneNumbersTakeFewPasses) {
  for (const fft_shape& shape : plan::mersenne_shapes()) {
    EXPECT_LE(shape.column_passes, 2) << shape.points;
    EXPECT_LE(shape.points, plan::longest_transform);
  }
}

TEST(FftShape, IsFoundByItsLength) {
  for_every_length([](const fft_shape& shape) { EXPECT_EQ(shape_of(shape.points), shape); });
  EXPECT_THROW(shape_of(11), std::logic_error);
}

TEST(FftShape, PassesMultiplyOutToTheLength) {
  for_every_length([](const fft_shape& shape) {
    std::uint64_t product = static_cast<std::uint64_t>(shape.row);
    for (const int column : shape.column) product *= static_cast<std::uint64_t>(column);
    EXPECT_EQ(product, shape.points);
  });
}

TEST(FftShape, EveryPassHasAKernel) {
  for_every_length([](const fft_shape& shape) {
    EXPECT_LE(shape.column_passes, 3);
    EXPECT_EQ(shape.column_passes,
              std::ranges::count_if(shape.column, [](int length) { return length > 1; }));
    EXPECT_TRUE(std::has_single_bit(static_cast<unsigned>(shape.row)));
    EXPECT_GE(shape.row, 64);
    EXPECT_LE(shape.row, 4096);
    for (int pass = 0; pass < shape.column_passes; ++pass) {
      const int column = shape.column[pass];
      const bool odd = column == 144 || column == 160 || column == 192 || column == 224 || column == 240;
      const bool binary =
          std::has_single_bit(static_cast<unsigned>(column)) && column >= 32 && column <= 1024;
      EXPECT_TRUE(binary || (odd && pass == 0)) << column;
    }
  });
}

TEST(FftShape, EveryPowerOfTwoUpToTheLongestBlockIsOneBlock) {
  for (std::uint64_t points = 64; points <= 4096; points *= 2) EXPECT_EQ(shape_of(points).column_passes, 0);
}

TEST(FftShape, BlocksDivideThePasses) {
  for_every_length([](const fft_shape& shape) {
    std::uint64_t width = shape.points;
    for (int pass = 0; pass < shape.column_passes; ++pass) {
      width /= static_cast<std::uint64_t>(shape.column[pass]);
      EXPECT_EQ(
          width % static_cast<std::uint64_t>(kernels::columns_policy<double>(shape.column[pass]).transforms),
          0)
          << pass;
    }
    if (shape.column_passes > 0) {
      const int rows = kernels::product_policy(shape.row).rows.transforms;
      EXPECT_EQ(shape.points % static_cast<std::uint64_t>(rows * shape.row), 0) << "a block of fused rows";
    }
  });
}

template <class Real>
void expect_transforms_to_be_cut_evenly() {
  for (const std::uint64_t odd : {1, 3, 5, 7, 9, 15})
    for (std::uint64_t points = odd; points <= plan::longest_transform; points *= 2)
      for (const plan::spectrum order : {plan::spectrum::natural, plan::spectrum::digit_reversed}) {
        const fft_shape shape = plan::transform_shape(points, order);
        std::uint64_t width = points;
        for (int pass = 0; pass < shape.column_passes; ++pass) {
          width /= static_cast<std::uint64_t>(shape.column[pass]);
          const int columns = kernels::columns_policy<Real>(shape.column[pass]).transforms;
          EXPECT_TRUE(columns > 0 && width % static_cast<std::uint64_t>(columns) == 0)
              << points << " points, columns of " << shape.column[pass] << ", " << width << " wide";
        }
        EXPECT_EQ(width, shape.row) << points;
        if (shape.column_passes == 0) continue;
        const bool transposed = order == plan::spectrum::natural;
        const int rows = kernels::rows_policy<Real>(shape.row, transposed).transforms;
        EXPECT_TRUE(rows > 0 && (!transposed || shape.column[0] % rows == 0))
            << points << ", rows of " << shape.row;
      }
}

TEST(FftShape, TransformsOfEveryLengthAreCutEvenly) {
  expect_transforms_to_be_cut_evenly<double>();
  expect_transforms_to_be_cut_evenly<float>();
}

TEST(ErrorBound, GrowsWithTheLengthAmongPowersOfTwo) {
  double before = 0;
  for_every_length([&](const fft_shape& shape) {
    if (odd_factor(shape.points) != 1) return;
    EXPECT_GT(error_constant(shape), before);
    before = error_constant(shape);
  });
  EXPECT_LT(before, 1000)
      << "an error of 10 bits for the longest transform would be a mistake in the formula";
}

TEST(ErrorBound, OfPlainFormsIsThatOfTheirTransforms) {
  using plan::fft_form;
  for (const fft_shape& shape : fft_shapes(fft_form::complex)) {
    EXPECT_LT(error_constant(shape, fft_form::complex), error_constant(shape, fft_form::right_angle));
    EXPECT_LT(error_constant(shape, fft_form::right_angle), error_constant(shape, fft_form::packed_real));
  }
}

TEST(ErrorBound, WiderOrMoreDigitsAreNeverMoreExact) {
  for_every_length([](const fft_shape& shape) {
    for (std::uint64_t digits = 1; digits <= shape.points; digits *= 2) {
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
  for_every_length([](const fft_shape& shape) {
    const std::uint64_t digits = shape.points;
    EXPECT_TRUE(is_exact(shape, 6, digits, digits));
    EXPECT_FALSE(is_exact(shape, 27, digits, digits));
  });
}

TEST(ErrorBound, ExactCoefficientsFitTheRounding) {
  // Rounding by a magic constant (kernels/fft/digits.hpp) is valid below 2^51.
  for_every_length([](const fft_shape& shape) {
    const std::uint64_t digits = shape.points;
    for (int bits = 1; bits < 30; ++bits)
      if (is_exact(shape, bits, digits, digits)) {
        EXPECT_LT(std::ldexp(static_cast<double>(digits), 2 * (bits - 1)), 0x1p51) << bits;
      }
  });
}

}  // namespace

}  // namespace gbi::test
