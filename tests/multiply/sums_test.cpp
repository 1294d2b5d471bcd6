/// \file
/// Products and residuals whose last pass leaves sums of four coefficients, by columns of every length,
/// against GMP.
#include "src/multiply/sums.hpp"

#include <algorithm>
#include <vector>

#include "src/multiply/multiply.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/residual.hpp"
#include "src/number/number.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class Sums : public on_executor {
 protected:
  context with_sums() const {
    return tuned_context(GetParam(), [](plan::tuning& tuned) {
      tuned.words = plan::word_limits::none();
      tuned.product.sum_points = 1;
    });
  }
  /// The shortest matrix whose rows are segments.
  static plan::fft_shape shape_of(int column) {
    return {static_cast<std::uint64_t>(column) * kernels::columns_of_segment,
            1,
            {column, 1, 1},
            kernels::columns_of_segment};
  }
  void expect_products(const plan::fft_plan& plan, const limbs& a, const limbs& b) {
    ASSERT_TRUE(products::has_sums(plan));
    const scoped_context use(with_sums());
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    const auto by = [&](const gpu_bigint& u, const gpu_bigint& v, bool keeps) {
      return products::of_numbers(u, v, [&](detail::engine& engine, const products::product& wanted) {
        const plan::product_shape shape = products::shape_of(wanted);
        const plan::planner planner = engine.planner();
        products::execute(
            engine,
            keeps ? planner.in_pieces(shape, {plan, shape.longer(), 1}) : planner.by_transform(shape, plan),
            wanted);
      });
    };
    const std::string what = std::to_string(plan.shape.column[0]) + " rows, digits of " +
                             std::to_string(plan.digit_bits) + " bits";
    EXPECT_TRUE(matches(by(x, y, false), integer(a) * integer(b))) << what;
    EXPECT_TRUE(matches(by(-x, y, false), -(integer(a) * integer(b)))) << what;
    EXPECT_TRUE(matches(by(x, x, false), integer(a) * integer(a))) << what;
    EXPECT_TRUE(matches(by(x, y, true), integer(a) * integer(b))) << what << ", a transform made before";
    EXPECT_EQ(context::current().repairs(), 0) << what;
  }
  static std::size_t longest(const plan::fft_plan& plan) {
    return (plan.shape.points - 1) * static_cast<unsigned>(plan.digit_bits) / limb_bits;
  }
};

TEST_P(Sums, ProductsThatFillTheTransform) {
  for (const int column : {64, 128, 256, 512, 1024, 144, 160, 192, 224, 240}) {
    if (GetParam() == "shuffled" && column != 64 && column != 240) continue;
    const plan::fft_plan plan{shape_of(column), kernels::widest_sum_digit, true};
    const std::size_t count = longest(plan);
    expect_products(plan, random_limbs(random, count), random_limbs(random, count - random.below(1000)));
  }
}

TEST_P(Sums, DigitsOfEveryWidthAndLongCarries) {
  for (int bits = kernels::narrowest_sum_digit; bits <= kernels::widest_sum_digit; ++bits) {
    const plan::fft_plan plan{shape_of(64), bits, true};
    const std::size_t count = longest(plan);
    expect_products(plan, limbs(count, ~limb{0}), limbs(count, ~limb{0}));
    limbs power(count, 0);
    power.back() = limb{1} << random.below(64);
    expect_products(plan, power, random_limbs(random, count));
    expect_products(plan, limbs{1}, limbs(2 * count - 1, ~limb{0}));
  }
}

TEST_P(Sums, ResultsLongerThanTheProductAndTheTransform) {
  const scoped_context use(with_sums());
  detail::engine& engine = *detail::engine_of(context::current());
  const plan::fft_plan plan{shape_of(64), kernels::narrowest_sum_digit, true};
  const std::size_t modulus = plan::modulus_limbs(plan);
  const limbs a = random_limbs(random, modulus / 2 - 1), b = random_limbs(random, modulus / 2 - 1);
  const exec::buffer<limb> x(engine.executor(), std::span<const limb>(a)),
      y(engine.executor(), std::span<const limb>(b));
  for (const std::size_t count : {modulus, modulus + 1, modulus + 2, 3 * modulus}) {
    limbs found(count, ~limb{0});
    const exec::buffer<limb> out(engine.executor(), std::span<const limb>(found));
    const products::product wanted{
        .a = {x.data(), x.size(), 0}, .b = {y.data(), y.size(), 0}, .out = {out.data(), count, count}};
    products::execute(engine, engine.planner().by_transform(products::shape_of(wanted), plan), wanted);
    engine.executor().download(found.data(), out.data(), count * sizeof(limb));
    EXPECT_TRUE(integer(found) == integer(a) * integer(b)) << count << " limbs";
  }
  EXPECT_EQ(context::current().repairs(), 0);
}

TEST_P(Sums, ResidualsModuloOneMoreThanAPowerOfTwo) {
  const scoped_context use(with_sums());
  detail::engine& engine = *detail::engine_of(context::current());
  exec::executor& device = engine.executor();
  const plan::fft_plan plan{shape_of(64), kernels::narrowest_sum_digit, true};
  const std::size_t k = plan::modulus_limbs(plan);
  std::vector<limbs> rests{random_limbs(random, k - 1), limbs(k - 1, 0), limbs(k - 1, ~limb{0}), {1}};
  for (const std::size_t n : {k - 1, k / 2, k / 3})
    for (limbs left : rests) {
      left.resize(k - 1);
      const limbs a = random_limbs(random, n),
                  b = n == k / 2 ? limbs(k - 1, ~limb{0}) : random_limbs(random, k - 1);
      const limbs c = (integer(a) * integer(b) + integer(left)).to_limbs(a.size() + b.size() + 1);
      const exec::buffer<limb> x(device, std::span<const limb>(a)), y(device, std::span<const limb>(b)),
          z(device, std::span<const limb>(c)), out(device, left.size());
      products::residual wanted{.a = {x.data(), x.size(), 0},
                                .b = {y.data(), y.size(), 0},
                                .c = {z.data(), z.size(), 0},
                                .out = {out.data(), out.size(), out.size()}};
      const plan::residual_plan by = engine.planner().residual_by(products::shape_of(wanted), plan);
      const products::spectrum kept = products::transform_operand(engine, wanted.b, plan);
      for (const products::spectrum* of_b : {static_cast<const products::spectrum*>(nullptr), &kept}) {
        wanted.kept_b = of_b;
        products::execute(engine, by, wanted);
        limbs found(left.size());
        device.download(found.data(), out.data(), found.size() * sizeof(limb));
        EXPECT_EQ(found, left) << n << " limbs" << (of_b != nullptr ? ", kept" : "");
      }
    }
  EXPECT_EQ(context::current().repairs(), 0);
}

GPU_BIGINT_ON_EVERY_DEVICE(Sums);

}  // namespace

}  // namespace gbi::test
