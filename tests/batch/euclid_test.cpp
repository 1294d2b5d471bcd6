/// \file
/// Greatest common divisors and inverses of batches.
#include "tests/batch/fixture.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class BatchEuclid : public batch_fixture {
 protected:
  static void expect_gcd(const std::vector<integer>& a, std::size_t bits_a, const std::vector<integer>& b,
                         std::size_t bits_b) {
    const bigint_batch result = gcd(batch_of(a, bits_a), batch_of(b, bits_b));
    EXPECT_EQ(result.bits(), std::max(bits_a, bits_b));
    EXPECT_TRUE(result.undefined().empty());
    expect_values(result,
                  each(a, b,
                       [](auto& p, auto& q) {
                         integer common;
                         mpz_gcd(common.get(), p.get(), q.get());
                         return common;
                       }),
                  "gcd");
  }

  static void expect_inverses(const std::vector<integer>& a, std::size_t bits_a,
                              const std::vector<integer>& n, std::size_t bits_n) {
    std::vector<integer> expected(a.size());
    std::vector<std::size_t> undefined;
    for (std::size_t g = 0; g < a.size(); ++g) {
      integer common;
      mpz_gcd(common.get(), a[g].get(), n[g].get());
      if (n[g].sign() == 0 || !(common == integer(1)))
        undefined.push_back(g);
      else if (!(n[g] == integer(1)))
        mpz_invert(expected[g].get(), a[g].get(), n[g].get());
    }
    const bigint_batch result = invert(batch_of(a, bits_a), batch_of(n, bits_n));
    EXPECT_EQ(result.bits(), bits_n);
    EXPECT_EQ(result.undefined(), undefined);
    expect_values(result, expected, "inverse");
  }
};

TEST_P(BatchEuclid, WidthsAndCounts) {
  for (const std::size_t bits : {64, 65, 128, 192, 256, 500, 512, 1000, 1024, 2048, 3072, 4096})
    for (const std::size_t count : {1, 31, 33}) {
      const auto a = operands(count, bits), b = operands(count, bits);
      expect_gcd(a, bits, b, bits);
      expect_inverses(a, bits, b, bits);
    }
}

/// Workspaces that hold from one pair to all of them.
TEST_P(BatchEuclid, PartsOfABatch) {
  for (const std::size_t bytes : {1, 300, 600, 1500}) {
    const scoped_context use(
        tuned_context(GetParam(), [&](plan::tuning& tuned) { tuned.workspace_bytes = bytes; }));
    const auto a = operands(9, 320), b = operands(9, 320);
    expect_gcd(a, 320, b, 320);
    expect_inverses(a, 320, b, 320);
  }
}

TEST_P(BatchEuclid, DifferentWidths) {
  for (int round = 0; round < 20; ++round) {
    const std::size_t bits_a = random.log_uniform(64, size({8192, 2048, 65536})),
                      bits_b = random.log_uniform(64, size({8192, 2048, 65536})),
                      count = random.between(1, 40);
    auto a = operands(count, bits_a), b = operands(count, bits_b);
    for (integer& value : a) value = value >> random.below(bits_a);
    expect_gcd(a, bits_a, b, bits_b);
    expect_inverses(a, bits_a, b, bits_b);
    expect_inverses(b, bits_b, a, bits_a);
  }
}

/// Common divisors of every length.
TEST_P(BatchEuclid, CommonDivisors) {
  for (const std::size_t bits : {64, 300, 1024, 2000}) {
    const std::size_t count = 60;
    std::vector<integer> a, b;
    for (std::size_t g = 0; g < count; ++g) {
      const std::size_t length = random.between(1, bits - 1);
      const integer common = operands(1, length).front();
      a.push_back(common * operands(1, bits - length).front());
      b.push_back(common * operands(1, bits - length).front());
    }
    expect_gcd(a, bits, b, bits);
    expect_inverses(a, bits, b, bits);
  }
}

/// Numbers with the smallest quotients, with the largest ones, and with nearly equal ones.
TEST_P(BatchEuclid, HostileOperands) {
  const std::size_t bits = 640;
  std::vector<integer> a, b;
  const auto both_ways = [&](const integer& x, const integer& y) {
    a.insert(a.end(), {x, y});
    b.insert(b.end(), {y, x});
  };
  integer previous(1), current(1);  // consecutive Fibonacci numbers: all quotients are 1
  while (current.bit_length() < bits) {
    both_ways(current, previous);
    previous = previous + current;
    std::swap(previous, current);
  }
  const integer top = (integer(1) << bits) - integer(1);
  for (const long offset : {0, 1, 2, 3}) {
    both_ways(top, top - integer(offset));
    both_ways(top, integer(offset));
    both_ways(top >> 1, (top >> 1) + integer(offset));
    for (const std::size_t shift : {30, 31, 32, 63, 64, 65, 300}) {
      both_ways(top, (integer(1) << shift) + integer(offset));
      both_ways(top - integer(offset), top >> shift);
    }
  }
  for (const std::size_t limbs : {1, 2, 3, 10}) {
    const auto patterns = hostile_limbs(random, limbs), others = hostile_limbs(random, limbs);
    for (const named_limbs& x : patterns)
      for (const named_limbs& y : others) both_ways(integer(x.value), integer(y.value));
  }
  expect_gcd(a, bits, b, bits);
  expect_inverses(a, bits, b, bits);
}

TEST_P(BatchEuclid, ManySmallOnes) {
  const std::size_t count = size({20000, 1000, 1000000});
  const auto a = operands(count, 64), b = operands(count, 64);
  expect_gcd(a, 64, b, 64);
  expect_inverses(a, 64, b, 64);
}

TEST_P(BatchEuclid, OperandsThatDoNotFit) {
  EXPECT_THROW(gcd(bigint_batch(3, 64), bigint_batch(4, 64)), std::invalid_argument);
  EXPECT_THROW(invert(bigint_batch(3, 64), bigint_batch(4, 64)), std::invalid_argument);
  EXPECT_EQ(gcd(bigint_batch(0, 64), bigint_batch(0, 64)).size(), 0u);
  EXPECT_TRUE(invert(bigint_batch(0, 64), bigint_batch(0, 64)).undefined().empty());
}

GPU_BIGINT_ON_EVERY_DEVICE(BatchEuclid);

}  // namespace

}  // namespace gbi::test
