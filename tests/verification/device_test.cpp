/// \file
/// Bits that flip in device memory while an operation runs, with verification::all. Every operation gives the
/// right result or a device_error.
#include <memory>
#include <optional>
#include <string>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/modular.hpp"
#include "gpu_bigint/prepared.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif
#include "tests/support/executors.hpp"
#include "tests/verification/flipping_executor.hpp"

namespace gbi::test {

namespace {

/// The executor behind a context whose numbers are all on the device.
template <class Base>
class fault_campaign {
 public:
  template <class... Arguments>
  explicit fault_campaign(std::uint64_t seed, Arguments... arguments) : random_(seed), engine_(seed) {
    auto executor = std::make_unique<flipping_executor<Base>>(arguments...);
    hardware_ = executor.get();
    here_.emplace(detail::context_of(detail::engine::make(std::move(executor), plan::word_limits::none())));
    here_->set_verification(verification::all);
    use_.emplace(*here_);
  }

  gpu_bigint number(std::size_t limbs) { return engine_.bits(limbs * limb_bits - 3); }

  /// Runs the operation with one flip in each of `tries` runs.
  template <class Operation>
  void expect_no_wrong_result(const std::string& name, const Operation& operation, int tries = 25) {
    SCOPED_TRACE(name);
    const std::string right = text_of(operation());  // makes the tables, which outlive the operation
    hardware_->begin();
    const auto result = operation();
    hardware_->end();
    ASSERT_EQ(text_of(result), right);
    const std::uint64_t launches = hardware_->launches_before_last_check();
    ASSERT_GT(launches, 0u) << "nothing is checked";
    for (int i = 0; i < tries; ++i) {
      const std::uint64_t at = random_.below(launches);
      SCOPED_TRACE("after launch " + std::to_string(at) + " of " + std::to_string(launches));
      try {
        hardware_->begin_with_flip_after(at, random_.bits());
        const auto found = operation();
        hardware_->end();
        EXPECT_EQ(text_of(found), right) << "silent";
        ++right_results;
      } catch (const device_error&) {
        hardware_->end();
        ++reports;
      }
    }
  }

  int right_results = 0, reports = 0;

 private:
  static std::string text_of(const std::string& x) { return x; }
  static std::string text_of(const gpu_bigint& x) {
    std::string result = x.sign() < 0 ? "-" : "";
    for (const limb word : x.to_limbs()) result += std::to_string(word) + " ";
    return result;
  }
  static std::string text_of(const quotient_remainder& x) {
    return text_of(x.quotient) + "; " + text_of(x.remainder);
  }
  static std::string text_of(const root_remainder& x) {
    return text_of(x.root) + "; " + text_of(x.remainder);
  }

  flipping_executor<Base>* hardware_;
  std::optional<context> here_;
  std::optional<scoped_context> use_;
  random_source random_;
  random_engine engine_;
};

class VerificationOfAll : public on_executor {
 protected:
  template <class Work>
  void campaign(const Work& work) {
    if (GetParam() == "host") run<exec::host::host_executor>(work);
#if defined(GPU_BIGINT_WITH_CUDA)
    if (GetParam() == "cuda") run<exec::cuda::cuda_executor>(work, 0, nullptr);
#endif
  }

 private:
  template <class Base, class Work, class... Arguments>
  static void run(const Work& work, Arguments... arguments) {
    fault_campaign<Base> faults(test_seed(), arguments...);
    work(faults);
    RecordProperty("right", faults.right_results);
    RecordProperty("reported", faults.reports);
    EXPECT_GT(faults.right_results, faults.reports) << "most faults are repaired";
  }
};

TEST_P(VerificationOfAll, Products) {
  campaign([](auto& faults) {
    for (const std::size_t n : {1, 20, 60, 300, 2000, 6000}) {
      const gpu_bigint a = faults.number(n), b = -faults.number(n / 2 + 1);
      faults.expect_no_wrong_result(std::to_string(n) + " limbs", [&] { return a * b; });
      faults.expect_no_wrong_result(std::to_string(n) + " limbs, square", [&] { return a * a; });
    }
    const gpu_bigint a = faults.number(3000), b = faults.number(30000);
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
        "power", [&] { return pow(c, 29); }, 40);
  });
}

TEST_P(VerificationOfAll, SumsAndShifts) {
  campaign([](auto& faults) {
    for (const std::size_t n : {3, 700}) {
      const gpu_bigint a = faults.number(n), b = -faults.number(n / 2 + 1), c = a + 1;
      faults.expect_no_wrong_result("sum", [&] { return a + a; });
      faults.expect_no_wrong_result("sum of different signs", [&] { return a + b; });
      faults.expect_no_wrong_result("difference", [&] { return a - b; });
      faults.expect_no_wrong_result("cancellation", [&] { return a - c; });
      for (const int bits : {1, 64, 131}) {
        faults.expect_no_wrong_result("left", [&] { return b << bits; });
        faults.expect_no_wrong_result("right", [&] { return a >> bits; });
        faults.expect_no_wrong_result("right, negative", [&] { return b >> bits; });
      }
    }
  });
}

TEST_P(VerificationOfAll, Quotients) {
  campaign([](auto& faults) {
    for (const std::size_t n : {1, 40, 500, 3000}) {
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
    for (const std::size_t n : {3, 200, 2001}) {
      const gpu_bigint a = faults.number(n);
      faults.expect_no_wrong_result(std::to_string(n) + " limbs", [&] { return sqrt_rem(a); });
    }
    const gpu_bigint a = faults.number(40);
    faults.expect_no_wrong_result("cube root", [&] { return root_rem(a, 3); });
  });
}

TEST_P(VerificationOfAll, Text) {
  campaign([](auto& faults) {
    for (const std::size_t n : {5, 300, 1500})
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
      faults.expect_no_wrong_result("odd modulus", [&] { return powm(a, e, m); });
      faults.expect_no_wrong_result("even modulus", [&] { return powm(-a, e, 2 * m); });
    }
  });
}

GPU_BIGINT_ON_EVERY_EXECUTOR(VerificationOfAll);

}  // namespace

}  // namespace gbi::test
