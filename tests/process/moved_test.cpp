/// \file
/// The state of moved-from objects.
#include <gtest/gtest.h>

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpu_bigint/all.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

// NOLINTBEGIN(bugprone-use-after-move): what a move leaves is what these tests are about

template <class T>
constexpr bool is_cheap_to_move =
    std::is_nothrow_move_constructible_v<T>&& std::is_nothrow_move_assignable_v<T>;
static_assert(is_cheap_to_move<context> && is_cheap_to_move<prepared> && is_cheap_to_move<divider> &&
              is_cheap_to_move<modulus> && is_cheap_to_move<batch_mask> && is_cheap_to_move<odd_moduli> &&
              is_cheap_to_move<bigint_batch> && is_cheap_to_move<gpu_bigint>);

class MovedFrom : public on_executor {
 protected:
  void SetUp() override {
    on_executor::SetUp();
    if (IsSkipped()) return;
    n = (gpu_bigint(1) << 4000) + 1;
    a = (gpu_bigint(1) << 7000) - 5;
  }

  gpu_bigint n, a;
};
GPU_BIGINT_ON_EVERY_EXECUTOR(MovedFrom);

TEST_P(MovedFrom, Context) {
  context first = here();
  const context second = std::move(first);
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.backend(), second.backend());
  EXPECT_EQ(first.device_name(), second.device_name());
  EXPECT_NO_THROW(first.synchronize());
  const scoped_context use(first);
  EXPECT_EQ(gpu_bigint(3) * n, n + n + n);
}

TEST_P(MovedFrom, Number) {
  gpu_bigint first = n;
  const gpu_bigint second = std::move(first);
  EXPECT_EQ(second, n);
  first = 7;
  EXPECT_EQ(first + 1, 8);
}

TEST_P(MovedFrom, Prepared) {
  prepared first(n);
  const prepared second = std::move(first);
  EXPECT_EQ(a * first, a * n);
  EXPECT_EQ(a * second, a * n);
  EXPECT_EQ(first.value(), n);
}

TEST_P(MovedFrom, Divider) {
  divider first(n);
  const divider second = std::move(first);
  EXPECT_EQ(a % first, a % n);
  EXPECT_EQ(a / second, a / n);
  EXPECT_EQ(first.divisor(), n);
}

TEST_P(MovedFrom, Modulus) {
  modulus first(n);
  const modulus second = std::move(first);
  EXPECT_EQ(first.power(3, 1000), second.power(3, 1000));
  EXPECT_EQ(first.reduce(a), a % n);
  EXPECT_EQ(first.value(), n);
}

TEST_P(MovedFrom, Mask) {
  batch_mask first(std::vector<bool>{true, false, true});
  const batch_mask second = std::move(first);
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(first.to_vector(), second.to_vector());
  EXPECT_EQ((first & second).to_vector(), second.to_vector());
}

TEST_P(MovedFrom, OddModuli) {
  odd_moduli first(n);
  const odd_moduli second = std::move(first);
  const bigint_batch base = bigint_batch::filled(2, 3, 4032);
  EXPECT_EQ(first.bits(), second.bits());
  EXPECT_EQ(pow_mod(base, 77, first).to_limbs(), pow_mod(base, 77, second).to_limbs());
}

TEST_P(MovedFrom, Batch) {
  bigint_batch first = bigint_batch::filled(3, 5, 128);
  const bigint_batch second = std::move(first);
  EXPECT_EQ(second[2], 5);
  EXPECT_EQ(first.size(), 0U);
  EXPECT_EQ(first.bits(), 0U);
  EXPECT_EQ(batch_view(first).data(), nullptr);
  EXPECT_THROW(first.context(), std::invalid_argument);
  EXPECT_THROW(first.to_limbs(), std::invalid_argument);
  EXPECT_THROW(first.undefined(), std::invalid_argument);
  EXPECT_THROW(first.resized(64), std::invalid_argument);
  EXPECT_THROW(first[0], std::invalid_argument);
  EXPECT_THROW(first + second, std::invalid_argument);
  EXPECT_THROW(second - first, std::invalid_argument);
  EXPECT_THROW(first << 1, std::invalid_argument);
  EXPECT_THROW(second * first, std::invalid_argument);
  EXPECT_THROW(first * second, std::invalid_argument);
  EXPECT_THROW(first < second, std::invalid_argument);
  EXPECT_THROW(div_rem(second, first), std::invalid_argument);
  EXPECT_THROW(gcd(first, second), std::invalid_argument);
  EXPECT_THROW(pow_mod(first, 3, odd_moduli(n)), std::invalid_argument);
  EXPECT_THROW(odd_moduli{first}, std::invalid_argument);
  first = second;
  EXPECT_EQ(first[0], 5);
}

// NOLINTEND(bugprone-use-after-move)

}  // namespace

}  // namespace gbi::test
