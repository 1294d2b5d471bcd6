/// \file
/// Every transform has room for the digit that random recoding may carry out of the top digit, because no
/// numbers have exactly as many digits as a transform holds.
#include <gtest/gtest.h>

#include "src/plan/fft_plan.hpp"

namespace gbi::test {

namespace {

using plan::digits_of, plan::fft_shape;

/// Visits the numbers of limbs around this many digits: a few with fewer or as many digits, and one with
/// more.
template <class Visit>
void for_limbs_about(std::uint64_t digits, int bits, Visit&& visit) {
  const std::uint64_t full = digits * static_cast<std::uint64_t>(bits) / 64;
  for (std::uint64_t limbs = full > 3 ? full - 3 : 1; limbs <= full + 1; ++limbs) visit(limbs);
}

template <class Visit>
void for_plans(Visit&& visit) {
  for (const fft_shape& shape : plan::fft_shapes_of_cores())
    for (int bits = 1; bits <= plan::widest_digit; ++bits) visit(shape.points, bits);
}

TEST(DigitsRoom, EveryLengthIsAMultiple) {
  for (const fft_shape& shape : plan::fft_shapes_of_cores())
    EXPECT_EQ(shape.points % plan::points_multiple, 0u) << shape.points;
}

TEST(DigitsRoom, NoNumberFillsHalfOrAllOfATransform) {
  for_plans([](std::uint64_t points, int bits) {
    for (const std::uint64_t digits : {points, 2 * points})
      for_limbs_about(digits, bits, [&](std::uint64_t limbs) {
        EXPECT_NE(digits_of(limbs, bits), digits) << limbs << " limbs, " << bits << " bits";
      });
  });
}

TEST(DigitsRoom, NoTwoNumbersFillATransform) {
  for_plans([](std::uint64_t points, int bits) {
    for (std::uint64_t first = 1; digits_of(first, bits) + 1 < 2 * points; first += first / 2 + 1)
      for_limbs_about(2 * points - digits_of(first, bits), bits, [&](std::uint64_t second) {
        EXPECT_NE(digits_of(first, bits) + digits_of(second, bits), 2 * points)
            << first << " and " << second << " limbs, " << bits << " bits";
      });
  });
}

}  // namespace

}  // namespace gbi::test
