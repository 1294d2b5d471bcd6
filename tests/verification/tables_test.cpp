/// \file
/// Bits that flip in the tables of a context. A fault makes the context write its tables again, so the check
/// that found it, or the next one, is the last that fails.
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/faults/evidence.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

using device = watched_executor<distant_executor>;

class DamagedTables : public testing::Test {
 protected:
  /// Makes the context that later numbers live in.
  void begin(plan::tuning tuned) {
    auto owned = std::make_unique<device>();
    device_ = owned.get();
    tuned.words = plan::word_limits::none();
    here_.emplace(detail::context_of(detail::engine::make(std::move(owned), std::move(tuned))));
  }

  /// \param is_right whether the operation has the right result
  void flip(const std::function<bool()>& is_right) {
    context::current().set_verification(verification::all);
    device_->fresh_mark = of_tables;
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(is_right());
    device_->fresh_mark = of_results;
    // Whether the operation finds no fault.
    const auto runs = [&] {
      const std::uint64_t before = faults::faults();
      try {
        EXPECT_TRUE(is_right());
      } catch (const device_error&) {
      }
      return faults::faults() == before;
    };
    int noticed = 0, twice = 0;
    for (int i = 0; i < most_flips && noticed < enough; ++i) {
      device_->flip_one(detail::engine_of(context::current())->executor(), random, of_tables);
      int failures = 0;
      // A flip in the sums of a check makes one check fail, which may be the second one from here.
      while (failures < 3 && !runs()) ++failures;
      ASSERT_LT(failures, 3) << "flip " << i << " stays";
      noticed += failures > 0;
      twice += failures > 1;
    }
    EXPECT_EQ(noticed, enough);
    EXPECT_LT(twice, enough);
  }

  device& hardware() const { return *device_; }

  random_source random{test_seed()};
  static constexpr std::uint64_t of_tables = 1, of_results = 2;
  static constexpr int enough = 4, most_flips = 2000;

 private:
  std::optional<scoped_context> here_;
  device* device_ = nullptr;
};

TEST_F(DamagedTables, OfProductsAreMadeAgain) {
  begin(tuning_for("sm_90"));
  const integer a(random_limbs(random, 9000)), b(random_limbs(random, 8500)), right = a * b;
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  flip([&] { return matches(x * y, right); });
}

TEST_F(DamagedTables, OfVerifiedProductsAreMadeAgain) {
  plan::tuning tuned = tuning_for("sm_90");
  tuned.product.verified_total_limbs = 1024;
  begin(tuned);
  const integer a(random_limbs(random, 9000)), b(random_limbs(random, 8500)), right = a * b;
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  ASSERT_TRUE(plan_product(x, y).verified);
  flip([&] { return matches(x * y, right); });
}

// A divider keeps its reciprocal for good, so after a fault it divides without it.
TEST_F(DamagedTables, OfADividerAreNotUsedAgain) {
  begin(tuning_for("sm_90"));
  context::current().set_verification(verification::all);
  const integer a(random_limbs(random, 900)), b(random_limbs(random, 500)), c(random_limbs(random, 500));
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  ASSERT_TRUE(matches(divider(from_oracle(c)).div_rem(x).quotient, a / c)) << "makes the tables of products";
  hardware().fresh_mark = of_tables;
  const divider by(y);
  hardware().fresh_mark = of_results;
  const auto finds_fault = [&] {
    const std::uint64_t before = faults::faults();
    try {
      EXPECT_TRUE(matches(by.div_rem(x).quotient, a / b));
    } catch (const device_error&) {
    }
    return faults::faults() != before;
  };
  ASSERT_FALSE(finds_fault());
  int flips = 0;
  for (; flips < most_flips && !finds_fault(); ++flips)
    hardware().flip_one(detail::engine_of(context::current())->executor(), random, of_tables);
  ASSERT_LT(flips, most_flips);
  EXPECT_FALSE(finds_fault());
}

TEST_F(DamagedTables, OfPowersAreMadeAgain) {
  begin(plan::resolve_tuning(device().properties(), plan::read_environment()));
  constexpr std::size_t size = 40, n = 16;
  const limbs bases = random_limbs(random, size * n), exponent = random_limbs(random, 2);
  limbs moduli = random_limbs(random, size * n), right;
  for (std::size_t i = 0; i < size; ++i) {
    moduli[i * n] |= 1;
    const auto element = [i](const limbs& all) {
      return integer(limbs(all.begin() + static_cast<std::ptrdiff_t>(i * n),
                           all.begin() + static_cast<std::ptrdiff_t>((i + 1) * n)));
    };
    integer power;
    mpz_powm(power.get(), element(bases).get(), integer(exponent).get(), element(moduli).get());
    limbs found = from_oracle(power).to_limbs();
    found.resize(n);
    right.insert(right.end(), found.begin(), found.end());
  }
  const bigint_batch x = bigint_batch::from_limbs(bases, size, 64 * n),
                     m = bigint_batch::from_limbs(moduli, size, 64 * n);
  const gpu_bigint e = from_oracle(integer(exponent));
  flip([&] { return pow_mod(x, e, odd_moduli(m, modular_arithmetic::residues)).to_limbs() == right; });
}

TEST_F(DamagedTables, OfMersenneTestsAreMadeAgain) {
  begin(plan::resolve_tuning(device().properties(), plan::read_environment()));
  // Tests of shorter numbers read so little of their tables that few flips would reach them.
  constexpr std::uint64_t exponent = 44497, steps = 40;
  integer modulus(limbs{1}), right(limbs{4});
  mpz_mul_2exp(modulus.get(), modulus.get(), exponent);
  mpz_sub_ui(modulus.get(), modulus.get(), 1);
  for (std::uint64_t i = 0; i < steps; ++i) {
    mpz_mul(right.get(), right.get(), right.get());
    mpz_sub_ui(right.get(), right.get(), 2);
    mpz_mod(right.get(), right.get(), modulus.get());
  }
  flip([&] {
    lucas_lehmer test(exponent);
    test.step(steps);
    return matches(test.residue(), right);
  });
}

}  // namespace

}  // namespace gbi::test
