/// \file
/// Numbers in host memory as values, and their linear operations, on every executor.
#include "gpu_bigint/host_bigint.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/normalize/arguments.hpp"
#include "src/number/access.hpp"
#include "tests/host_memory/host_numbers.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class HostNumbers : public on_executor {
 protected:
  /// Lengths at which tiles of carries begin and end, zero, and some in between.
  std::vector<integer> edges() {
    constexpr std::size_t tile = kernels::carry_tile_limbs;
    std::vector<integer> all{0, 1, -1};
    for (const std::size_t limbs : {std::size_t{1}, std::size_t{2}, tile - 1, tile, tile + 1, 3 * tile}) {
      const integer power = integer(1) << 64 * limbs, any = integer(random_limbs(random, limbs));
      for (const integer& x : {power, power - 1, any, any - power}) {
        all.push_back(x);
        all.push_back(-x);
      }
    }
    return all;
  }
};

TEST_P(HostNumbers, ComeFromNumbersAndLimbs) {
  for (const integer& x : edges()) {
    const host_bigint own = host_from_oracle(x), copied{from_oracle(x)};
    EXPECT_TRUE(matches(own, x));
    EXPECT_TRUE(matches(copied, x));
    EXPECT_TRUE(matches(own.gather(), x));
    EXPECT_EQ(own.sign(), x.sign());
    EXPECT_EQ(own.bit_length(), x.bit_length());
    EXPECT_EQ(static_cast<bool>(own), x.sign() != 0);
    EXPECT_EQ(own.context(), here());
    EXPECT_EQ(own.gather().context(), here());
    EXPECT_TRUE(own.limbs().empty() || own.limbs().back() != 0);
  }
  const std::array<std::uint64_t, 5> padded{3, 0, 7, 0, 0};
  EXPECT_EQ(host_bigint::from_limbs(padded).limbs().size(), 3u);
  EXPECT_EQ(host_bigint::from_limbs(std::array<std::uint64_t, 4>{}, true).sign(), 0);
}

TEST_P(HostNumbers, SumsAndOrderAtEdges) {
  const std::vector<integer> all = edges();
  std::vector<host_bigint> own;
  for (const integer& x : all) own.push_back(host_from_oracle(x));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); j += is_shuffled() ? 5 : 1) {
      ASSERT_TRUE(matches(own[i] + own[j], all[i] + all[j])) << brief(all[i]) << " + " << brief(all[j]);
      ASSERT_TRUE(matches(own[i] - own[j], all[i] - all[j])) << brief(all[i]) << " - " << brief(all[j]);
      ASSERT_EQ(own[i] <=> own[j], all[i] <=> all[j]) << brief(all[i]) << " and " << brief(all[j]);
      ASSERT_EQ(own[i] == own[j], all[i] == all[j]);
    }
}

