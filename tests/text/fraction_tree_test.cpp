/// \file
/// Texts by trees of fractions, whatever the planner would choose for the size, and the check of whole
/// conversions.
#include "src/text/fraction_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/faults/evidence.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/text/text_check.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class FractionTree : public on_executor {
 protected:
  detail::engine& engine() const { return *detail::engine_of(here()); }

  exec::buffer<limb> on_device(const integer& value) {
    return {executor(), std::span<const limb>(value.to_limbs(1))};
  }

  /// Checks all digits of a tree for `digits` digits, including leading zeros.
  void expect_digits(const integer& value, int base, std::uint64_t digits, bool by_trusted_digits) {
    const text::radix_tree tree(base, digits);
    const exec::buffer<limb> number = on_device(value);
    const auto rounding = exec::cleared<kernels::verdict>(executor(), 1);
    const exec::buffer<char> text =
        text::digits_by_fractions(engine(), {number.data(), number.size(), 0}, tree,
                                  {by_trusted_digits ? rounding.data() : nullptr, true});
    std::string found(text.size(), ' ');
    executor().download(found.data(), text.data(), found.size());
    found.erase(0, found.size() - tree.digits_at(tree.height()));
    std::string wanted = value.to_string(base);
    wanted.insert(0, found.size() - wanted.size(), '0');
    const auto at = std::mismatch(found.begin(), found.end(), wanted.begin()).first - found.begin();
    ASSERT_EQ(static_cast<std::size_t>(at), found.size())
        << "base " << base << ", " << digits << " digits, " << brief(value) << ": first wrong digit " << at;
  }
};

integer power_of(int base, std::uint64_t digits) {
  integer result;
  mpz_ui_pow_ui(result.get(), static_cast<unsigned long>(base), digits);
  return result;
}

// All digits but a few are equal, so most nodes have the least or the largest value, and fractions are as
// close as possible to a multiple of a unit.
TEST_P(FractionTree, ValuesBesidePowersOfTheBase) {
  for (const int base : {3, 10, 62})
    for (int round = 0; round < 20; ++round) {
      const std::uint64_t digits = random.log_uniform(1, size({20000, 5000, 100000}));
      const std::uint64_t at = random.below(digits);
      const integer whole = power_of(base, digits), part = power_of(base, at);
      for (const integer& value : {integer(0), integer(1), whole - integer(1), part, part - integer(1),
                                   whole - part, whole - part - integer(1)})
        expect_digits(value, base, digits, random.coin());
    }
}

// Fractions with long runs of equal bits: multiples of base^digits / 2^k, rounded both up and down.
TEST_P(FractionTree, FractionsThatAreShortInBinary) {
  for (const int base : {3, 10})
    for (int round = 0; round < 20; ++round) {
      const std::uint64_t digits = random.log_uniform(100, size({20000, 5000, 100000}));
      const std::uint64_t k = 1 + random.below(12);
      const integer value =
          power_of(base, digits) * integer(static_cast<long>(1 + random.below((1U << k) - 1))) >> k;
      expect_digits(value, base, digits, random.coin());
      expect_digits(value + integer(1), base, digits, random.coin());
    }
}

TEST_P(FractionTree, RandomValues) {
  for (int round = 0; round < 12; ++round) {
    const int base = round < 4 ? 10 : 3 + static_cast<int>(random.below(60));
    if (text::bits_per_digit(base) != 0) continue;
    const std::uint64_t digits = random.log_uniform(1, size({150000, 8000, 2000000}));
    const integer value = random_integer(random, power_of(base, digits).bit_length() - 1);
    for (const bool trusted : {false, true})
      expect_digits(value.sign() < 0 ? -value : value, base, digits, trusted);
  }
}

// Powers stay in the context until it is trimmed.
TEST_P(FractionTree, PowersAreKept) {
  const std::uint64_t digits = size({100000, 20000, 1000000});
  const text::radix_tree tree(10, digits);
  here().trim();
  const auto first = text::radix_powers::of(engine(), tree, false);
  const integer value(random_limbs(random, tree.limbs_at(tree.height()) - 1));
  expect_digits(value, 10, digits, true);
  expect_digits(value, 10, digits, true);
  EXPECT_EQ(text::radix_powers::of(engine(), tree, false), first);
  EXPECT_NE(text::radix_powers::of(engine(), text::radix_tree(11, digits), false), first);
  here().trim();
  EXPECT_NE(text::radix_powers::of(engine(), tree, false), first);
  expect_digits(value, 10, digits, true);
  EXPECT_NE(text::radix_powers::of(engine(), tree, true), text::radix_powers::of(engine(), tree, false));
}

TEST_P(FractionTree, InEveryModeOfVerification) {
  const integer value(random_limbs(random, size({6000, 1500, 300000})));
  const std::string expected = value.to_string();
  const verification before = here().verification();
  for (const verification mode :
       {verification::off, verification::monitor, verification::residue, verification::all}) {
    here().set_verification(mode);
    EXPECT_TRUE(from_oracle(value).to_string() == expected) << name_of(mode);
    EXPECT_TRUE(matches(gpu_bigint(expected), value)) << name_of(mode);
  }
  here().set_verification(before);
}

