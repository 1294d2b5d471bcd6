/// \file
/// The sample of docs/interop.md that needs Boost.
#include <gtest/gtest.h>

#include "gpu_bigint/boost.hpp"

namespace {

using gbi::boost_int, gbi::boost_rational;

TEST(interop, boost) {
  boost_int factorial = 1;
  for (int i = 2; i <= 30; ++i) factorial *= i;
  const boost_rational half = boost_rational(factorial) / (2 * boost_rational(factorial));
  EXPECT_EQ(factorial.str(), "265252859812191058636308480000000");
  EXPECT_EQ(half.str(), "1/2");
}

}  // namespace
