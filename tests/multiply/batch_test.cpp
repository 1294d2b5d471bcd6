/// \file
/// Batches of products in device memory, in the form that the rest of the library uses.
#include <algorithm>
#include <span>
#include <variant>

#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

struct batch_shape {
  std::size_t a, b, out;  ///< limbs
  std::uint32_t batch;
  bool shared_b = false;  ///< all problems share the second operand
};

class Batch : public on_executor {
 protected:
  static constexpr algorithm algorithms[] = {algorithm::schoolbook, algorithm::fft};

  exec::buffer<limb> on_device(const limbs& values) { return on_device(executor(), values); }
  static exec::buffer<limb> on_device(exec::executor& device, const limbs& values) {
    return {device, std::span<const limb>(values)};
  }

  /// Random operands with gaps between them. Guards after every result must not change.
  void expect_products(const batch_shape& shape, algorithm how) { expect_products(shape, how, here()); }
  void expect_products(const batch_shape& shape, algorithm how, const context& by) {
    constexpr std::uint64_t guard = 0xbb67ae8584caa73b;
    const std::size_t gap = random.below(4);
    const std::size_t stride_a = shape.a + gap, stride_b = shape.shared_b ? 0 : shape.b + 2 * gap,
                      stride_out = shape.out + gap;
    const limbs a = random_limbs(random, stride_a * shape.batch);
    const limbs b = random_limbs(random, shape.shared_b ? shape.b : stride_b * shape.batch);
    limbs out(stride_out * shape.batch, guard);
    exec::executor& device = detail::engine_of(by)->executor();
    const auto x = on_device(device, a), y = on_device(device, b), result = on_device(device, out);
    products::run(*detail::engine_of(by),
                  {.a = {x.data(), shape.a, stride_a},
                   .b = {y.data(), shape.b, stride_b},
                   .out = {result.data(), shape.out, stride_out},
                   .batch = shape.batch},
                  {.how = how});
    device.download(out.data(), result.data(), out.size() * sizeof(limb));
    for (std::uint32_t g = 0; g < shape.batch; ++g) {
      const integer factor_a(std::span<const limb>(a.data() + g * stride_a, shape.a));
      const integer factor_b(std::span<const limb>(b.data() + g * stride_b, shape.b));
      const integer got(std::span<const limb>(out.data() + g * stride_out, shape.out));
      ASSERT_TRUE(matches(got, (factor_a * factor_b).low_bits(shape.out * 64)))
          << "problem " << g << " of " << shape.batch << ", " << shape.a << " x " << shape.b << " -> "
          << shape.out << " limbs";
      for (std::size_t i = shape.out; i < stride_out; ++i)
        ASSERT_EQ(out[g * stride_out + i], guard) << "written behind the end of problem " << g;
    }
  }

  std::size_t random_size() { return random.log_uniform(1, size({3000, 500, 20000})); }
};

TEST_P(Batch, ManyProblemsOfOneShape) {
  for (const std::uint32_t batch : {1u, 2u, 3u, 7u, 33u})
    for (const algorithm how : algorithms) {
      const std::size_t a = random_size(), b = random_size();
      expect_products({a, b, a + b, batch}, how);
    }
}

TEST_P(Batch, OneSharedOperand) {
  for (const std::uint32_t batch : {1u, 2u, 3u, 7u, 33u})
    for (const algorithm how : algorithms) {
      const std::size_t a = random_size(), b = random_size();
      expect_products({a, b, a + b, batch, true}, how);
    }
}

TEST_P(Batch, TruncatedAndPaddedResults) {
  for (int round = 0; round < 12; ++round)
    for (const algorithm how : algorithms) {
      const std::size_t a = random_size(), b = random_size();
      expect_products({a, b, random.between(1, a + b), 3}, how);
      expect_products({a, b, a + b + random.between(1, 2000), 2}, how);
    }
}

TEST_P(Batch, EachProductByAWarp) {
  const context by = tuned_context(GetParam(), [](plan::tuning& tuned) { tuned.batch.byte_rows = 1; });
  for (int round = 0; round < 12; ++round)
    for (const bool shared : {false, true}) {
      const std::size_t a = random.log_uniform(1, plan::longest_byte_limbs), b = random.between(1, a),
                        out = random.between(1, 2 * a);
      const auto batch = static_cast<std::uint32_t>(random.between(2, 40));
      const plan::planned_product plan = detail::engine_of(by)->planner().product({a, b, out, batch});
      ASSERT_TRUE(std::holds_alternative<plan::routes::by_warps>(plan.route));
      ASSERT_NO_FATAL_FAILURE(expect_products({a, b, out, batch, shared}, algorithm::automatic, by));
      ASSERT_NO_FATAL_FAILURE(expect_products({b, a, out, batch, shared}, algorithm::automatic, by));
    }
}

