/// \file
/// Chains of operations. Until the end, only the device knows signs and lengths.
#include <vector>

#include "gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Chain : public on_executor {};

TEST_P(Chain, ProductsSumsAndDifferences) {
  const std::uint64_t bits = size({1 << 16, 1 << 13, 1 << 20});
  for (int round = 0; round < 40; ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits),
                  c = random_integer(random, 2 * bits), d = random_integer(random, 2 * bits);
    const gpu_bigint x = from_oracle(a), y = from_oracle(b), z = from_oracle(c), w = from_oracle(d);
    EXPECT_TRUE(matches(x * y + z - w, a * b + c - d));
    EXPECT_TRUE(matches((x - y) * (z - w), (a - b) * (c - d)));
    EXPECT_TRUE(matches(-(x - y) * (x + y), b * b - a * a));
    EXPECT_TRUE(matches((x - y) * (x - y), (a - b) * (a - b)));
    EXPECT_TRUE(matches(abs(x - y) + (z - w), (a < b ? b - a : a - b) + c - d));
  }
}

TEST_P(Chain, RandomPrograms) {
  const std::uint64_t longest = size({1 << 15, 1 << 13, 1 << 18});
  for (int program = 0; program < 15; ++program) {
    std::vector<integer> expected;
    std::vector<gpu_bigint> numbers;
    for (int i = 0; i < 4; ++i) {
      expected.push_back(random_integer(random, 2000));
      numbers.push_back(from_oracle(expected.back()));
    }
    for (int step = 0; step < 25; ++step) {
      const std::size_t to = random.below(4), i = random.below(4), j = random.below(4);
      const auto operation = random.below(6);
      if (operation == 0 && expected[i].bit_length() + expected[j].bit_length() < longest) {
        expected[to] = expected[i] * expected[j];
        numbers[to] = numbers[i] * numbers[j];
      } else if (operation == 1) {
        expected[to] = expected[i] + expected[j];
        numbers[to] = numbers[i] + numbers[j];
      } else if (operation == 2) {
        const std::uint64_t count = random.below(200);
        expected[to] = expected[i] >> count;
        numbers[to] = numbers[i] >> static_cast<std::int64_t>(count);
      } else if (operation == 3) {
        expected[to] = -expected[i];
        numbers[to] = -numbers[i];
      } else {
        expected[to] = expected[i] - expected[j];
        numbers[to] = numbers[i] - numbers[j];
      }
    }
    for (std::size_t i = 0; i < 4; ++i)
      ASSERT_TRUE(matches(numbers[i], expected[i])) << "program " << program;
  }
}

// x^2 - (x - 1)(x + 1) = 1: long numbers cancel and leave a short one.
TEST_P(Chain, CancellationLeavesNoRemains) {
  for (int round = 0; round < 10; ++round) {
    const gpu_bigint x = from_oracle(random_integer(random, size({1 << 18, 1 << 14, 1 << 22})));
    const gpu_bigint one = x * x - (x - 1) * (x + 1);
    EXPECT_EQ(one.bit_length(), 1u);
    EXPECT_EQ(one.sign(), 1);
    EXPECT_EQ((one - 1).sign(), 0);
    EXPECT_TRUE((one - 1).to_limbs().empty());
  }
}

TEST_P(Chain, PowersByRepeatedSquaring) {
  integer expected = -3;
  gpu_bigint power = -3;
  for (int step = 0; step < 12; ++step) {
    expected = expected * expected - integer(step);
    power = square(power) - step;
    ASSERT_TRUE(matches(power, expected)) << "step " << step;
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Chain);

}  // namespace

}  // namespace gbi::test
