/// \file
/// A search for operands with the largest rounding errors, by small changes of patterns, and a test of its
/// findings. Errors are shares of the bound K u |x| |y|; digits are not recoded.
#include "tests/adversarial/fixture.hpp"
#include "tests/support/measured_product.hpp"

namespace gbi::test {

namespace {

class AdversarialSearch : public Adversarial {
 protected:
  static plan::fft_plan plan_of(int column, int row) {
    const plan::fft_shape shape{
        static_cast<std::uint64_t>(column) * static_cast<std::uint64_t>(row), 1, {column, 1}, row};
    int bits = plan::widest_digit;
    while (!plan::is_exact(shape, bits, shape.points, shape.points)) --bits;
    return {shape, bits};
  }
  static std::size_t limbs_that_fill(const plan::fft_plan& plan) {
    return static_cast<std::size_t>((plan.shape.points - 1) * static_cast<std::uint64_t>(plan.digit_bits) /
                                    64);
  }

  /// The error of a pair, as a share of its bound. The product must be right.
  double share_of(const digit_pattern& a, const digit_pattern& b, const plan::fft_plan& plan) {
    const std::size_t count = limbs_that_fill(plan);
    const operand_pair operands{a.to_string() + " times " + b.to_string(),
                                limbs_of(a, count, plan.digit_bits), limbs_of(b, count, plan.digit_bits)};
    const measured_product found = measure_product(engine(), operands.a, operands.b, plan);
    expect_product(operands, found.value, described(plan));
    const double bound = error_bound(operands.a, operands.b, plan);
    return bound > 0 ? found.error / bound : 0;
  }
};

TEST_P(AdversarialSearch, WorstPairsOfTheCorpus) {
  double worst = 0;
  for (const worst_pair& pair : worst_pairs) {
    if (is_shuffled() && pair.column * pair.row > 20000) continue;
    const plan::fft_plan plan = plan_of(pair.column, pair.row);
    const double share = share_of(pair.a, pair.b, plan);
    EXPECT_LE(share, 1) << described(plan);
    EXPECT_GT(share, pair.share / 4) << described(plan) << ": this is not the pair that was found";
    worst = std::max(worst, share);
  }
  std::printf("[ measured ] %zu worst pairs, the worst has 1/%.1f of the bound\n", worst_pairs.size(),
              1 / worst);
}

TEST_P(AdversarialSearch, FindsNothingAboveTheBound) {
  if (is_shuffled()) GTEST_SKIP() << "the same arithmetic as on the host";
  const char* asked = std::getenv("GPU_BIGINT_TEST_SEARCH");
  const int steps = asked != nullptr ? std::atoi(asked) : long_form() ? 400 : 20;
  for (const auto& [column, row] :
       {std::pair{64, 64}, {256, 64}, {64, 512}, {144, 64}, {240, 64}, {1024, 64}}) {
    const plan::fft_plan plan = plan_of(column, row);
    const std::size_t digits = limbs_that_fill(plan) * 64 / static_cast<std::size_t>(plan.digit_bits);
    worst_pair best{column, row, {}, {}, 0};
    worst_pair current = best;
    for (int step = 0; step < steps; ++step) {
      // Starts afresh now and then, because many pairs have no better neighbour.
      const bool fresh = step % 100 == 0;
      worst_pair next = current;
      if (fresh || random.coin())
        next.a = fresh ? random_pattern(random, digits) : changed(random, current.a, digits);
      if (fresh || random.coin())
        next.b = fresh ? random_pattern(random, digits) : changed(random, current.b, digits);
      if (random.below(4) == 0) next.b = next.a;
      next.share = share_of(next.a, next.b, plan);
      ASSERT_LE(next.share, 1) << described(plan);
      if (fresh || next.share >= current.share) current = next;
      if (current.share > best.share) best = current;
    }
    std::printf("[ measured ] {%d, %d, %s, %s, %.4f},\n", column, row, best.a.to_string().c_str(),
                best.b.to_string().c_str(), best.share);
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(AdversarialSearch);

}  // namespace

}  // namespace gbi::test
