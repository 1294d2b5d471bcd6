/// \file
/// Faults while the calling thread computes in words, with verification::all. One word of one result of the
/// routines below a product is corrupted, at every call in turn, or one word of a sum or a shift before it is
/// checked. No wrong result may be returned.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/modular.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/ground/access.hpp"
#include "src/words/level.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

/// Replaces the routines in use by faulty versions during its lifetime. There is one fault, or there are
/// faults in all later calls.
class faulty_words {
 public:
  /// \param operand the longer operand of sums and shifts that are to be corrupted before they are checked
  faulty_words(std::uint64_t seed, const gpu_bigint& operand)
      : random_(seed), before_(words::in_use), operand_(detail::short_words(operand)) {
    current_ = this;
    words::routines faulty = before_;
    faulty.multiply_1 = [](limb* out, const limb* a, std::size_t n, limb b) noexcept {
      return current_->spoiled(out, n, current_->before_.multiply_1(out, a, n, b));
    };
    faulty.add_product_1 = [](limb* out, const limb* a, std::size_t n, limb b) noexcept {
      return current_->spoiled(out, n, current_->before_.add_product_1(out, a, n, b));
    };
    faulty.subtract_product_1 = [](limb* out, const limb* a, std::size_t n, limb b) noexcept {
      return current_->spoiled(out, n, current_->before_.subtract_product_1(out, a, n, b));
    };
    faulty.multiply = [](limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
      current_->before_.multiply(out, a, n, b, m);
      current_->spoiled(out, n + m, 0);
    };
    faulty.square = [](limb* out, const limb* a, std::size_t n) noexcept {
      current_->before_.square(out, a, n);
      current_->spoiled(out, 2 * n, 0);
    };
    if (operand_.size > 0)
      faulty.adds_up = [](const limb* c, const limb* a, const limb* b, std::size_t n, limb carry) noexcept {
        // A difference is checked as a sum whose result is the operand.
        current_->spoiled(const_cast<limb*>(current_->is_operand(c) ? a : c), n, 0);
        return current_->before_.adds_up(c, a, b, n, carry);
      };
    if (operand_.size > 0)
      faulty.are_shifted = [](const limb* c, const limb* a, std::size_t n, int left) noexcept {
        current_->spoiled(const_cast<limb*>(c), n, 0);
        return current_->before_.are_shifted(c, a, n, left);
      };
    words::in_use = faulty;
  }
  faulty_words(const faulty_words&) = delete;
  faulty_words& operator=(const faulty_words&) = delete;
  ~faulty_words() { words::in_use = before_; }

  /// Corrupts call `first` from now on, and with `for_ever` all later calls.
  void fail_at(std::uint64_t first, bool for_ever) {
    calls_ = 0;
    first_ = first;
    for_ever_ = for_ever;
  }
  std::uint64_t calls() const { return calls_; }

 private:
  /// The two highest limbs do not change, because the routines rely on the lengths of intermediate results.
  limb spoiled(limb* out, std::size_t n, limb result) {
    if (n <= 2) return result;
    const std::uint64_t call = calls_++;
    if (call == first_ || (for_ever_ && call > first_))
      out[random_.below(n - 2)] ^= limb{1} << random_.below(limb_bits);
    return result;
  }

  bool is_operand(const limb* at) const {
    return !std::less<>()(at, operand_.limbs) && std::less<>()(at, operand_.limbs + operand_.size);
  }

  static inline faulty_words* current_ = nullptr;
  random_source random_;
  words::routines before_;
  detail::short_view operand_;
  std::uint64_t calls_ = 0, first_ = ~std::uint64_t{0};
  bool for_ever_ = false;
};

class HostWords : public testing::TestWithParam<words::level> {
 protected:
  void SetUp() override {
    if (GetParam() > words::processor_level()) GTEST_SKIP() << "the processor has no such instructions";
    words::use_level(GetParam());
    context::current().set_verification(verification::all);
  }
  void TearDown() override { words::use_level(words::processor_level()); }

  /// Runs the operation with a fault in one of its calls, `tries` times.
  void expect_no_wrong_result(const std::string& name, const std::function<std::string()>& operation,
                              int tries = 60, const gpu_bigint& operand = {}) {
    SCOPED_TRACE(name);
    const std::string right = operation();
    faulty_words hardware(test_seed(), operand);
    hardware.fail_at(~std::uint64_t{0}, false);
    EXPECT_EQ(operation(), right);
    const std::uint64_t calls = hardware.calls();
    ASSERT_GT(calls, 0u);
    int repaired = 0, reported = 0;
    for (int i = 0; i < 2 * tries; ++i) {
      const bool for_ever = i >= tries;
      hardware.fail_at(random_.below(calls), for_ever);
      try {
        EXPECT_EQ(operation(), right) << "silent";
        ++repaired;
      } catch (const device_error& error) {
        EXPECT_NE(std::string(error.what()).find("The hardware is faulty"), std::string::npos);
        ++reported;
      }
    }
    // A fault that does not recur is repaired.
    EXPECT_GE(repaired, tries);
    RecordProperty(name + "_reported", reported);
  }

