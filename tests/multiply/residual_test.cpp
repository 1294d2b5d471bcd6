/// \file
/// Residuals, the differences of a number and a nearly equal product, by transforms that wrap around and by
/// whole products, against GMP.
#include "src/multiply/residual.hpp"

#include <algorithm>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// c = a b + left in device memory, followed by a limb that does not belong to it, and room for the result.
class problem {
 public:
  problem(exec::executor& device, limbs a, limbs b, const limbs& left)
      : left_(left),
        device_(&device),
        square_(a == b),
        a_(device, std::span<const limb>(a)),
        b_(device, std::span<const limb>(b)),
        out_(device, left.size()) {
    limbs c = (integer(a) * integer(b) + integer(left)).to_limbs();
    c.push_back(0x9b05688c2b3e6c1f);
    c_ = exec::buffer<limb>(device, std::span<const limb>(c));
  }

  products::residual wanted() const {
    return {.a = {a_.data(), a_.size(), 0},
            .b = square_ ? kernels::limb_span{a_.data(), a_.size(), 0}
                         : kernels::limb_span{b_.data(), b_.size(), 0},
            .c = {c_.data(), c_.size() - 1, 0},
            .out = {out_.data(), out_.size(), out_.size()}};
  }
  testing::AssertionResult is_right() const {
    limbs found(out_.size());
    device_->download(found.data(), out_.data(), found.size() * sizeof(limb));
    return matches(integer(found), integer(left_));
  }

 private:
  limbs left_;
  exec::executor* device_;
  bool square_;
  exec::buffer<limb> a_, b_, c_, out_;
};

class Residual : public on_executor {
 protected:
  detail::engine& engine() const { return *detail::engine_of(here()); }

  /// The shortest transform.
  static plan::fft_plan transform_of(const products::residual& wanted, bool verified) {
    const bool square = wanted.a.limbs == wanted.b.limbs;
    return *plan::find_wrapped(plan::product_shape::whole(wanted.a.count, wanted.b.count, square),
                               std::max({wanted.out.count + 1, wanted.a.count, wanted.b.count}), verified);
  }
  /// A plan by this transform, whatever the planner would choose.
  static plan::residual_plan plan_by(detail::engine& engine, const products::residual& wanted,
                                     const plan::fft_plan& transform) {
    return engine.planner().residual_by(products::shape_of(wanted), transform);
  }
  static void run_wrapped(detail::engine& engine, const products::residual& wanted,
                          const plan::fft_plan& transform, const products::spectrum* kept_b = nullptr) {
    products::residual by_kept = wanted;
    by_kept.kept_b = kept_b;
    products::execute(engine, plan_by(engine, wanted, transform), by_kept);
  }

  /// Numbers of `count` limbs: random, zero, and with carries that run far.
  std::vector<limbs> small_numbers(std::size_t count) {
    std::vector<limbs> result{random_limbs(random, count), limbs(count), limbs(count, ~limb{0})};
    result.emplace_back(count)[0] = 1;
    result.emplace_back(count)[count - 1] = limb{1} << 63;
    return result;
  }

  void expect_right(const limbs& a, const limbs& b, const limbs& left) {
    const problem tested(executor(), a, b, left);
    for (const bool verified : {false, true}) {
      const plan::fft_plan plan = transform_of(tested.wanted(), verified);
      run_wrapped(engine(), tested.wanted(), plan);
      ASSERT_TRUE(tested.is_right()) << a.size() << " by " << b.size() << " limbs, " << left.size()
                                     << " left, " << plan.shape.points << " points";
      const products::spectrum kept = products::transform_operand(engine(), tested.wanted().b, plan);
      run_wrapped(engine(), tested.wanted(), plan, &kept);
      ASSERT_TRUE(tested.is_right()) << "kept, " << a.size() << " by " << b.size() << " limbs, "
                                     << left.size() << " left, " << plan.shape.points << " points";
    }
    products::run_whole(engine(), tested.wanted());
    ASSERT_TRUE(tested.is_right()) << "whole, " << a.size() << " by " << b.size() << " limbs";
    products::run_residual(engine(), tested.wanted());
    ASSERT_TRUE(tested.is_right()) << "chosen, " << a.size() << " by " << b.size() << " limbs";
  }
};

// Operands as long as the residual, so that about half of the product wraps around, and others.
TEST_P(Residual, ByEveryPlan) {
  const std::size_t longest = size({40000, 6000, 400000});
  for (std::size_t n = 2; n < longest; n += n / 2 + random.below(n)) {
    expect_right(random_limbs(random, n), random_limbs(random, n), random_limbs(random, n + 1));
    expect_right(random_limbs(random, n), random_limbs(random, 1 + random.below(n)),
                 random_limbs(random, 1 + random.below(n)));
  }
}

TEST_P(Residual, Hostile) {
  for (const std::size_t n : {3, 40, 300, 1500, 6000}) {
    if (n > size({6000, 1500, 6000})) continue;
    const auto patterns = hostile_limbs(random, n);
    for (const limbs& left : small_numbers(n + random.below(2)))
      for (int round = 0; round < 3; ++round)
        expect_right(patterns[random.below(patterns.size())].value,
                     patterns[random.below(patterns.size())].value, left);
  }
}

