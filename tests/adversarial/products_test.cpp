/// \file
/// Hostile operands on both sides of every change of a plan, where operands fill a transform or digits get a
/// new width: whole products and squares by proven and by verified digits, factors of other lengths, kept
/// transforms, batches, plain transforms.
#include <algorithm>
#include <stdexcept>

#include "bench/multiply/plain_fft.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/prepared.hpp"
#include "src/multiply/right_angle.hpp"
#include "tests/adversarial/fixture.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/support/measured_product.hpp"

namespace gbi::test {

namespace {

class AdversarialProducts : public Adversarial {
 protected:
  /// Checks the products of hostile operands that `multiply` computes by a plan for n and m limbs.
  template <class Multiply>
  void check(std::size_t n, std::size_t m, const plan::fft_plan& plan, const Multiply& multiply) {
    pairs().visit(n, m, plan.digit_bits, [&](const operand_pair& operands) {
      expect_product(operands, product_by(operands.a, operands.b, multiply), described(plan));
    });
  }
  void check_right_angle(std::size_t n, std::size_t m, const plan::fft_plan& plan) {
    check(n, m, plan,
          [&](const products::product& wanted) { products::run_right_angle(engine(), wanted, plan); });
  }
};

TEST_P(AdversarialProducts, OfProvenDigits) {
  const auto plan_of = [](std::size_t n) { return plan::choose_fft(plan::product_shape::whole(n, n)); };
  for (const std::size_t n : sizes_beside_changes(1, longest({4000, 700, 20000}), plan_of))
    check_right_angle(n, n, plan_of(n));
}

TEST_P(AdversarialProducts, OfProvenDigitsWithFactorsOfOtherLengths) {
  for (const std::size_t share : {3, 17}) {
    const auto plan_of = [&](std::size_t n) {
      return plan::choose_fft(plan::product_shape::whole(n, n / share + 1));
    };
    for (const std::size_t n : sizes_beside_changes(share, longest({3000, 500, 20000}), plan_of))
      check_right_angle(n, n / share + 1, plan_of(n));
  }
}

// After recoding, errors are those of random operands, so no product needs a repair.
TEST_P(AdversarialProducts, OfVerifiedDigits) {
  for (const bool square : {false, true}) {
    const auto plan_of = [&](std::size_t n) {
      return plan::choose_verified_fft(plan::product_shape::whole(n, n, square));
    };
    double largest = 0;
    for (const std::size_t n : sizes_beside_changes(700, longest({9000, 2500, 40000}), plan_of)) {
      const plan::fft_plan plan = plan_of(n);
      if (!plan.verified) continue;
      pairs().visit(n, n, plan.digit_bits, [&](const operand_pair& operands) {
        const limbs& b = square ? operands.a : operands.b;
        const measured_product found = measure_product(engine(), operands.a, b, plan, true);
        expect_product({operands.name, operands.a, b}, found.value, described(plan));
        EXPECT_LT(found.error, 0.4) << operands.name << ", " << described(plan);
        EXPECT_LT(found.largest, 0x1p49) << operands.name << ", " << described(plan);
        largest = std::max(largest, found.error);
      });
    }
    std::printf("[ measured ] %s of verified digits: largest error %.3f\n", square ? "squares" : "products",
                largest);
  }
}

// With verification and a repair, which no product needs.
TEST_P(AdversarialProducts, OfVerifiedDigitsAsTheLibraryMultiplies) {
  const auto plan_of = [](std::size_t n) {
    return plan::choose_verified_fft(plan::product_shape::whole(n, n));
  };
  for (const std::size_t n : sizes_beside_changes(700, longest({6000, 1000, 40000}), plan_of)) {
    const plan::fft_plan plan = plan_of(n);
    check(n, n, plan, [&](const products::product& wanted) {
      products::execute(engine(), plan_by(engine(), wanted, plan), wanted);
    });
  }
}

// The worst operands may fail their verification, and are repaired; random ones do not fail.
TEST_P(AdversarialProducts, OfDigitsThatRelyOnTheirRepair) {
  const auto plan_of = [](std::size_t n) {
    return plan::choose_verified_fft(plan::product_shape::whole(n, n), plan::trust::if_repaired);
  };
  double largest = 0;
  for (const std::size_t n : sizes_beside_changes(700, longest({6000, 1000, 40000}), plan_of)) {
    const plan::fft_plan plan = plan_of(n);
    if (!plan.verified) continue;
    check(n, n, plan, [&](const products::product& wanted) {
      products::execute(engine(), plan_by(engine(), wanted, plan, plan::repair::by_transform), wanted);
    });
    const limbs a = random_limbs(random, n), b = random_limbs(random, n);
    const measured_product found = measure_product(engine(), a, b, plan, true);
    expect_product({"random", a, b}, found.value, described(plan));
    EXPECT_LT(found.error, 0.4) << described(plan);
    largest = std::max(largest, found.error);
  }
  std::printf("[ measured ] random products of digits that rely on their repair: largest error %.3f\n",
              largest);
}

TEST_P(AdversarialProducts, ByKeptTransforms) {
  const auto mode = here().verification();
  const auto plan_of = [&](std::size_t n) {
    const auto found = plan::planner(engine().tuning(), mode).kept_product(plan::product_shape::whole(n, n));
    return found ? std::get<plan::routes::in_pieces>(found->route).cut.fft : plan::fft_plan{{}, 16};
  };
  for (const std::size_t n : sizes_beside_changes(700, longest({4000, 900, 20000}), plan_of))
    pairs().visit(n, n, plan_of(n).digit_bits, [&](const operand_pair& operands) {
      const prepared kept{gpu_bigint::from_limbs(operands.b)};
      expect_product(operands, (gpu_bigint::from_limbs(operands.a) * kept).to_limbs(),
                     "kept " + described(plan_of(n)));
    });
}

TEST_P(AdversarialProducts, OfBatches) {
  const auto plan_of = [](std::size_t n) { return plan::choose_fft(plan::product_shape::whole(n, n)); };
  for (const std::size_t n :
       sizes_beside_changes(2, std::min<std::size_t>(512, longest({400, 100, 1000})), plan_of)) {
    const plan::fft_plan plan = plan_of(n);
    std::vector<operand_pair> problems;
    pairs().visit(n, n, plan.digit_bits, [&](const operand_pair& operands) { problems.push_back(operands); });
    std::vector<gpu_bigint> a, b;
    for (const operand_pair& operands : problems) {
      a.push_back(gpu_bigint::from_limbs(operands.a));
      b.push_back(gpu_bigint::from_limbs(operands.b));
    }
    const auto x = bigint_batch::from_numbers(a, 64 * n), y = bigint_batch::from_numbers(b, 64 * n);
    const bigint_batch found = mul_full(x, y, algorithm::fft), squares = square(x, algorithm::fft);
    for (std::size_t g = 0; g < problems.size(); ++g) {
      expect_product(problems[g], found[g].to_limbs(), "batch, " + described(plan));
      expect_product({problems[g].name, problems[g].a, problems[g].a}, squares[g].to_limbs(),
                     "batch, " + described(plan));
    }
  }
}

TEST_P(AdversarialProducts, ByPlainTransforms) {
  for (const plan::fft_form form : {plan::fft_form::packed_real, plan::fft_form::complex}) {
    const auto plan_of = [&](std::size_t n) {
      return plan::choose_fft(plan::product_shape::whole(n, n), form);
    };
    for (const std::size_t n : sizes_beside_changes(1, longest({1200, 300, 10000}), plan_of))
      pairs().visit(n, n, plan_of(n).digit_bits, [&](const operand_pair& operands) {
        expect_product(operands,
                       product_by(operands.a, operands.b,
                                  [&](const products::product& wanted) {
                                    bench::run_plain_fft(engine(), wanted, form);
                                  }),
                       "plain " + described(plan_of(n)));
      });
  }
}

// No digit may leave a transform. A plan that would allow it is refused before anything runs.
TEST_P(AdversarialProducts, PlansWithoutRoomAreRefused) {
  const std::size_t n = 3000;
  const plan::fft_plan plan = plan::choose_fft(plan::product_shape::whole(n, n));
  ASSERT_GT(plan.shape.column_passes, 0);
  const auto multiply = [&](std::size_t limbs_a, std::size_t limbs_b, const plan::fft_plan& by) {
    (void)product_by(limbs(limbs_a, 1), limbs(limbs_b, 2), [&](const products::product& wanted) {
      products::run_right_angle(engine(), wanted, by);
    });
  };
  EXPECT_NO_THROW(multiply(n, n, plan));
  EXPECT_THROW(multiply(2 * n, n, plan), std::logic_error) << "the product would wrap around";
  EXPECT_THROW(multiply(6 * n, 1, plan), std::logic_error) << "an operand would";
  const plan::fft_shape odd{96, 0, {1, 1}, 96};
  EXPECT_THROW(multiply(1, 1, {odd, 12}), std::logic_error) << "a carry would have no room";
  EXPECT_THROW(multiply(n, n, {plan.shape, plan::widest_digit + 1}), std::logic_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(AdversarialProducts);

}  // namespace

}  // namespace gbi::test
