/// \file
/// Operands in host words or on the device, in every combination, of lengths on both sides of the limit.
#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "src/context/engine.hpp"
#include "src/number/access.hpp"
#include "src/plan/devices/table.hpp"
#include "tests/arithmetic/operations.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Residence : public on_executor {
 protected:
  std::size_t limit() const { return detail::engine_of(here())->core().limits().residence; }

  /// The same value in three places: in host words, if it belongs there; on the device, with the bound of a
  /// number of `far` limbs, which is too long for words; and on the device, with its own bound.
  std::array<std::function<gpu_bigint()>, 3> residences(const integer& value, std::size_t far) const {
    return {[=] { return from_oracle(value); },
            [=] {
              const gpu_bigint longer = from_oracle(integer(1) << (64 * far));
              const gpu_bigint result = (from_oracle(value) + longer) - longer;
              EXPECT_NE(detail::number_of(result), nullptr);
              return result;
            },
            [=] {
              const auto bits = static_cast<std::int64_t>(64 * far);
              return (from_oracle(value) << bits) >> bits;
            }};
  }

  /// A number of 1 bit to `most` limbs. Its length is often at a limit.
  integer operand(std::size_t most) {
    const std::size_t border[] = {1, 2, 4, 5, 16, 17, limit() / 2, limit() - 1, limit(), limit() + 1};
    const std::size_t at = border[random.below(std::size(border))];
    const std::size_t n = random.coin() && at >= 1 && at <= most ? at : random.log_uniform(1, most);
    integer value(random_limbs(random, n), random.coin());
    if (n == 1 && random.coin()) value = random.coin() ? 1 : -1;
    if (random.below(8) == 0) value = (integer(1) << (64 * n - 1)) * (random.coin() ? 1 : -1);
    return value;
  }

  void check(const std::vector<operation>& operations, const integer& a, const integer& b) {
    const auto of_a = residences(a, limit() + 3), of_b = residences(b, limit() + 3);
    for (const operation& one : operations) {
      const integers expected = one.theirs(a, b);
      for (std::size_t i = 0; i < of_a.size(); ++i)
        for (std::size_t j = 0; j < of_b.size(); ++j) {
          const gpu_bigint x = of_a[i](), y = of_b[j]();
          const numbers results = one.ours(x, y);
          ASSERT_EQ(results.size(), expected.size());
          const std::string where = std::string(one.name) + ", " + std::to_string(a.limb_count()) + " and " +
                                    std::to_string(b.limb_count()) + " limbs, residences " +
                                    std::to_string(i) + " and " + std::to_string(j);
          for (std::size_t k = 0; k < results.size(); ++k)
            ASSERT_TRUE(matches(results[k], expected[k])) << "result " << k << " of " << where;
          ASSERT_TRUE(matches(x, a) && matches(y, b)) << "operands changed by " << where;
        }
    }
  }
};

TEST_P(Residence, OfBothOperandsOfEveryLinearOperation) {
  const std::size_t most = limit() == 0 ? 40 : 2 * limit();
  for (std::uint64_t round = 0; round < size({80, 50, 80}) && !HasFatalFailure(); ++round)
    check(linear_operations(), operand(most), operand(most));
}

TEST_P(Residence, OfBothOperandsOfEveryCostlyOperation) {
  const std::size_t most = limit() == 0 ? 10 : std::min<std::size_t>(limit() + 20, size({1100, 40, 300}));
  for (std::uint64_t round = 0; round < size({60, 20, 60}) && !HasFatalFailure(); ++round)
    check(costly_operations(), operand(most), operand(most));
}

/// Reading a short number from the device moves it to the host as a whole. A number just too long for the
/// mailbox is not moved.
TEST_P(Residence, OfNumbersOfEveryLengthThatAreAskedFor) {
  for (const std::size_t limit : {1, 300, 508, 509, 1024, 4096}) {
    const context other = new_context(GetParam(), plan::word_limits::of(limit));
    const scoped_context use(other);
    for (const std::size_t n : {1, 2, 299, 300, 301, 508, 509, 1024, 1025}) {
      const integer value(random_limbs(random, n));
      for (const auto& make : residences(value, 4099)) {
        const gpu_bigint x = make();
        EXPECT_EQ(x.sign(), 1);
        const std::uint64_t waits = detail::engine_of(other)->executor().waits();
        EXPECT_EQ(x.bit_length(), value.bit_length());
        EXPECT_EQ(x.sign(), 1);
        EXPECT_EQ(detail::engine_of(other)->executor().waits(), waits) << "asked before";
        EXPECT_TRUE(matches(x, value)) << n << " limbs, " << limit << " in words";
        EXPECT_TRUE(matches(x - 1, value - 1)) << n << " limbs, " << limit << " in words";
      }
    }
  }
}

/// The same program with no number in host words, with the default limit, and with the largest limit.
TEST_P(Residence, DoesNotChangeABit) {
  const std::size_t most = size({700, 40, 700});
  const integer a = operand(most), b = operand(most / 2);
  for (const plan::word_limits& limits :
       {plan::word_limits::none(), plan::devices::host.values.words, plan::devices::h200.values.words,
        plan::word_limits::of(1), plan::word_limits::of(1024), plan::word_limits::of(4096)}) {
    const context other = new_context(GetParam(), limits);
    const scoped_context use(other);
    for (const auto* const operations : {&linear_operations(), &costly_operations()})
      for (const operation& one : *operations) {
        const numbers results = one.ours(from_oracle(a), from_oracle(b));
        const integers expected = one.theirs(a, b);
        for (std::size_t k = 0; k < results.size(); ++k)
          EXPECT_TRUE(matches(results[k], expected[k]))
              << one.name << ", result " << k << ", " << limits.residence << " limbs in words";
      }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Residence);

}  // namespace

}  // namespace gbi::test