TEST_P(HostNumbers, RandomSumsAndOrder) {
  const std::uint64_t bits = size({.host = 2'000'000, .shuffled = 200'000, .cuda = 100'000'000});
  for (int round = 0; round < 30; ++round) {
    const integer a = random_integer(random, bits), b = random_integer(random, bits);
    const host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
    ASSERT_TRUE(matches(x + y, a + b));
    ASSERT_TRUE(matches(x - y, a - b));
    ASSERT_TRUE(matches((x + y) - x, b)) << "the lengths differ";
    ASSERT_TRUE(matches(-x, -a));
    ASSERT_EQ(x <=> y, a <=> b);
    ASSERT_EQ(x <=> (x + y) - y, std::strong_ordering::equal);
  }
}

TEST_P(HostNumbers, Shifts) {
  const std::uint64_t bits = size({.host = 500'000, .shuffled = 100'000, .cuda = 50'000'000});
  std::vector<integer> all = edges();
  for (int round = 0; round < 10; ++round) all.push_back(random_integer(random, bits));
  for (const integer& a : all) {
    const host_bigint x = host_from_oracle(a);
    const std::size_t length = a.bit_length();
    for (const std::size_t by : {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{64},
                                 std::size_t{65}, length - (length > 0 ? 1 : 0), length, length + 1,
                                 length + 200, static_cast<std::size_t>(random.below(length + 1))}) {
      ASSERT_TRUE(matches(x >> static_cast<std::int64_t>(by), a >> by)) << brief(a) << " >> " << by;
      ASSERT_TRUE(matches(x << static_cast<std::int64_t>(by), a << by)) << brief(a) << " << " << by;
    }
  }
  // The rounding of a negative number carries through all limbs.
  const integer ones = (integer(1) << 64 * 5000) - 1;
  EXPECT_TRUE(matches((host_from_oracle(-(ones << 64)) - host_from_oracle(1)) >> 64, -(ones + 1)));
  EXPECT_THROW(host_from_oracle(5) << -1, std::invalid_argument);
  EXPECT_THROW(host_from_oracle(0) >> -1, std::invalid_argument);
}

TEST_P(HostNumbers, AreValues) {
  const integer a = integer(random_limbs(random, 5000)), b = -integer(random_limbs(random, 4000));
  host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
  const host_bigint copy = x;
  EXPECT_EQ(copy.limbs().data(), x.limbs().data()) << "copies share the limbs";
  x += x;
  EXPECT_TRUE(matches(x, a + a));
  x -= host_bigint(x);
  EXPECT_EQ(x.sign(), 0);
  x = copy;
  x *= x;
  EXPECT_TRUE(matches(x, a * a));
  x *= y;
  EXPECT_TRUE(matches(x, a * a * b));
  x >>= 100;
  EXPECT_TRUE(matches(x, a * a * b >> 100));
  (x <<= 7) += copy;
  EXPECT_TRUE(matches(x, ((a * a * b >> 100) << 7) + a));
  EXPECT_TRUE(matches(copy, a));

  host_bigint moved = std::move(y);
  EXPECT_EQ(y.sign(), 0);  // NOLINT(bugprone-use-after-move): it is zero
  EXPECT_TRUE(y.limbs().empty());
  EXPECT_TRUE(matches(y + moved, b));
  EXPECT_TRUE(matches(moved - y, b));
  EXPECT_TRUE(matches(y * moved, 0));
  EXPECT_EQ(y, -y);
  EXPECT_GT(y, moved);
  host_bigint& self = moved;
  moved = std::move(self);
  y = std::move(moved);
  moved = y;
  EXPECT_TRUE(matches(moved, b));
}

TEST_P(HostNumbers, OutliveTheHandlesOfTheirContext) {
  const integer a = integer(random_limbs(random, 3000));
  host_bigint x, y;
  {
    const context own = new_context(
        GetParam(), here().backend() == backend::cuda ? plan::word_limits::none() : plan::word_limits::of(8));
    const scoped_context use(own);
    x = host_from_oracle(a);
    const host_bigint other = host_from_oracle(5);
    EXPECT_EQ(x.context(), own);
    const scoped_context back(here());
    y = host_from_oracle(a);
    EXPECT_THROW(x + y, std::invalid_argument);
    EXPECT_THROW(x - y, std::invalid_argument);
    EXPECT_THROW(x * y, std::invalid_argument);
    EXPECT_THROW((void)(x == y), std::invalid_argument);
    EXPECT_TRUE(matches(x + host_bigint(), a)) << "zero fits any context";
    EXPECT_TRUE(matches(x + other, a + 5));
  }
  EXPECT_TRUE(matches(x * x, a * a));
  EXPECT_TRUE(matches((x + x).gather(), a + a));
  EXPECT_TRUE(matches(y, a));
}

TEST_P(HostNumbers, AreCheckedAsAWhole) {
  const context checked = new_context(GetParam(), plan::word_limits::none());
  checked.set_verification(verification::all);
  const scoped_context use(checked);
  const integer a = integer(random_limbs(random, 9000)), b = -integer(random_limbs(random, 7000));
  const host_bigint x = host_from_oracle(a), y = host_from_oracle(b);
  EXPECT_TRUE(matches(x + y, a + b));
  EXPECT_TRUE(matches(x - y, a - b));
  EXPECT_TRUE(matches(y - x, b - a));
  EXPECT_TRUE(matches(x * y, a * b));
  EXPECT_TRUE(matches(y * y, b * b));
  for (const int by : {1, 64, 200, 64 * 3000 + 5, 64 * 9001}) {
    EXPECT_TRUE(matches(y << by, b << by));
    EXPECT_TRUE(matches(y >> by, b >> by));
    EXPECT_TRUE(matches(x >> by, a >> by));
  }
  EXPECT_EQ(checked.repairs(), 0u);
}

TEST_P(HostNumbers, RefusesWhatTheHostDoesNotHave) {
  const host_bigint one = host_from_oracle(1);
  try {
    (void)(one << (std::int64_t{1} << 55));
    FAIL() << "the host has 4 PB";
  } catch (const out_of_memory& error) {
    EXPECT_NE(
        std::string(error.what()).find("shift of 1 limbs in host memory to the left by 36028797018963968"),
        std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(matches(one, 1));
}

GPU_BIGINT_ON_EVERY_EXECUTOR(HostNumbers);

}  // namespace

}  // namespace gbi::test
