/// \file
/// Whole products by transforms in one block. Every length is tested, whatever the planner prefers, with the
/// widest digits that are proven for it.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/exec/buffer.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/multiply/batch_operands.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr std::uint64_t lengths[] = {64, 128, 256, 512, 1024, 2048, 4096};

/// A plan with the widest proven digits, or with the narrowest that fit. None if the operands are too long.
std::optional<plan::fft_plan> plan_of(std::uint64_t points, std::size_t a, std::size_t b,
                                      bool widest = true) {
  std::optional<plan::fft_plan> found;
  for (int bits = plan::widest_digit; bits > 0; --bits) {
    const std::uint64_t x = plan::digits_of(a, bits), y = plan::digits_of(b, bits);
    if (x + y > 2 * points) break;
    if (plan::is_exact(plan::shape_of(points), bits, x, y)) found = {plan::shape_of(points), bits};
    if (found && widest) break;
  }
  return found;
}

/// The greatest length of the shorter operand for which this transform holds the product, if the other
/// operand is `ratio` times as long.
std::size_t block_capacity(std::uint64_t points, std::size_t ratio) {
  std::size_t limbs = 0;
  while (plan_of(points, limbs + 1, (limbs + 1) * ratio)) ++limbs;
  return limbs;
}

class BlockProduct : public on_executor {
 protected:
  operands random_operands(std::size_t count, std::size_t batch, bool shared = false) {
    return operands::random(random, count, batch, shared);
  }

  /// Checks products modulo 2^(64 out). Memory after each product must not change. Without b: squares.
  void expect_products(const plan::fft_plan& plan, const operands& a, const operands* b, std::size_t out,
                       std::size_t batch = 1) {
    constexpr std::uint64_t guard = 0xbb67ae8584caa73b;
    const std::size_t stride = out + random.below(3);
    limbs result(stride * batch + 1, guard);
    const operands& second = b == nullptr ? a : *b;
    const exec::buffer<limb> x(executor(), std::span<const limb>(a.values)),
        y(executor(), std::span<const limb>(second.values)), z(executor(), std::span<const limb>(result));
    products::run_right_angle(*detail::engine_of(here()),
                              {.a = a.span(x),
                               .b = b == nullptr ? a.span(x) : b->span(y),
                               .out = {z.data(), out, stride},
                               .batch = static_cast<std::uint32_t>(batch)},
                              plan);
    executor().download(result.data(), z.data(), result.size() * sizeof(limb));
    for (std::size_t g = 0; g < batch; ++g) {
      const integer got(std::span<const limb>(result.data() + g * stride, out));
      ASSERT_TRUE(matches(got, (a.factor(g) * second.factor(g)).low_bits(out * 64)))
          << "problem " << g << " of " << batch << ", " << a.count << " x " << second.count << " -> " << out
          << " limbs, " << plan.shape.points << " points, digits of " << plan.digit_bits << " bits";
      for (std::size_t i = g * stride + out; i < (g + 1) * stride; ++i)
        ASSERT_EQ(result[i], guard) << "written behind the end of problem " << g;
    }
    ASSERT_EQ(result.back(), guard) << "written behind the end";
  }
  /// Checks a product by this length, if the length holds it, with wide and with narrow digits.
  void expect_product(std::uint64_t points, const limbs& a, const limbs& b) {
    const operands x = operands::alone(a), y = operands::alone(b);
    for (const bool widest : {true, false})
      if (const auto plan = plan_of(points, a.size(), b.size(), widest))
        expect_products(*plan, x, &y, a.size() + b.size());
  }
};

TEST_P(BlockProduct, TheSameOperandsByEveryLength) {
  for (const std::size_t a : {1, 2, 3, 7, 16, 20})
    for (const std::size_t b : {1, 5, 20}) {
      const limbs x = random_limbs(random, a), y = random_limbs(random, b);
      for (const std::uint64_t points : lengths) {
        ASSERT_TRUE(plan_of(points, a, b));
        expect_product(points, x, y);
      }
    }
}

TEST_P(BlockProduct, RandomLengths) {
  for (const std::uint64_t points : lengths)
    for (std::uint64_t round = 0; round < size({20, 6, 40}); ++round) {
      const std::size_t most = 2 * points * 16 / 64;  // digits of 16 bits are proven for all lengths
      const std::size_t a = random.log_uniform(1, most - 2), b = random.log_uniform(1, most - 1 - a);
      expect_product(points, random_limbs(random, a), random_limbs(random, b));
      expect_product(points, random_limbs(random, b), random_limbs(random, a));
    }
}