  gpu_bigint number(std::size_t size) { return engine_.bits(size * limb_bits - 3); }

  const scoped_context use_{context(backend::host)};
  random_source random_{test_seed()};
  random_engine engine_{test_seed()};
};

std::string both(const quotient_remainder& x) {
  return x.quotient.to_string(16) + " " + x.remainder.to_string(16);
}
std::string both(const root_remainder& x) {
  return x.root.to_string(16) + " " + x.remainder.to_string(16);
}

TEST_P(HostWords, SumsAndShifts) {
  for (const std::size_t n : {20, 500, 1300}) {
    const gpu_bigint a = number(n), b = number(n - 3), c = number(n / 2);
    const auto expect = [&](const std::string& name, const std::function<gpu_bigint()>& operation) {
      expect_no_wrong_result(
          name, [&] { return operation().to_string(16); }, 30, a);
    };
    expect("sum", [&] { return a + b; });
    expect("difference", [&] { return c - a; });
    expect("shift to the left", [&] { return a << 77; });
    expect("shift to the right", [&] { return a >> 100; });
    expect("rounded shift", [&] { return -a >> 100; });
  }
}

TEST_P(HostWords, Products) {
  for (const std::size_t n : {9, 60, 400}) {
    const gpu_bigint a = number(n), b = number(n / 2 + 8);
    expect_no_wrong_result("product", [&] { return (a * b).to_string(16); });
    expect_no_wrong_result("square", [&] { return (a * a).to_string(16); });
    expect_no_wrong_result("product and sum", [&] { return multiply_add(b, a, b).to_string(16); });
    expect_no_wrong_result("difference from a product",
                           [&] { return multiply_subtract(a, a, b).to_string(16); });
  }
}

TEST_P(HostWords, Quotients) {
  for (const std::size_t n : {20, 90, 700}) {
    const gpu_bigint a = number(n), b = number(n / 3 + 1);
    expect_no_wrong_result("quotient and remainder", [&] { return both(div_rem(a, b)); });
    expect_no_wrong_result("quotient", [&] { return (a / b).to_string(16); });
    expect_no_wrong_result("remainder", [&] { return (a % b).to_string(16); });
    expect_no_wrong_result("exact quotient", [&] { return divide_exact(a * b, b).to_string(16); });
  }
}

TEST_P(HostWords, Roots) {
  for (const std::size_t n : {20, 90, 500}) {
    const gpu_bigint a = number(n);
    expect_no_wrong_result("square root", [&] { return both(sqrt_rem(a)); });
    expect_no_wrong_result(
        "root", [&] { return both(root_rem(a, 5)); }, 20);
  }
}

TEST_P(HostWords, Text) {
  for (const std::size_t n : {200, 700}) {
    const gpu_bigint a = number(n);
    const std::string digits = a.to_string();
    expect_no_wrong_result("text", [&] { return a.to_string(); });
    expect_no_wrong_result("number", [&] { return gpu_bigint(digits).to_string(16); });
    expect_no_wrong_result("text in base 7", [&] { return a.to_string(7); });
  }
}

TEST_P(HostWords, Powers) {
  for (const std::size_t n : {16, 33}) {
    const gpu_bigint a = number(n + 2), e = number(2), odd = 2 * number(n) + 1, even = 4 * number(n) + 2;
    const gpu_bigint negative = -a, odd_exponent = 2 * e + 1;
    expect_no_wrong_result("odd modulus", [&] { return powm(a, e, odd).to_string(16); });
    expect_no_wrong_result("even modulus", [&] { return powm(negative, odd_exponent, even).to_string(16); });
  }
}

TEST_P(HostWords, ResultsAreThoseWithoutChecks) {
  for (int round = 0; round < 40; ++round) {
    const std::size_t n = random_.log_uniform(16, 600), m = random_.log_uniform(1, n);
    const gpu_bigint a = random_.coin() ? number(n) : -number(n), b = random_.coin() ? number(m) : -number(m);
    const auto all_of = [&] {
      const std::int64_t bits = static_cast<std::int64_t>(m) * 37;
      return (a + b).to_string() + (a - b).to_string() + (a * b).to_string() + (a << bits).to_string() +
             (a >> bits).to_string() + both(div_rem(a, b)) + both(sqrt_rem(abs(a))) +
             both(root_rem(abs(a), 3)) + both(root_rem(abs(a), n)) + powm(a, 65537, abs(b)).to_string() +
             gpu_bigint(a.to_string(3), 3).to_string() + gpu_bigint(a.to_string()).to_string();
    };
    const std::string checked = all_of();
    context::current().set_verification(verification::residue);
    EXPECT_EQ(all_of(), checked);
    context::current().set_verification(verification::all);
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, HostWords,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
