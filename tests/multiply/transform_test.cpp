/// \file
/// Products at the limit of every transform length: operands whose digits just fill the transform, and
/// patterns with the largest rounding errors.
#include <cstdlib>
#include <string>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// The limbs of the shorter operand in the longest pair of operands, with lengths 1 : ratio, for which the
/// plan takes this many points.
std::size_t capacity(std::uint64_t points, std::size_t ratio) {
  const auto fits = [&](std::size_t limbs) {
    return plan::choose_fft(plan::product_shape::whole(limbs, limbs * ratio)).shape.points <= points;
  };
  std::size_t low = 0, high = 1;
  while (fits(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

class Transform : public on_executor {
 protected:
  // Verified products are tested in verified_test.cpp.
  void SetUp() override {
    on_executor::SetUp();
    before_ = context::current().verification();
    context::current().set_verification(verification::off);
  }
  void TearDown() override {
    context::current().set_verification(before_);
    on_executor::TearDown();
  }

  /// The tested lengths: those that the planner chooses for some product. (Just before digits become
  /// narrower, a length may carry no more than the length below it.)
  std::vector<std::uint64_t> lengths() const {
    std::uint64_t longest = size({1 << 20, 1 << 16, 1 << 21});
    if (std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr && GetParam() != "shuffled") longest = 1 << 24;
    std::vector<std::uint64_t> result;
    for (const plan::fft_shape& shape : plan::fft_shapes())
      if (shape.points <= longest) {
        const std::size_t count = capacity(shape.points, 1);
        if (plan::choose_fft(plan::product_shape::whole(count, count)).shape.points == shape.points)
          result.push_back(shape.points);
      }
    return result;
  }

  /// Keeps some of the cases, which differ from run to run: two if a sanitizer makes products slow, because
  /// it checks memory and not digits, and `many` at lengths that take long.
  template <class Case>
  void leave_some(std::vector<Case>& cases, std::uint64_t points, std::size_t many) {
    const std::size_t most = test_scale() < 1 ? 2 : points > 1 << 17 ? many : cases.size();
    while (cases.size() > most)
      cases.erase(cases.begin() + static_cast<std::ptrdiff_t>(random.below(cases.size())));
  }

  void expect_product(const limbs& a, const limbs& b, std::uint64_t points, const std::string& description) {
    const plan::fft_plan plan = plan::choose_fft(plan::product_shape::whole(a.size(), b.size()));
    ASSERT_EQ(plan.shape.points, points) << description;
    expect_product(a, b, plan, description);
  }
  void expect_product(const limbs& a, const limbs& b, const plan::fft_plan& plan,
                      const std::string& description) {
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    // As a whole, even where the planner would cut the longer operand.
    const gpu_bigint product =
        products::of_numbers(x, y, [&](detail::engine& engine, const products::product& magnitudes) {
          products::run_right_angle(engine, magnitudes, plan);
        });
    ASSERT_TRUE(matches(product, integer(a) * integer(b)))
        << description << ", " << a.size() << " x " << b.size() << " limbs, " << plan.shape.points
        << " points";
  }

 private:
  verification before_{};
};

TEST_P(Transform, EveryLengthFilledByTwoRandomOperands) {
  for (const std::uint64_t n : lengths()) {
    const std::size_t count = capacity(n, 1);
    const limbs a = random_limbs(random, count), b = random_limbs(random, count);
    expect_product(a, b, n, "balanced");
    const gpu_bigint x = gpu_bigint::from_limbs(a);
    ASSERT_TRUE(matches(square(x, algorithm::fft), integer(a) * integer(a)))
        << "square, " << count << " limbs";
  }
}

// These transforms are chosen only on cores, but every executor has their kernels.
TEST_P(Transform, LengthsOfCores) {
  for (const plan::fft_shape& shape : plan::fft_shapes_of_cores()) {
    if (shape.points > 1 << 15) break;
    if (shape.column_passes == 0 || shape.row > 128) continue;
    for (const std::size_t ratio : {1, 3}) {
      plan::fft_plan plan{shape, 0};
      for (int bits = plan::widest_digit; plan.digit_bits == 0; --bits) {
        const std::uint64_t longer = 2 * shape.points * ratio / (ratio + 1);
        if (plan::is_exact(shape, bits, longer, longer)) plan.digit_bits = bits;
      }
      const std::size_t n =
          (2 * shape.points - 2) * static_cast<std::uint64_t>(plan.digit_bits) / 64 / (ratio + 1);
      const limbs a = random_limbs(random, n), b = random_limbs(random, n * ratio), ones(n, ~limb{0});
      expect_product(a, b, plan, "random operands");
      expect_product(b, ones, plan, "random and ones");
      expect_product(ones, ones, plan, "ones");
    }
  }
}

// The longer operand has more digits than the transform has points, so it is folded.
TEST_P(Transform, EveryLengthFilledByUnbalancedOperands) {
  for (const std::uint64_t n : lengths()) {
    std::vector<std::size_t> ratios{2, 3, 50};
    leave_some(ratios, n, 1);
    for (const std::size_t ratio : ratios) {
      const std::size_t count = capacity(n, ratio);
      if (count == 0) continue;
      const limbs a = random_limbs(random, count), b = random_limbs(random, count * ratio);
      const limbs ones(count, ~limb{0}), more_ones(count * ratio, ~limb{0});
      if (plan::choose_fft(plan::product_shape::whole(count, count * ratio)).shape.points != n) continue;
      expect_product(a, b, n, "short times long");
      expect_product(b, a, n, "long times short");
      expect_product(ones, more_ones, n, "ones times more ones");
    }
  }
}

TEST_P(Transform, PatternsOfLimbsAtTheLimitOfEveryLength) {
  for (const std::uint64_t n : lengths()) {
    if (n > 1 << 16) break;  // the pattern tests below cover longer lengths
    const std::size_t count = capacity(n, 1);
    auto patterns = hostile_limbs(random, count);
    leave_some(patterns, n, patterns.size());
    for (auto& [name, value] : patterns) {
      if (value.back() == 0) value.back() = 1;
      expect_product(value, value, n, name + " squared");
      expect_product(value, random_limbs(random, count), n, name + " times random");
    }
  }
}

// The planner uses the length without leading zeros.
TEST_P(Transform, PatternsOfDigitsAtTheLimitOfEveryLength) {
  for (const std::uint64_t n : lengths()) {
    const std::size_t count = capacity(n, 1);
    const int digit_bits = plan::choose_fft(plan::product_shape::whole(count, count)).digit_bits;
    auto patterns = hostile_digits(random, count, digit_bits);
    leave_some(patterns, n, 5);
    for (auto& [name, value] : patterns) value.back() |= 1;  // keeps the length, hence the plan
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const auto& a = patterns[i];
      const auto& b = patterns[random.below(patterns.size())];
      expect_product(a.value, a.value, n, a.name + " squared");
      if (n <= 1 << 16) expect_product(a.value, b.value, n, a.name + " times " + b.name);
    }
  }
}

// One limb more than fits needs the next length. No size falls between the two.
TEST_P(Transform, OneLimbMoreThanALengthHolds) {
  for (const std::uint64_t n : lengths()) {
    if (n > 1 << 16) break;
    const std::size_t count = capacity(n, 1) + 1;
    const limbs a = random_limbs(random, count), b(count, ~limb{0});
    const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
    EXPECT_GT(plan_product(x, y, algorithm::fft).points, n);
    EXPECT_TRUE(matches(multiply(x, y, algorithm::fft), integer(a) * integer(b)));
  }
}

// The planner takes three passes from 9 2^27 points on. This is the shortest transform with three column
// passes.
TEST_P(Transform, ThreePassesOfColumns) {
  if (GetParam() != "host" && GetParam() != "cuda") return;
  if (test_scale() < 1) GTEST_SKIP() << "takes too long here, and its passes are those of other lengths";
  const plan::fft_shape shape{std::uint64_t{1} << 24, 3, {64, 64, 64}, 64};
  const int bits = 11;
  const std::size_t shorter = 1000, longer = shape.points / 64 * 2 * bits - shorter - 1;
  ASSERT_TRUE(plan::is_exact(shape, bits, plan::digits_of(longer, bits), plan::digits_of(shorter, bits)));
  const limbs a = random_limbs(random, longer), b = random_limbs(random, shorter);
  const gpu_bigint product =
      products::of_numbers(gpu_bigint::from_limbs(a), gpu_bigint::from_limbs(b),
                           [&](detail::engine& engine, const products::product& magnitudes) {
                             products::run_right_angle(engine, magnitudes, {shape, bits});
                           });
  EXPECT_TRUE(matches(product, integer(a) * integer(b)));

  const gpu_bigint by_pieces = products::of_numbers(
      gpu_bigint::from_limbs(a), gpu_bigint::from_limbs(b),
      [&](detail::engine& engine, const products::product& magnitudes) {
        products::execute(
            engine,
            plan::planner(engine.tuning(), verification::off)
                .in_pieces(products::shape_of(magnitudes), plan::cut_into({shape, bits}, longer, longer / 2)),
            magnitudes);
      });
  EXPECT_TRUE(by_pieces == product);
}

// Few or many threads share the rows of a product, depending on the size of the grid. Both are forced here on
// the same operands. The FFT columns are long enough for rows of every length.
TEST_P(Transform, RowsByFewAndByManyThreads) {
  for (int row = 64; row <= 4096; row *= 2) {
    const plan::fft_shape shape{64 * static_cast<std::uint64_t>(row), 1, {64, 1}, row};
    const int bits = 12;
    const auto most = static_cast<std::size_t>((shape.points - 1) * bits / 64);
    for (const std::size_t count : {most, random.log_uniform(1, most)}) {
      const limbs a = random_limbs(random, count), b = random_limbs(random, count);
      const gpu_bigint x = gpu_bigint::from_limbs(a), y = gpu_bigint::from_limbs(b);
      const integer first(a), second(b);
      ASSERT_TRUE(plan::is_exact(shape, bits, plan::digits_of(count, bits), plan::digits_of(count, bits)));
      for (const bool many : {false, true}) {
        const auto times = [&](const gpu_bigint& factor) {
          return products::of_numbers(
              x, factor, [&](detail::engine& engine, const products::product& magnitudes) {
                products::run_right_angle(engine, magnitudes, {shape, bits}, {.rows_by_many_threads = many});
              });
        };
        const std::string description = std::to_string(count) + " limbs, rows of " + std::to_string(row) +
                                        (many ? ", many" : ", few") + " threads";
        ASSERT_TRUE(matches(times(y), first * second)) << description;
        ASSERT_TRUE(matches(times(x), first * first)) << description << ", squared";
      }
    }
  }
}

GPU_BIGINT_ON_EVERY_DEVICE(Transform);

}  // namespace

}  // namespace gbi::test
