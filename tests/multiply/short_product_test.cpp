/// \file
/// The integer convolution in one block and in tiles. Both are tested, whatever the planner prefers.
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "tests/multiply/batch_operands.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using plan::convolution, plan::product_shape;

constexpr std::size_t longest = kernels::short_product_limbs;

class ShortProduct : public on_executor {
 protected:
  operands random_operands(std::size_t count, std::size_t batch, bool shared = false) {
    return operands::random(random, count, batch, shared);
  }

  /// Checks products modulo 2^(64 out). Memory after each product must not change. With `square`, b is not
  /// read.
  void expect_products(const operands& a, const operands& b, std::size_t out, std::size_t batch = 1,
                       convolution form = convolution::in_block, bool square = false) {
    constexpr std::uint64_t guard = 0xbb67ae8584caa73b;
    const std::size_t stride = out + random.below(3);
    limbs result(stride * batch + 1, guard);
    const exec::buffer<limb> x(executor(), std::span<const limb>(a.values)),
        y(executor(), std::span<const limb>(b.values)), z(executor(), std::span<const limb>(result));
    products::run(*detail::engine_of(here()),
                  {.a = a.span(x),
                   .b = square ? a.span(x) : b.span(y),
                   .out = {z.data(), out, stride},
                   .batch = static_cast<std::uint32_t>(batch)},
                  {.how = algorithm::schoolbook, .form = form});
    executor().download(result.data(), z.data(), result.size() * sizeof(limb));
    for (std::size_t g = 0; g < batch; ++g) {
      const integer expected = a.factor(g) * (square ? a : b).factor(g);
      const integer got(std::span<const limb>(result.data() + g * stride, out));
      ASSERT_TRUE(matches(got, expected.low_bits(out * 64)))
          << "problem " << g << " of " << batch << ", " << a.count << " x " << b.count << " -> " << out
          << " limbs";
      for (std::size_t i = g * stride + out; i < (g + 1) * stride; ++i)
        ASSERT_EQ(result[i], guard) << "written behind the end of problem " << g;
    }
    ASSERT_EQ(result.back(), guard) << "written behind the end";
  }
  void expect_product(const limbs& a, const limbs& b, std::size_t out) {
    expect_products({a, a.size(), a.size()}, {b, b.size(), b.size()}, out);
  }
  void expect_product(const limbs& a, const limbs& b) { expect_product(a, b, a.size() + b.size()); }
};

TEST_P(ShortProduct, EverySmallLength) {
  for (std::size_t a = 1; a <= 20; ++a)
    for (std::size_t b = 1; b <= 20; ++b) expect_product(random_limbs(random, a), random_limbs(random, b));
}

TEST_P(ShortProduct, RandomLengths) {
  for (int round = 0; round < 150; ++round) {
    const std::size_t a = random.log_uniform(1, longest - 1), b = random.log_uniform(1, longest - a);
    expect_product(random_limbs(random, a), random_limbs(random, b));
    expect_product(random_limbs(random, b), random_limbs(random, a));
  }
}

// The blocks of 64, 256 and 512 threads hold 64, 256 and 1024 limbs.
TEST_P(ShortProduct, LengthsAtTheLimitsOfTheBlocks) {
  for (const std::size_t limit : {std::size_t{64}, std::size_t{256}, longest})
    for (const std::size_t a : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{16}, limit / 3,
                                limit / 2 - 1, limit / 2, limit / 2 + 1, limit - 2, limit - 1})
      for (const std::size_t sum : {limit - 1, limit, limit + 1}) {
        if (a >= sum || sum > longest) continue;
        expect_product(random_limbs(random, a), random_limbs(random, sum - a));
      }
}

TEST_P(ShortProduct, LongCarries) {
  for (const std::size_t a : {1, 2, 3, 16, 31, 32, 33, 100, 128, 257, 512})
    for (const std::size_t b : {std::size_t{1}, std::size_t{2}, a, a / 2 + 1, 512 - a / 2}) {
      if (b == 0 || a + b > longest) continue;
      const limbs ones_a(a, ~limb{0}), ones_b(b, ~limb{0});
      expect_product(ones_a, ones_b);
      // (2^64a - 1) (2^64(b-1) + 1): all ones, then a carry through all of them.
      limbs sparse(b, 0);
      sparse.front() = 1;
      sparse.back() |= 1;
      expect_product(ones_a, sparse);
      sparse.front() = 2;
      expect_product(ones_a, sparse);
    }
}

TEST_P(ShortProduct, HostilePatterns) {
  for (const std::size_t count : {1, 2, 5, 32, 33, 127, 200, 512}) {
    const auto patterns = hostile_limbs(random, count);
    for (const auto& a : patterns) {
      SCOPED_TRACE(a.name);
      const operands x{a.value, a.value.size(), a.value.size()};
      expect_products(x, x, 2 * x.count, 1, convolution::in_block, true);
      const auto& b = patterns[random.below(patterns.size())];
      expect_product(a.value, b.value);
    }
  }
}