// Transforms write no more limbs than the results have, and are verified all the same.
TEST_P(Batch, ProductsThatFitInFewerLimbs) {
  const context by = tuned_context(GetParam(), [](plan::tuning& tuned) {
    tuned.words = plan::word_limits::none();
    tuned.product.verified_total_limbs = 1;
  });
  detail::engine& engine = *detail::engine_of(by);
  for (int round = 0; round < 8; ++round) {
    const std::size_t count = 10 + random_size(), zeros = random.between(1, count / 2),
                      out = 2 * (count - zeros);
    const auto batch = static_cast<std::uint32_t>(random.between(1, 4));
    limbs a = random_limbs(random, count * batch), b = random_limbs(random, count * batch),
          found(out * batch);
    for (limbs* x : {&a, &b})
      for (std::uint32_t g = 0; g < batch; ++g)
        std::fill_n(x->begin() + static_cast<std::ptrdiff_t>(g * count + count - zeros), zeros, limb{0});
    const exec::buffer<limb> x = on_device(engine.executor(), a), y = on_device(engine.executor(), b),
                             result(engine.executor(), out * batch);
    products::run(engine,
                  {.a = {x.data(), count, count},
                   .b = {y.data(), count, count},
                   .out = {result.data(), out, out},
                   .batch = batch},
                  {.how = algorithm::fft, .fits = true});
    engine.executor().download(found.data(), result.data(), found.size() * sizeof(limb));
    for (std::uint32_t g = 0; g < batch; ++g) {
      const auto number = [&](const limbs& of, std::size_t size) {
        return integer(std::span<const limb>(of.data() + g * size, size));
      };
      ASSERT_TRUE(matches(number(found, out), number(a, count) * number(b, count)))
          << count << " limbs, " << zeros << " zeros above, problem " << g << " of " << batch;
    }
  }
  EXPECT_EQ(by.repairs(), 0u);
}

TEST_P(Batch, Squares) {
  for (const std::uint32_t batch : {1u, 2u, 7u})
    for (const algorithm how : algorithms) {
      const std::size_t count = random_size();
      const limbs a = random_limbs(random, count * batch);
      const auto x = on_device(a);
      const exec::buffer<limb> out(executor(), 2 * count * batch);
      const kernels::limb_span span{x.data(), count, count};
      products::run(*detail::engine_of(here()),
                    {.a = span, .b = span, .out = {out.data(), 2 * count, 2 * count}, .batch = batch},
                    {.how = how});
      limbs result(out.size());
      executor().download(result.data(), out.data(), result.size() * sizeof(limb));
      for (std::uint32_t g = 0; g < batch; ++g) {
        const integer root(std::span<const limb>(a.data() + g * count, count));
        ASSERT_TRUE(
            matches(integer(std::span<const limb>(result.data() + g * 2 * count, 2 * count)), root * root));
      }
    }
}

// Operands with the same start and length but different strides are different batches. Their product is not a
// square.
TEST_P(Batch, OperandsThatShareTheirFirstNumberOnly) {
  const std::size_t count = 100;
  const limbs a = random_limbs(random, 3 * count);
  const auto x = on_device(a);
  for (const algorithm how : algorithms) {
    const exec::buffer<limb> out(executor(), 2 * count * 3);
    products::run(*detail::engine_of(here()),
                  {.a = {x.data(), count, count},
                   .b = {x.data(), count, 0},
                   .out = {out.data(), 2 * count, 2 * count},
                   .batch = 3},
                  {.how = how});
    limbs result(out.size());
    executor().download(result.data(), out.data(), result.size() * sizeof(limb));
    const integer first(std::span<const limb>(a.data(), count));
    for (std::size_t g = 0; g < 3; ++g)
      EXPECT_TRUE(matches(integer(std::span<const limb>(result.data() + g * 2 * count, 2 * count)),
                          first * integer(std::span<const limb>(a.data() + g * count, count))));
  }
}

// If the workspace cannot hold all problems, they are computed in parts.
TEST_P(Batch, MoreThanTheWorkspaceHolds) {
  if (is_shuffled()) GTEST_SKIP() << "hundreds of megabytes of workspace";
  const std::size_t limbs_each = size({20'000, 1, 150'000});
  const auto plan_of = [&](std::size_t batch) {
    return detail::engine_of(here())->planner().product({limbs_each, limbs_each, 2 * limbs_each, batch},
                                                        {.how = algorithm::fft});
  };
  const auto batch = plan_of(100'000).at_once + 3;
  EXPECT_LT(plan_of(batch).at_once, batch);
  if (batch > 400) GTEST_SKIP() << "operands too small here to exceed the workspace";
  expect_products({limbs_each, limbs_each, 2 * limbs_each, batch}, algorithm::fft);
}

// The shortest transform that takes three passes over memory.
TEST_P(Batch, ThreePasses) {
  if (test_scale() < 1) GTEST_SKIP() << "takes too long here";
  std::size_t count = 100'000;
  while (plan::choose_fft(plan::product_shape::whole(count, count)).shape.column_passes < 2)
    count += count / 16;
  expect_products({count, count, 2 * count, 2}, algorithm::fft);
}

GPU_BIGINT_ON_EVERY_DEVICE(Batch);

}  // namespace

}  // namespace gbi::test
