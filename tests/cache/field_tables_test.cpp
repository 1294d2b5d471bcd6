/// \file
/// Every table of roots in GF(p^2), p = 2^31 - 1 and p = 2^61 - 1, against powers by divisions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "kernels/fft/twiddle.hpp"
#include "kernels/word/odd_roots.hpp"
#include "src/cache/twiddles.hpp"
#include "src/context/engine.hpp"
#include "src/plan/exact_plan.hpp"
#include "tests/blocks/field_reference.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using kernels::complex, kernels::m31, kernels::m61;

template <class Field>
class FieldTables : public testing::Test {
 protected:
  using of = reference<Field>;
  context where = context_named("host");
  cache::twiddle_tables tables{detail::engine_of(where)->executor()};
  random_source random{test_seed()};

  /// Visits the first, the last and random indices below `count`.
  template <class Visit>
  void for_entries(std::uint64_t count, Visit&& visit) {
    constexpr std::uint64_t ends = 8, sample = 48;
    for (std::uint64_t i = 0; i < std::min(count, ends); ++i) {
      visit(i);
      visit(count - 1 - i);
    }
    for (std::uint64_t i = 0; i < sample; ++i) visit(random.below(count));
  }
};
using fields = testing::Types<m31, m61>;
TYPED_TEST_SUITE(FieldTables, fields);

// The weights w^j of right-angle transforms for all j below the length, which include the roots between
// passes.
TYPED_TEST(FieldTables, CirclesOfEveryLength) {
  using Field = TypeParam;
  using of = reference<Field>;
  for (const plan::fft_shape& shape : plan::exact_shapes()) {
    if (shape.points > std::uint64_t{1} << 24) break;
    const std::uint64_t order = 4 * kernels::binary_factor(shape.points);
    const kernels::circle<Field> circle = this->tables.template circle_roots<Field>(shape);
    const of root = binary_root<Field>(order);
    this->for_entries(std::max(order, shape.points), [&](std::uint64_t e) {
      ASSERT_EQ(of::of(kernels::circle_root(circle, e)), power(root, e))
          << e << ", " << shape.points << " points";
    });
    // Turning a point by N steps is a quarter turn, in the direction that the kernels expect.
    const bool left = shape.points / kernels::binary_factor(shape.points) % 4 == 3;
    ASSERT_EQ(power(root, shape.points), (of{0, left ? 1 : of::p - 1})) << shape.points;
  }
}

TYPED_TEST(FieldTables, Stages) {
  using Field = TypeParam;
  using of = reference<Field>;
  using kernels::stage_roots, kernels::eighth_roots;
  const complex<Field>* at = this->tables.template stages<Field>();
  for (int length = 32; length <= stage_roots::longest; length *= 2) {
    const of root = binary_root<Field>(static_cast<std::uint64_t>(length));
    for (int row = 0; row < stage_roots::rows(length); ++row)
      for (int t = 0; t < length / 16; ++t)
        ASSERT_EQ(of::of(at[stage_roots::offset(length) + row * (length / 16) + t]),
                  power(root, static_cast<std::uint64_t>(t * stage_roots::exponent(length, row))));
    if (length < eighth_roots::shortest) continue;
    for (int row = 0; row < eighth_roots::rows(length); ++row)
      for (int t = 0; t < length / 8; ++t)
        ASSERT_EQ(of::of(at[eighth_roots::offset(length) + row * (length / 8) + t]),
                  power(root, static_cast<std::uint64_t>(eighth_roots::exponent(length, row, t))));
  }
}

TYPED_TEST(FieldTables, NearTwiddlesOfEveryPass) {
  using Field = TypeParam;
  using of = reference<Field>;
  for (const plan::fft_shape& shape : plan::exact_shapes()) {
    std::uint64_t length = cache::circle_points<Field>(shape.points);
    for (int pass = 0; pass < shape.column_passes; ++pass) {
      const auto rows = static_cast<std::uint32_t>(
          cache::circle_points<Field>(static_cast<std::uint64_t>(shape.column[pass])));
      const complex<Field>* at = this->tables.template near<Field>(length, rows);
      const of root = binary_root<Field>(length);
      this->for_entries(std::uint64_t{rows} * kernels::near_columns, [&](std::uint64_t i) {
        ASSERT_EQ(of::of(at[i]), power(root, i / kernels::near_columns * (i % kernels::near_columns)))
            << i << ", pass " << pass << " of " << shape.points << " points";
      });
      length /= rows;
    }
    EXPECT_EQ(length, static_cast<std::uint64_t>(shape.row));
  }
}

}  // namespace

}  // namespace gbi::test