TEST_P(BlockProduct, FilledByPatterns) {
  for (const std::uint64_t points : lengths) {
    const std::size_t count = block_capacity(points, 1);
    const auto plan = plan_of(points, count, count);
    auto patterns = hostile_limbs(random, count);
    for (auto& pattern : hostile_digits(random, count, plan->digit_bits)) {
      pattern.value.resize(count, 0);
      patterns.push_back(std::move(pattern));
    }
    for (const auto& [name, value] : patterns) {
      SCOPED_TRACE(name);
      const operands x = operands::alone(value), y = operands::alone(random_limbs(random, value.size()));
      expect_products(*plan, x, nullptr, 2 * value.size());
      expect_products(*plan, x, &y, 2 * value.size());
      if (HasFatalFailure()) return;
    }
  }
}

// The longer operand is folded.
TEST_P(BlockProduct, FilledByUnbalancedOperands) {
  for (const std::uint64_t points : lengths)
    for (const std::size_t ratio : {2, 5, 19}) {
      const std::size_t count = block_capacity(points, ratio);
      if (count == 0) continue;
      expect_product(points, random_limbs(random, count), random_limbs(random, count * ratio));
      expect_product(points, limbs(count * ratio, ~limb{0}), limbs(count, ~limb{0}));
    }
}

TEST_P(BlockProduct, LongCarries) {
  for (const std::uint64_t points : lengths)
    for (const std::size_t a :
         {std::size_t{1}, std::size_t{2}, block_capacity(points, 1) / 3, block_capacity(points, 1)}) {
      const limbs ones(a, ~limb{0});
      limbs sparse(a, 0);
      // (2^64a - 1) (2^64(a-1) + 1): all ones, then a carry through all of them.
      sparse.back() = 1;
      sparse.front() |= 1;
      expect_product(points, ones, ones);
      expect_product(points, ones, sparse);
      sparse.front() = 2;
      expect_product(points, ones, sparse);
      limbs power(a, 0);
      power[random.below(a)] = limb{1} << random.below(64);
      expect_product(points, power, ones);
      expect_product(points, power, power);
    }
}

TEST_P(BlockProduct, TruncatedAndPaddedResults) {
  for (const std::uint64_t points : lengths)
    for (std::uint64_t round = 0; round < size({8, 3, 16}); ++round) {
      const std::size_t a = random.between(1, block_capacity(points, 1)), b = random.between(1, a);
      const operands x = random_operands(a, 3), y = random_operands(b, 3);
      const auto plan = plan_of(points, a, b);
      expect_products(*plan, x, &y, random.between(1, a + b), 3);
      expect_products(*plan, x, &y, random.between(a + b, 2 * (a + b)), 3);
      expect_products(*plan, x, nullptr, random.between(1, 2 * a), 3);
    }
}

TEST_P(BlockProduct, Batches) {
  for (const std::uint64_t points : lengths)
    for (const std::size_t batch : {2, 15, 31, 33, 1000}) {
      if (batch * points > size({1 << 17, 1 << 14, 1 << 22})) continue;
      for (const bool shared : {false, true}) {
        const std::size_t a = random.between(1, block_capacity(points, 1)), b = random.between(1, a);
        const operands x = random_operands(a, batch), y = random_operands(b, batch, shared);
        const auto plan = plan_of(points, a, b);
        expect_products(*plan, x, &y, a + b, batch);
        expect_products(*plan, y, &x, a + b, batch);
        expect_products(*plan, x, nullptr, 2 * a, batch);
      }
    }
}

// A carry that runs to the end of one problem must not reach the next one.
TEST_P(BlockProduct, ProblemsOfABlockDoNotCarryIntoEachOther) {
  for (const std::uint64_t points : lengths) {
    const std::size_t count = block_capacity(points, 1);
    for (const std::size_t out : {count, 2 * count - 1, 2 * count}) {
      const operands ones{limbs(count * 40, ~limb{0}), count, count};
      limbs small(count * 40, 0);
      for (std::size_t g = 0; g < 40; ++g) small[g * count] = g % 3;
      const operands factors{small, count, count};
      expect_products(*plan_of(points, count, count), ones, &factors, out, points > 1024 ? 3 : 40);
    }
  }
}

GPU_BIGINT_ON_EVERY_DEVICE(BlockProduct);

}  // namespace

}  // namespace gbi::test
