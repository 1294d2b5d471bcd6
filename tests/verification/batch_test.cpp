/// \file
/// Batches with verification::all: the same results as without, and no silent wrong result after a bit flip.
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "tests/verification/fault_campaign.hpp"

namespace gbi::test {

namespace {

class VerificationOfBatches : public verification_test {};

TEST_P(VerificationOfBatches, NoWrongResult) {
  campaign([](auto& faults) {
    constexpr std::size_t size = 5, bits = 200;
    const auto batch = [&](std::size_t limbs) {
      std::vector<gpu_bigint> values;
      for (std::size_t g = 0; g < size; ++g) values.push_back(faults.number(limbs));
      return bigint_batch::from_numbers(values, bits);
    };
    const bigint_batch a = batch(3), b = batch(2), whole = b.resized(192),
                       one = bigint_batch::filled(size, 1, 64);
    const odd_moduli odd(b + b + one), shared(2 * faults.number(3) + 1);
    const gpu_bigint e = faults.number(1);
    // Damage to a result after its check has read it cannot be noticed, so only the first launches count.
    const auto expect = [&](const char* name, const auto& operation) {
      faults.expect_no_wrong_result(name, operation, 25, 0.3);
    };
    expect("product", [&] { return mul_full(a, b); });
    expect("low product", [&] { return mul_low(a, b); });
    expect("high product", [&] { return mul_high(whole, a); });
    expect("sum", [&] { return a + b; });
    expect("difference", [&] { return b - a; });
    expect("quotient", [&] { return div_rem(a, b); });
    expect("modular product", [&] { return mul_mod(b, b, odd); });
    expect("power", [&] { return pow_mod(b, e, odd); });
    expect("powers", [&] { return pow_mod(b, b, odd); });
    expect("power, shared modulus", [&] { return pow_mod(whole, e, shared); });
  });
}

TEST_P(VerificationOfBatches, UndefinedElementsStayUndefined) {
  const verification before = here().verification();
  const auto from = [](std::vector<gpu_bigint> values) { return bigint_batch::from_numbers(values, 128); };
  const bigint_batch a = from({7, 8, 9, gpu_bigint(1) << 127}), b = from({3, 0, 10, 11}),
                     n = from({15, 16, 17, 0});
  for (const verification how : {verification::residue, verification::all}) {
    here().set_verification(how);
    const batch_quotient found = div_rem(a, b);
    EXPECT_EQ(found.quotient.undefined(), std::vector<std::size_t>{1});
    EXPECT_EQ(found.remainder.undefined(), std::vector<std::size_t>{1});
    EXPECT_EQ(found.quotient[3], (gpu_bigint(1) << 127) / 11);
    for (const bigint_batch& power : {pow_mod(a, 5, n), mul_mod(a, b, n)}) {
      EXPECT_EQ(power.bits(), 128u);
      EXPECT_EQ(power.undefined(), (std::vector<std::size_t>{1, 3}));
      EXPECT_EQ(power[1].sign(), 0);
    }
    EXPECT_EQ(pow_mod(a, 5, n)[2], 9 * 9 * 9 * 9 * 9 % 17);
    EXPECT_EQ((a + a)[3].sign(), 0);
    EXPECT_EQ((b - a)[0], (gpu_bigint(1) << 128) - 4);
  }
  here().set_verification(before);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(VerificationOfBatches);

}  // namespace

}  // namespace gbi::test
