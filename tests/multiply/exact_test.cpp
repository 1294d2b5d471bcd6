/// \file
/// Exact products, by transforms modulo 2^31 - 1 and 2^61 - 1, against GMP.
#include "src/multiply/exact.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "src/exec/buffer.hpp"
#include "src/number/access.hpp"
#include "src/plan/exact_plan.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Exact : public on_executor {
 protected:
  /// The tested lengths.
  std::vector<std::uint64_t> lengths() const {
    const std::uint64_t longest = size({1 << 19, 1 << 13, 1 << 22}),
                        longest_odd = size({1 << 17, 3 << 12, 1 << 20});
    std::vector<std::uint64_t> result;
    for (const plan::fft_shape& shape : plan::exact_shapes())
      if (shape.points <= (std::has_single_bit(shape.points) ? longest : longest_odd) || result.empty())
        result.push_back(shape.points);
    return result;
  }

  static std::uint64_t next_length(std::uint64_t n) {
    return std::ranges::upper_bound(plan::exact_shapes(), n, {}, &plan::fft_shape::points)->points;
  }

  void expect_product(const limbs& a, const limbs& b, const std::string& description) {
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    ASSERT_TRUE(matches(multiply(x, y, algorithm::exact), integer(a) * integer(b)))
        << description << ", " << a.size() << " x " << b.size() << " limbs";
  }

  exec::buffer<limb> on_device(const limbs& values) { return {executor(), std::span<const limb>(values)}; }
};

// The digits of both operands fill the transform, whichever of them is folded. One more limb needs the next
// length.
TEST_P(Exact, EveryLengthFilled) {
  for (const std::uint64_t n : lengths())
    for (const std::uint64_t part : {2, 3, 100}) {
      const std::size_t shorter = n / part, longer = n - shorter;
      ASSERT_EQ(plan::choose_exact(plan::product_shape::whole(shorter, longer)).points, n);
      ASSERT_EQ(plan::choose_exact(plan::product_shape::whole(shorter, longer + 1)).points, next_length(n));
      const limbs a = random_limbs(random, shorter), b = random_limbs(random, longer);
      expect_product(a, b, "random");
      expect_product(limbs(longer, ~limb{0}), limbs(shorter, ~limb{0}), "ones");
      if (is_shuffled() || n > 1 << 17 || !std::has_single_bit(n)) break;
    }
}

TEST_P(Exact, HostilePatterns) {
  const std::size_t count = std::size_t{1} << 12;
  const auto patterns = hostile_limbs(random, count);
  for (const auto& a : patterns) {
    if (is_shuffled() && random.below(4) != 0) continue;
    const auto& b = patterns[random.below(patterns.size())];
    expect_product(a.value, a.value, a.name + " squared");
    if (!is_shuffled()) expect_product(a.value, b.value, a.name + " * " + b.name);
  }
}

TEST_P(Exact, RandomSizes) {
  const std::uint64_t bits = size({1 << 22, 1 << 17, 1 << 28});
  for (int round = 0; round < (is_shuffled() ? 3 : 30); ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    ASSERT_TRUE(matches(multiply(x, y, algorithm::exact), a * b))
        << a.bit_length() << " x " << b.bit_length();
    if (round % 3 == 0) {
      ASSERT_TRUE(matches(square(x, algorithm::exact), a * a)) << a.bit_length();
    }
  }
}

TEST_P(Exact, ZerosOnesAndSigns) {
  for (const integer& a : {integer(0), integer(1), integer(-1), integer(random_limbs(random, 70))}) {
    const integer b = -integer(random_limbs(random, 3));
    const gpu_bigint product = multiply(from_oracle(a), from_oracle(b), algorithm::exact);
    EXPECT_TRUE(matches(product, a * b));
    EXPECT_EQ(product.sign(), -a.sign());
  }
}

