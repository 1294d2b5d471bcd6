/// \file
/// Numbers in slabs: the places of their limbs, sums, products with words, comparison, remainders, text.
#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "gpu_bigint/serialize.hpp"
#include "tests/distribute/numbers.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

class Numbers : public on_numbers {
 protected:
  std::uint64_t most_bits() const { return static_cast<std::uint64_t>(400'000 * test_scale()); }
};

TEST_P(Numbers, SlabsHoldAllLimbsInOrder) {
  for (int round = 0; round < 20; ++round) {
    const limbs value = random_limbs(random, random.log_uniform(1, 3000));
    const auto a = distributed_bigint::from_limbs(handle(), value);
    std::size_t next = 0;
    for (int rank = 0; rank < handle().size(); ++rank) {
      const part own = a.slab(rank);
      EXPECT_EQ(own.first, next);
      EXPECT_EQ(own.rank, rank);
      EXPECT_LE(own.size, value.size() / ranks() + 1);
      next += own.size;
      if (rank < handle().first() || rank >= handle().first() + handle().local_size()) {
        EXPECT_THROW(a.slab_limbs(rank), std::invalid_argument);
        continue;
      }
      const auto begin = value.begin() + static_cast<std::ptrdiff_t>(own.first);
      EXPECT_EQ(a.slab_limbs(rank), limbs(begin, begin + static_cast<std::ptrdiff_t>(own.size)));
      const std::string digits = a.slab_hex(rank);
      ASSERT_EQ(digits.size(), 16 * own.size);
      if (own.size > 0) {
        EXPECT_TRUE(matches(integer(digits, 16), integer(limbs(a.slab_limbs(rank)))));
      }
    }
    EXPECT_EQ(next, value.size());
    for (const int other : {-1, handle().first() - 1, handle().first() + handle().local_size()}) {
      EXPECT_THROW(a.slab_limbs(other), std::invalid_argument) << other;
      EXPECT_THROW(a.slab_hex(other), std::invalid_argument) << other;
    }
  }
}

TEST_P(Numbers, SumsAndDifferences) {
  for (int round = 0; round < 50; ++round) {
    const integer x = some(most_bits()), y = random.below(4) == 0 ? x : some(most_bits());
    const auto a = make(x), b = make(y);
    ASSERT_TRUE(is(a + b, x + y)) << x.bit_length() << " + " << y.bit_length() << " bits";
    ASSERT_TRUE(is(a - b, x - y)) << x.bit_length() << " - " << y.bit_length() << " bits";
    ASSERT_TRUE(is(-a - b, -x - y));
    ASSERT_TRUE(is(-(a - b) + -a, y - x - x));
  }
}

// Every length modulo the number of ranks; some lengths leave ranks empty.
TEST_P(Numbers, OnesPlusOneAndPowersMinusOne) {
  for (std::size_t count = 0; count < 3 * ranks() + 3; ++count) {
    const integer ones = (integer(1) << (64 * count)) - 1, power = ones + 1;
    ASSERT_TRUE(is(make(ones) + 1, power)) << count;
    ASSERT_TRUE(is(make(power) - 1, ones)) << count;
    ASSERT_TRUE(is(make(-power) + 1, -ones)) << count;
    ASSERT_TRUE(is(1 - make(power), -ones)) << count;
    ASSERT_TRUE(is(make(ones) + make(ones), ones + ones)) << count;
    ASSERT_TRUE(is(make(power) - make(ones), 1)) << count;
    ASSERT_TRUE(is(make(ones) - make(power), -1)) << count;
  }
  const std::size_t count = 20'000 * ranks() + random.below(ranks() + 1);
  const integer ones = (integer(1) << (64 * count)) - 1;
  EXPECT_TRUE(is(make(ones) + 1, ones + 1));
  EXPECT_TRUE(is((make(ones) + 1) - 1, ones));
}

TEST_P(Numbers, LongChainsKeepTheirBounds) {
  integer x = some(20'000), y = some(20'000);
  auto a = make(x), b = make(y);
  for (int round = 0; round < 100; ++round) {
    const integer next = random.coin() ? x + y : x - y;
    a = next == x + y ? a + b : a - b;
    x = next;
    std::swap(x, y);
    std::swap(a, b);
    if (random.below(8) == 0) {
      EXPECT_EQ(a.bit_length(), x.bit_length());
      EXPECT_EQ(a.bit_bound(), x.bit_length());
    }
  }
  EXPECT_TRUE(is(a, x));
  EXPECT_TRUE(is(b, y));
}

// After a cancellation, later results are short as soon as the length is known.
TEST_P(Numbers, CancellationShortensSlabs) {
  const integer x(random_limbs(random, 5000));
  const auto difference = make(x + 1) - make(x);
  EXPECT_EQ(difference.bit_length(), 1u);
  const auto sum = difference + difference;
  EXPECT_LE(sum.slab(0).size, 1u);
  EXPECT_TRUE(is(sum, 2));
}

TEST_P(Numbers, ProductsWithWords) {
  for (int round = 0; round < 30; ++round) {
    const integer x = some(most_bits());
    const auto a = make(x);
    const std::uint64_t word =
        round < 8 ? ~std::uint64_t{0} - static_cast<unsigned>(round) : random.bits() >> random.below(64);
    const integer w(limbs{word});
    ASSERT_TRUE(is(a * word, x * w)) << x.bit_length() << " bits by " << word;
    const auto small = static_cast<std::int32_t>(random.bits());
    ASSERT_TRUE(is(small * a, x * integer(small)));
  }
  const integer ones = (integer(1) << (64 * 3 * ranks())) - 1;
  const std::uint64_t most = ~std::uint64_t{0};
  EXPECT_TRUE(is(make(ones) * most, ones * integer(limbs{most})));
  EXPECT_TRUE(is(make(ones) * 0, 0));
  EXPECT_TRUE(is(make(ones) * std::numeric_limits<std::int64_t>::min(), -(ones << 63)));
  EXPECT_TRUE(is(make(0) * 5, 0));
}

TEST_P(Numbers, ProductsOnOneRank) {
  for (int round = 0; round < 12; ++round) {
    const integer x = some(most_bits() / 2), y = some(most_bits() / 2);
    const auto a = make(x), b = make(y);
    ASSERT_TRUE(is(a * b, x * y)) << x.bit_length() << " by " << y.bit_length() << " bits";
    ASSERT_TRUE(is(a * -a, -(x * x)));
    ASSERT_TRUE(is(a * b + 1 - a, x * y + 1 - x));
    ASSERT_TRUE(is((a - a) * b, 0));  // the host does not know that a factor is 0
  }
}

TEST_P(Numbers, ComparisonSignAndLength) {
  for (int round = 0; round < 30; ++round) {
    const integer x = some(most_bits());
    integer y = some(most_bits());
    if (round % 3 == 0) y = x + (integer(random.coin() ? 1 : -1) << random.below(x.bit_length() + 2));
    if (round % 10 == 0) y = x;
    const auto a = make(x), b = make(y);
    ASSERT_EQ(a <=> b, x <=> y) << x.bit_length() << " and " << y.bit_length() << " bits";
    ASSERT_EQ(a == b, x == y);
    ASSERT_EQ(-a <=> -b, y <=> x);
    // The same numbers with other bounds and other slabs.
    ASSERT_EQ((a + b) - b <=> b, x <=> y);
    ASSERT_EQ(a.sign(), x.sign());
    ASSERT_EQ(a.bit_length(), x.bit_length());
    ASSERT_EQ(static_cast<bool>(a), x.sign() != 0);
    ASSERT_EQ(((a - b) + (b - a)).sign(), 0);
  }
}

TEST_P(Numbers, RemaindersByWords) {
  for (int round = 0; round < 20; ++round) {
    const integer x = some(most_bits());
    const std::uint64_t word = std::max<std::uint64_t>(1, random.bits() >> random.below(64));
    ASSERT_TRUE(matches(make(x) % word, x % integer(limbs{word}))) << x.bit_length() << " bits by " << word;
    ASSERT_TRUE(matches(make(x) % -7, x % integer(7)));
  }
  EXPECT_THROW(static_cast<void>(make(5) % 0), std::domain_error);
}

TEST_P(Numbers, TextAndWholeNumbers) {
  const integer x = some(5000);
  const auto a = make(x);
  EXPECT_EQ(distributed_bigint(handle(), x.to_string()), a);
  EXPECT_EQ(distributed_bigint(handle(), x.to_string(16), 16), a);
  EXPECT_EQ(a.to_string(), x.to_string());
  EXPECT_EQ((-a).to_string(36), (-x).to_string(36));
  std::ostringstream out;
  out << std::hex << a;
  EXPECT_EQ(out.str(), x.to_string(16));
  EXPECT_THROW(distributed_bigint(handle(), "12x"), std::invalid_argument);

  const gpu_bigint whole = from_oracle(x);
  EXPECT_EQ(distributed_bigint(handle(), whole), a);
  for (int rank = 0; rank < handle().size(); ++rank) {
    const gpu_bigint at = a.gather(rank);
    const int own = rank - handle().first();
    if (own >= 0 && own < handle().local_size()) {
      EXPECT_TRUE(matches(at, x));
      EXPECT_EQ(at.context(), handle().at(own));
      if (handle().local_size() == handle().size()) {
        EXPECT_EQ(distributed_bigint(handle(), at), a);
      }
    } else {
      EXPECT_EQ(at, 0);
    }
  }
  EXPECT_THROW(static_cast<void>(a.gather(handle().size())), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a.gather(-1)), std::invalid_argument);
}

TEST_P(Numbers, RandomBitsAreThoseOfOneDevice) {
  for (const std::size_t bits : {0, 1, 63, 64, 65, 1000, 64 * 100, 123'457}) {
    random_engine together(7), alone(7);
    EXPECT_EQ(random_bits(handle(), 100, together).gather(), alone.bits(100));
    EXPECT_EQ(random_bits(handle(), bits, together).gather(), alone.bits(bits)) << bits;
  }
}

TEST_P(Numbers, MovedFromAndDefaultAreZero) {
  distributed_bigint a = make(5), b = std::move(a);
  EXPECT_EQ(a.sign(), 0);  // NOLINT(bugprone-use-after-move): what it is left with
  EXPECT_EQ(a.bit_length(), 0u);
  EXPECT_EQ(a.gather(), 0);
  EXPECT_EQ(a, distributed_bigint());
  EXPECT_TRUE(is(a + b, 5));
  EXPECT_TRUE(is(b - a, 5));
  EXPECT_TRUE(is(a - b, -5));
  EXPECT_TRUE(is(-a * b, 0));
  EXPECT_TRUE(is((a << 5) + (a >> 3) * 7, 0));
  EXPECT_EQ(a % 5, 0);
  EXPECT_LT(a, b);
  EXPECT_THROW(static_cast<void>(a + 1), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(a.group()), std::logic_error);
  a = std::move(b);
  b = a;
  EXPECT_TRUE(is(b, 5));
  EXPECT_EQ(b.group(), handle());
  b += a;
  b <<= 3;
  b -= a;
  b *= b;
  b >>= 2;
  EXPECT_TRUE(is(b, 75 * 75 / 4));
}

GPU_BIGINT_ON_EVERY_GROUP(Numbers);

}  // namespace

}  // namespace gbi::test