/// Numbers that are long enough to be checked.
class DeviceCheck : public FractionTree {
 protected:
  void SetUp() override {
    FractionTree::SetUp();
    if (!IsSkipped()) mode_ = here().verification();
  }
  void TearDown() override {
    if (mode_) here().set_verification(*mode_);
    FractionTree::TearDown();
  }
  std::size_t limb_count() const { return engine().tuning().product.verified_total_limbs; }
  text::device_digits digits_on_device(const std::string& digits) const {
    return {exec::buffer<char>(executor(), std::span<const char>(digits)), 0, digits.size()};
  }

 private:
  std::optional<verification> mode_;  ///< of the context, which all tests share
};

TEST_P(DeviceCheck, AWrongTextIsMadeAgain) {
  const integer value(random_limbs(random, limb_count()));
  const exec::buffer<limb> number = on_device(value);
  const std::string right = value.to_string();
  for (int wrong_ones = 0; wrong_ones <= 2; ++wrong_ones) {
    const faults::operation_scope scope("test");
    int attempts = 0;
    const auto queue = [&](const text::conversion_attempt& attempt) {
      EXPECT_EQ(attempt.is_first, attempts == 0);
      EXPECT_EQ(attempt.rounding != nullptr, attempts == 0);
      std::string written = right;
      if (attempts++ < wrong_ones) {
        char& digit = written[random.below(written.size())];
        digit = digit == '7' ? '3' : '7';
      }
      return digits_on_device(written);
    };
    static_cast<void>(
        text::to_device_text({engine(), {number.data(), number.size(), 0}, 10, right.size(), queue}));
    EXPECT_EQ(attempts, wrong_ones == 0 ? 1 : 2);
    if (wrong_ones < 2)
      EXPECT_NO_THROW(faults::require_right(faults::evidence_so_far()));
    else
      EXPECT_THROW(faults::require_right(faults::evidence_so_far()), device_error);
  }
}

// The host checks the text. One character may be a wrong digit or no digit, or all digits may be wrong.
TEST_P(DeviceCheck, AWrongTextInHostMemoryIsMadeAgain) {
  here().set_verification(verification::all);
  const integer value(random_limbs(random, limb_count()));
  const exec::buffer<limb> number = on_device(value);
  const std::string right = value.to_string();
  const auto with_digit = [&](char digit) {
    std::string wrong = right;
    wrong[random.below(wrong.size())] = digit;
    if (wrong == right) wrong[0] = '0';
    return wrong;
  };
  for (const std::string& wrong :
       {with_digit('4'), with_digit('x'), '0' + right.substr(1), std::string(right.size(), '0')})
    for (int wrong_ones = 0; wrong_ones <= 2; ++wrong_ones) {
      const faults::operation_scope scope("test");
      int attempts = 0;
      std::string text;
      const auto queue = [&](const text::conversion_attempt& attempt) {
        EXPECT_EQ(attempt.is_first, attempts == 0);
        EXPECT_EQ(attempt.rounding != nullptr, attempts == 0);
        return digits_on_device(attempts++ < wrong_ones ? wrong : right);
      };
      text::to_text({engine(), {number.data(), number.size(), 0}, 10, right.size(), queue},
                    [&](std::size_t size, const text::digit_copy& copy) {
                      text.assign(size, ' ');
                      copy(text.data());
                    });
      EXPECT_EQ(attempts, wrong_ones == 0 ? 1 : 2);
      EXPECT_EQ(text == right, wrong_ones < 2);
      if (wrong_ones < 2)
        EXPECT_NO_THROW(faults::require_right(faults::evidence_so_far()));
      else
        EXPECT_THROW(faults::require_right(faults::evidence_so_far()), device_error);
    }
}

// The device's measurement may be corrupted, too. Then a right text is computed once more.
TEST_P(DeviceCheck, ASpoiledVerdictTakesOneMoreAttempt) {
  here().set_verification(verification::all);
  const integer value(random_limbs(random, limb_count()));
  const exec::buffer<limb> number = on_device(value);
  const std::string right = value.to_string();
  constexpr std::size_t distance = offsetof(kernels::verdict, distance) / sizeof(limb),
                        largest = offsetof(kernels::verdict, largest) / sizeof(limb),
                        checksum = offsetof(kernels::verdict, checksum) / sizeof(limb);
  for (const std::size_t word : {distance, largest, checksum, checksum + 1}) {
    const faults::operation_scope scope("test");
    const std::uint64_t repairs = engine().ledger().repairs();
    int attempts = 0;
    const auto queue = [&](const text::conversion_attempt& attempt) {
      if (attempts++ > 0) return digits_on_device(right);
      auto* const spoiled = reinterpret_cast<limb*>(attempt.rounding) + word;
      limb content = 0;
      executor().download(&content, spoiled, sizeof content);
      content ^= limb{1} << 31;
      executor().upload(spoiled, &content, sizeof content);
      return digits_on_device(right);
    };
    std::string text(right.size(), ' ');
    text::to_text({engine(), {number.data(), number.size(), 0}, 10, right.size(), queue},
                  [&](std::size_t, const text::digit_copy& copy) { copy(text.data()); });
    EXPECT_EQ(text, right);
    EXPECT_EQ(attempts, 2) << "word " << word;
    EXPECT_NO_THROW(faults::require_right(faults::evidence_so_far()));
    EXPECT_EQ(engine().ledger().repairs(), repairs + 1);
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(FractionTree);
GPU_BIGINT_ON_EVERY_EXECUTOR(DeviceCheck);

}  // namespace

}  // namespace gbi::test
