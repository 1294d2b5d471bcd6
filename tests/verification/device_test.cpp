/// \file
/// Bits that flip in device memory while an operation runs, with verification::all. Every operation gives the
/// right result or a device_error.
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/modular.hpp"
#include "gpu_bigint/prepared.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"
#include "tests/verification/fault_campaign.hpp"

namespace gbi::test {

namespace {

class VerificationOfAll : public verification_test {};

TEST_P(VerificationOfAll, Products) {
  campaign([](auto& faults) {
    for (const std::size_t n : {1, 20, 300, 2000}) {
      const gpu_bigint a = faults.number(n), b = -faults.number(n / 2 + 1);
      faults.expect_no_wrong_result(std::to_string(n) + " limbs", [&] { return a * b; });
      faults.expect_no_wrong_result(std::to_string(n) + " limbs, square", [&] { return a * a; });
    }
    const gpu_bigint a = faults.number(900), b = faults.number(9000);
    faults.expect_no_wrong_result(
        "unbalanced", [&] { return a * b; }, 10);
    for (const algorithm how : {algorithm::schoolbook, algorithm::fft})
      faults.expect_no_wrong_result(
          "by a wish", [&] { return multiply(a, a, how); }, 10);
    const prepared kept(b);
    faults.expect_no_wrong_result(
        "prepared", [&] { return kept * a; }, 10);
    const gpu_bigint c = faults.number(7);
    faults.expect_no_wrong_result(
        "power", [&] { return pow(c, 29); }, 40, 0.5);
  });
}

// A bit may also flip in the product before it is added.
TEST_P(VerificationOfAll, ProductsInSums) {
  campaign([](auto& faults) {
    for (const std::size_t n : {1, 20, 300, 2000}) {
      const gpu_bigint a = faults.number(n), b = -faults.number(n / 2 + 1), c = faults.number(2 * n + 1),
                       product = a * b;
      const std::string limbs = std::to_string(n) + " limbs";
      faults.expect_no_wrong_result(
          limbs, [&] { return multiply_add(c, a, b); }, 25);
      faults.expect_no_wrong_result(
          limbs + ", less a square", [&] { return multiply_subtract(c, a, a); }, 25);
      faults.expect_no_wrong_result(limbs + ", cancelled", [&] { return multiply_subtract(product, a, b); });
    }
  });
}

TEST_P(VerificationOfAll, Sums) {
  campaign([](auto& faults) {
    for (const std::size_t n : {3, 700, 3000}) {
      const gpu_bigint a = faults.number(n), b = faults.number(n), c = -faults.number(n / 2 + 1);
      const std::string limbs = std::to_string(n) + " limbs";
      faults.expect_no_wrong_result(limbs, [&] { return a + b; });
      faults.expect_no_wrong_result(limbs + ", difference", [&] { return a - b; });
      faults.expect_no_wrong_result(limbs + ", of other signs", [&] { return c + a; });
      faults.expect_no_wrong_result(limbs + ", of negative numbers", [&] { return c - a; });
    }
  });
}

TEST_P(VerificationOfAll, Shifts) {
  campaign([](auto& faults) {
    for (const std::size_t n : {3, 700}) {
      const gpu_bigint a = faults.number(n), negative = -faults.number(n);
      for (const int bits : {1, 64, 131}) {
        const std::string by = std::to_string(bits) + " bits";
        faults.expect_no_wrong_result(by + " to the left", [&] { return a << bits; });
        faults.expect_no_wrong_result(by + " to the right", [&] { return a >> bits; });
        faults.expect_no_wrong_result(by + ", negative", [&] { return negative >> bits; });
      }
    }
  });
}

TEST_P(VerificationOfAll, Quotients) {
  campaign([](auto& faults) {
    for (const std::size_t n : {1, 40, 500}) {
      const gpu_bigint a = -faults.number(2 * n + 1), b = faults.number(n);
      faults.expect_no_wrong_result(std::to_string(n) + " limbs", [&] { return div_rem(a, b); });
      faults.expect_no_wrong_result(
          "quotient", [&] { return a / b; }, 10);
      faults.expect_no_wrong_result(
          "remainder", [&] { return a % b; }, 10);
      const divider by(b);
      faults.expect_no_wrong_result("divider", [&] { return by.div_rem(a); });
    }
  });
}

TEST_P(VerificationOfAll, Roots) {
  campaign([](auto& faults) {
    for (const std::size_t n : {3, 200, 701}) {
      const gpu_bigint a = faults.number(n);
      faults.expect_no_wrong_result(std::to_string(n) + " limbs", [&] { return sqrt_rem(a); });
    }
  });
}

TEST_P(VerificationOfAll, Text) {
  campaign([](auto& faults) {
    for (const std::size_t n : {5, 300, 900})
      for (const int base : {10, 7, 16}) {
        const gpu_bigint a = faults.number(n);
        const std::string digits = a.to_string(base);
        faults.expect_no_wrong_result("to text", [&] { return a.to_string(base); });
        faults.expect_no_wrong_result("from text", [&] { return gpu_bigint(digits, base); });
      }
  });
}

TEST_P(VerificationOfAll, ModularPowers) {
  campaign([](auto& faults) {
    for (const std::size_t n : {4, 20}) {
      const gpu_bigint a = faults.number(n), e = faults.number(1), m = 2 * faults.number(n) + 1;
      const gpu_bigint negative = -a, even = 2 * m;
      // A bit that flips in the result after its own check is at rest; the last checks are those of the wider
      // power.
      const auto expect = [&](const char* name, const auto& power) {
        faults.expect_no_wrong_result(name, power, 12, 0.6);
      };
      expect("odd modulus", [&] { return powm(a, e, m); });
      expect("even modulus", [&] { return powm(negative, e, even); });
    }
  });
}

// The host computes again. A device does not: this result fails, and the next one is right.
TEST_P(VerificationOfAll, OneFaultIsRepairedOnTheHostAndReportedByDevices) {
  const auto work = [&](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    context::current().set_verification(verification::all);
    const integer a(random_limbs(random, 24'000)), b(random_limbs(random, 11'000));
    const gpu_bigint x = from_oracle(a), y = from_oracle(b);
    ASSERT_GT(plan_product(x, y).passes, 1);
    ASSERT_FALSE(plan_product(x, y).verified);
    integer quotient, remainder;
    mpz_tdiv_qr(quotient.get(), remainder.get(), a.get(), b.get());
    const prepared kept(y);
    const divider by(y);
    const auto expect = [&](const char* name, const auto& compute, const integer& right) {
      SCOPED_TRACE(name);
      EXPECT_TRUE(matches(compute(), right));
      hardware.fail(place::spectrum, 1);
      const gpu_bigint found = compute();
      EXPECT_FALSE(hardware.fails_later());
      if (hardware.memory_is_host())
        EXPECT_TRUE(matches(found, right));
      else
        EXPECT_THROW(found.to_limbs(), device_error);
      hardware.fail(place::nowhere, 0);
      EXPECT_TRUE(matches(compute(), right));
    };
    expect(
        "product", [&] { return x * y; }, a * b);
    expect(
        "square", [&] { return x * x; }, a * a);
    expect(
        "kept factor", [&] { return x * kept; }, a * b);
    expect(
        "quotient", [&] { return x / y; }, quotient);
    expect(
        "kept divisor", [&] { return by.div_rem(x).remainder; }, remainder);
  };
  on_faulty_hardware(GetParam(), work, 1'000'000);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(VerificationOfAll);

}  // namespace

}  // namespace gbi::test