TEST_P(Residual, OfSquares) {
  for (const std::size_t n : {5, 500, 3000, 9000}) {
    if (n > size({9000, 3000, 9000})) continue;
    const limbs root = random_limbs(random, n);
    for (const limbs& left : small_numbers(n + 1)) expect_right(root, root, left);
  }
}

// Moduli from the shortest that a plan allows up to moduli longer than the product.
TEST_P(Residual, OfAnyModulus) {
  for (const std::size_t points : {8192, 16384, 36864}) {
    const plan::fft_plan plan{plan::shape_of(points), 8};
    const std::size_t k = plan::modulus_limbs(plan);
    for (const std::size_t n : {k - 1, k - 2, k / 2, k / 3})
      for (const std::size_t m : {n, n - 1})
        for (const limbs& left : small_numbers(k - 1)) {
          const problem tested(executor(), limbs(n, ~limb{0}), random_limbs(random, m), left);
          run_wrapped(engine(), tested.wanted(), plan);
          ASSERT_TRUE(tested.is_right()) << n << " by " << m << " limbs, " << points << " points";
        }
  }
}

TEST_P(Residual, Batches) {
  const std::size_t n = size({700, 300, 70000});
  const std::uint32_t batch = 3;
  limbs a, b, c, left;
  for (std::uint32_t g = 0; g < batch; ++g) {
    const limbs x = random_limbs(random, n), y = random_limbs(random, n), d = random_limbs(random, n + 1);
    const limbs sum = (integer(x) * integer(y) + integer(d)).to_limbs(2 * n + 1);
    a.insert(a.end(), x.begin(), x.end());
    b.insert(b.end(), y.begin(), y.end());
    c.insert(c.end(), sum.begin(), sum.end());
    left.insert(left.end(), d.begin(), d.end());
  }
  const exec::buffer<limb> x(executor(), std::span<const limb>(a)), y(executor(), std::span<const limb>(b)),
      z(executor(), std::span<const limb>(c)), out(executor(), left.size());
  const products::residual wanted{.a = {x.data(), n, n},
                                  .b = {y.data(), n, n},
                                  .c = {z.data(), 2 * n + 1, 2 * n + 1},
                                  .out = {out.data(), n + 1, n + 1},
                                  .batch = batch};
  const auto expect = [&](const char* how) {
    limbs found(left.size());
    executor().download(found.data(), out.data(), found.size() * sizeof(limb));
    EXPECT_EQ(found, left) << how;
    executor().clear(out.data(), found.size() * sizeof(limb));
  };
  run_wrapped(engine(), wanted, transform_of(wanted, true));
  expect("wrapped");
  products::run_whole(engine(), wanted);
  expect("whole");
}

// Digits that are too wide cause errors, which must be noticed. Short operands are repaired by columns,
// longer ones with proven digits.
TEST_P(Residual, WrongOnesAreRepaired) {
  for (const std::size_t n : {std::size_t{7000}, std::size_t{9000}}) {
    const problem tested(executor(), random_limbs(random, n), random_limbs(random, n),
                         random_limbs(random, n));
    plan::fft_plan plan = transform_of(tested.wanted(), true);
    plan.digit_bits = plan::widest_digit;
    for (const bool verified : {false, true}) {
      plan.verified = verified;
      run_wrapped(engine(), tested.wanted(), plan);
      EXPECT_EQ(bool(tested.is_right()), verified) << n << " limbs";
    }
  }
}

TEST_P(Residual, FaultsOfTheHardwareAreRepairedOrReported) {
  for (const std::size_t n : {std::size_t{7000}, std::size_t{9000}}) {
    const limbs a = random_limbs(random, n), b = random_limbs(random, n), left = random_limbs(random, n);
    on_faulty_hardware(GetParam(), [&](auto& hardware) {
      using place = typename std::remove_reference_t<decltype(hardware)>::place;
      detail::engine& here = *detail::engine_of(context::current());
      const problem tested(hardware, a, b, left);
      plan::fft_plan plan = transform_of(tested.wanted(), true);
      plan.verified = true;  // with proven digits, if they are as wide
      for (const place where : {place::spectrum, place::result, place::residual}) {
        hardware.fail(where, 1);
        run_wrapped(here, tested.wanted(), plan);
        EXPECT_TRUE(tested.is_right()) << "one fault, " << n << " limbs";
      }
      // Every kind of repair yields limbs, of the product or of the residual itself.
      hardware.fail(place::result, 2);
      {
        faults::collector operation;
        run_wrapped(here, tested.wanted(), plan);
        EXPECT_THROW(faults::require_right(operation.so_far()), device_error);
      }
      run_wrapped(here, tested.wanted(), plan);
      EXPECT_TRUE(tested.is_right()) << "after an error";
    });
  }
}

GPU_BIGINT_ON_EVERY_DEVICE(Residual);

}  // namespace

}  // namespace gbi::test