TEST_P(ShortProduct, PowersOfTwoAndTheirNeighbours) {
  for (int round = 0; round < 60; ++round) {
    const auto near_power = [&] {
      limbs value(random.log_uniform(1, longest / 2), 0);
      value.back() = limb{1} << random.below(64);
      if (const auto kind = random.below(3); kind == 1)
        value.front() |= 1;
      else if (kind == 2)  // 2^k - 1
        for (std::size_t i = 0; i < value.size(); ++i)
          value[i] = i + 1 < value.size() ? ~limb{0} : value[i] - 1;
      return value;
    };
    expect_product(near_power(), near_power());
  }
}

TEST_P(ShortProduct, TruncatedAndPaddedResults) {
  for (int round = 0; round < 60; ++round) {
    const std::size_t a = random.log_uniform(1, longest - 1), b = random.log_uniform(1, longest - a);
    const limbs x = random_limbs(random, a), y = random_limbs(random, b);
    expect_product(x, y, random.between(1, a + b));
    expect_product(x, y, random.between(a + b, longest));
  }
  // Operands longer than the result.
  expect_product(random_limbs(random, 5000), random_limbs(random, 300), 512);
  expect_product(random_limbs(random, 5000), random_limbs(random, 3000), 1);
}

TEST_P(ShortProduct, Batches) {
  for (const std::size_t batch : {1, 2, 33})
    for (const bool shared : {false, true})
      for (int round = 0; round < 4; ++round) {
        const std::size_t a = random.log_uniform(1, longest / 2), b = random.log_uniform(1, longest / 2);
        expect_products(random_operands(a, batch), random_operands(b, batch, shared), a + b, batch);
        const operands x = random_operands(a, batch);
        expect_products(x, x, 2 * a, batch, convolution::in_block, true);
      }
}

TEST_P(ShortProduct, TilesDoTheSame) {
  for (const std::size_t batch : {1, 3})
    for (int round = 0; round < 10; ++round) {
      const std::size_t a = random.log_uniform(1, longest / 2), b = random.log_uniform(1, longest / 2);
      const std::size_t out = random.coin() ? a + b : random.between(1, a + b);
      const operands x = random_operands(a, batch), y = random_operands(b, batch);
      expect_products(x, y, out, batch, convolution::in_tiles);
      expect_products(x, y, out, batch, convolution::in_block);
    }
}

TEST_P(ShortProduct, ThePlannersChoiceAtItsLimits) {
  const plan::convolution_tuning& limits = detail::engine_of(here())->tuning().convolution;
  for (const std::size_t a : {1, 3, 45, 300}) {
    std::size_t b = 1;  // the last length in one block
    while (a + b < longest &&
           plan::limb_products_in_block({a, b + 1, a + b + 1}) <= limits.block_limb_products)
      ++b;
    for (const std::size_t count : {b - 1, b, b + 1}) {
      if (count == 0) continue;
      expect_products(random_operands(a, 2), random_operands(count, 2), a + count, 2, convolution::automatic);
    }
  }
  for (const std::size_t sum : {longest - 1, longest, longest + 1})
    expect_products(random_operands(2, 1), random_operands(sum - 2, 1), sum, 1, convolution::automatic);
  const std::size_t batch = limits.block_batch;
  for (const std::size_t count : {batch - 1, batch, batch + 1})
    expect_products(random_operands(100, count), random_operands(90, count), 190, count,
                    convolution::automatic);
}

TEST_P(ShortProduct, SignsAreMultiplied) {
  for (const std::size_t count : {1, 100, 300})
    for (const limb negative_a : {0, 1})
      for (const limb negative_b : {0, 1}) {
        const limb words[] = {negative_a, negative_b, 7};
        const exec::buffer<limb> signs(executor(), std::span<const limb>(words)), out(executor(), 2 * count);
        const limbs values = random_limbs(random, count);
        const exec::buffer<limb> a(executor(), std::span<const limb>(values));
        const kernels::limb_span span{a.data(), count, count};
        products::run(*detail::engine_of(here()),
                      {.a = span,
                       .b = span,
                       .out = {out.data(), 2 * count, 2 * count},
                       .sign = {signs.data(), signs.data() + 1, signs.data() + 2}},
                      {.how = algorithm::schoolbook, .form = convolution::in_block});
        limb sign = 9;
        executor().download(&sign, signs.data() + 2, sizeof sign);
        EXPECT_EQ(sign, negative_a ^ negative_b);
      }
}

TEST_P(ShortProduct, WhatNoBlockHoldsIsRefused) {
  const operands a = random_operands(longest / 2, 1), b = random_operands(longest / 2 + 1, 1);
  EXPECT_THROW(expect_products(a, b, longest + 1), std::length_error);
  EXPECT_THROW(expect_products(a, b, longest), std::length_error);
}

TEST_P(ShortProduct, ThePlanNamesTheKernel) {
  const gpu_bigint small = 3, large = from_oracle(integer(random_limbs(random, longest)));
  EXPECT_TRUE(plan_product(small, small, algorithm::schoolbook).in_block);
  EXPECT_NE(plan_product(small, small, algorithm::schoolbook).to_string().find("one block"),
            std::string::npos);
  EXPECT_FALSE(plan_product(large, large, algorithm::schoolbook).in_block);
  EXPECT_EQ(plan_product(large, large, algorithm::schoolbook).to_string().find("one block"),
            std::string::npos);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(ShortProduct);

}  // namespace

}  // namespace gbi::test