// Whole, truncated and padded results, with gaps between the numbers.
TEST_P(Exact, Batches) {
  for (const std::uint32_t batch : {1u, 2u, 5u}) {
    const std::size_t a = random.between(1, 900), b = random.between(1, 900), gap = random.below(4);
    for (const std::size_t out : {a + b, random.between(1, a + b), a + b + random.between(1, 1500)}) {
      constexpr limb guard = 0xbb67ae8584caa73b;
      const bool shared = random.coin();
      const limbs x = random_limbs(random, (a + gap) * batch),
                  y = random_limbs(random, shared ? b : b * batch);
      limbs found((out + gap) * batch, guard);
      const auto in_x = on_device(x), in_y = on_device(y), result = on_device(found);
      products::run(*detail::engine_of(here()),
                    {.a = {in_x.data(), a, a + gap},
                     .b = {in_y.data(), b, shared ? 0 : b},
                     .out = {result.data(), out, out + gap},
                     .batch = batch},
                    {.how = algorithm::exact});
      executor().download(found.data(), result.data(), found.size() * sizeof(limb));
      for (std::size_t g = 0; g < batch; ++g) {
        const integer factor_a(std::span<const limb>(x.data() + g * (a + gap), a));
        const integer factor_b(std::span<const limb>(y.data() + (shared ? 0 : g * b), b));
        const integer got(std::span<const limb>(found.data() + g * (out + gap), out));
        ASSERT_TRUE(matches(got, (factor_a * factor_b).low_bits(out * 64)))
            << "problem " << g << " of " << batch << ", " << a << " x " << b << " -> " << out << " limbs";
        for (std::size_t i = out; i < out + gap; ++i) ASSERT_EQ(found[g * (out + gap) + i], guard);
      }
    }
  }
}

TEST_P(Exact, CheckedByAll) {
  const verification before = context::current().verification();
  context::current().set_verification(verification::all);
  expect_product(random_limbs(random, 5000), random_limbs(random, 3000), "checked");
  context::current().set_verification(before);
}

TEST_P(Exact, ThePlanSaysSo) {
  const gpu_bigint a = gpu_bigint::from_limbs(random_limbs(random, 5000));
  const product_plan plan = plan_product(a, a, algorithm::exact);
  EXPECT_EQ(plan.how, algorithm::exact);
  EXPECT_EQ(plan.points, 3u << 12);
  EXPECT_EQ(plan.digit_bits, 32);
  EXPECT_NE(plan.to_string().find("2^61 - 1"), std::string::npos) << plan.to_string();
}

GPU_BIGINT_ON_EVERY_DEVICE(Exact);

// A coefficient is a sum of as many products as the shorter operand has digits.
TEST(ExactPlan, Limits) {
  constexpr std::size_t most = plan::most_exact_digits / 2;
  EXPECT_EQ(plan::choose_exact(plan::product_shape::whole(most, most)).points, std::uint64_t{1} << 28);
  EXPECT_EQ(plan::choose_exact(plan::product_shape::whole(most, 3 * most)).points, std::uint64_t{1} << 29);
  EXPECT_FALSE(plan::find_exact(plan::product_shape::whole(most + 1, most + 1)));
  EXPECT_EQ(plan::choose_exact(plan::product_shape::whole(most, most + most / 4)).points,
            std::uint64_t{9} << 25);
  EXPECT_FALSE(plan::find_exact(plan::product_shape::whole(most, 4 * most)));
  EXPECT_FALSE(plan::find_exact(plan::product_shape::whole(1, std::size_t{1} << 29)));
  EXPECT_TRUE(plan::find_exact(plan::product_shape::whole(1, (std::size_t{1} << 29) - 1)));
  EXPECT_THROW(plan::choose_exact(plan::product_shape::whole(most + 1, most + 1)), std::length_error);
  EXPECT_EQ(plan::exact_shapes().front().points, std::uint64_t{1} << 13);
  EXPECT_EQ(plan::exact_shapes().back().points, std::uint64_t{1} << 29);
  std::map<std::uint64_t, int> lengths;  // by odd factor
  std::uint64_t before = std::uint64_t{1} << 12;
  for (const plan::fft_shape& shape : plan::exact_shapes()) {
    std::uint64_t points = static_cast<std::uint64_t>(shape.row);
    for (const int column : shape.column) points *= static_cast<std::uint64_t>(column);
    EXPECT_EQ(points, shape.points);
    EXPECT_GT(shape.points, before);
    before = shape.points;
    const std::uint64_t binary = std::uint64_t{1} << std::countr_zero(shape.points);
    EXPECT_LE(4 * binary, std::uint64_t{1} << 31);
    ++lengths[shape.points / binary];
    EXPECT_EQ(plan::find_exact_shape(shape.points), shape);
  }
  EXPECT_EQ(lengths, (std::map<std::uint64_t, int>{{1, 17}, {3, 16}, {7, 16}, {9, 16}}));
  EXPECT_FALSE(plan::find_exact_shape(5 << 12));
}

}  // namespace

}  // namespace gbi::test
