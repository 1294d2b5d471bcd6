/// \file
/// Text of numbers in slabs, both ways, against GMP.
#include "gpu_bigint/distributed_text.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/distribute/numbers.hpp"

namespace gbi::test {

namespace {

integer raised(const integer& base, std::uint64_t exponent) {
  integer result;
  mpz_pow_ui(result.get(), base.get(), exponent);
  return result;
}

// Ranks share every conversion of more than a few limbs.
class SharedTexts : public on_numbers {
 protected:
  /// The pieces together. Only the process of the first rank gets any.
  static std::string written(const distributed_bigint& a, int base) {
    std::string text;
    write_text(
        a,
        [&](std::string_view piece) {
          EXPECT_FALSE(piece.empty());
          text += piece;
        },
        base);
    return text;
  }
  void expect_both_ways(const integer& value, int base) const {
    const std::string text = value.to_string(base);
    const bool is_first = handle().first() == 0;
    ASSERT_EQ(written(make(value), base), is_first ? text : "")
        << value.bit_length() << " bits, base " << base;
    ASSERT_TRUE(is(distributed_bigint(handle(), text, base), value))
        << value.bit_length() << " bits, base " << base;
  }
};

TEST_P(SharedTexts, OfSomeBases) {
  constexpr std::array others{2, 3, 7, 16, 36, 37, 62};
  for (const int base : {10, others[random.below(others.size())]})
    if (takes_case()) {
      ASSERT_NO_FATAL_FAILURE(expect_both_ways(some(random.log_uniform(500, 40'000)), base));
    }
}

// Parts that begin with zeros, or have nothing else.
TEST_P(SharedTexts, WithManyZeros) {
  const std::uint64_t digits = random.log_uniform(500, 2000);
  const int base = random.coin() ? 10 : 8;
  const integer power = raised(base, digits);
  ASSERT_NO_FATAL_FAILURE(
      expect_both_ways(random.coin() ? power - 1 : power + raised(base, digits / 2), base));
  ASSERT_NO_FATAL_FAILURE(expect_both_ways(0, 10));
  ASSERT_NO_FATAL_FAILURE(expect_both_ways(-1, 10));
}

TEST_P(SharedTexts, ComeBackFromParts) {
  const std::string text = "000" + integer(random_limbs(random, 300)).to_string();
  const auto read = [&](std::size_t first, std::size_t count) { return text.substr(first, count); };
  const distributed_bigint a = read_text(handle(), text.size(), read);
  EXPECT_TRUE(is(a, integer(text, 10)));
  EXPECT_TRUE(is(read_text(handle(), 0, read), 0));
}

TEST_P(SharedTexts, ErrorsReachAllRanks) {
  const distributed_bigint a = make(random_integer(random, 10'000));
  const auto refuse = [](std::string_view) { throw std::runtime_error("the disk is full"); };
  const bool is_first = handle().first() == 0, is_alone = handle().local_size() == handle().size();
  try {
    write_text(a, refuse);
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("the disk is full"), std::string::npos);
    EXPECT_EQ(std::string(error.what()) == "the disk is full", is_first);
  }
  std::string text(2000, '7');
  text[text.size() - 5] = '+';
  const auto read = [&](std::size_t first, std::size_t count) { return text.substr(first, count); };
  try {
    static_cast<void>(read_text(handle(), text.size(), read));
    ADD_FAILURE();
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("'+' is not a digit"), std::string::npos);
    EXPECT_TRUE(!is_alone || dynamic_cast<const std::invalid_argument*>(&error) != nullptr);
  }
  EXPECT_THROW(static_cast<void>(read_text(handle(), text.size() + 1, read)), std::exception);
  EXPECT_THROW(static_cast<void>(read_text(handle(), 5, read, 1)), std::invalid_argument);
  EXPECT_THROW(write_text(a, refuse, 63), std::invalid_argument);
  EXPECT_THROW(distributed_bigint(handle(), text), std::invalid_argument);
  EXPECT_THROW(distributed_bigint(handle(), "-"), std::invalid_argument);
  ASSERT_NO_FATAL_FAILURE(expect_both_ways(12345, 10)) << "the group can be used again";
}

TEST_P(SharedTexts, OfAZeroWithoutAGroup) {
  EXPECT_EQ(written(distributed_bigint(), 10), "0");
}

GPU_BIGINT_ON_GROUPS(SharedTexts, sharing_group_names());

// The first rank converts what is too short to share.
class ShortTexts : public SharedTexts {};

TEST_P(ShortTexts, OfAllBases) {
  for (const int base : {2, 10, 16, 62}) ASSERT_NO_FATAL_FAILURE(expect_both_ways(some(10'000), base));
}

GPU_BIGINT_ON_EVERY_GROUP(ShortTexts);

class DistributedPowers : public on_numbers {};

TEST_P(DistributedPowers, OfWordsAndLongNumbers) {
  for (const int base : {0, 1, -1, 2, -3, 10})
    for (const std::uint64_t exponent : {0u, 1u, 2u, 3u, 100u, 777u})
      ASSERT_TRUE(is(gbi::pow(make(base), exponent), raised(base, exponent))) << base << "^" << exponent;
  const integer x = some(2000);
  for (const std::uint64_t exponent : {0u, 1u, 5u, 8u})
    ASSERT_TRUE(is(gbi::pow(make(x), exponent), raised(x, exponent))) << exponent;
  EXPECT_THROW(static_cast<void>(gbi::pow(make(3), std::uint64_t{1} << 63)), out_of_memory);
  EXPECT_THROW(static_cast<void>(gbi::pow(distributed_bigint(), 0)), std::invalid_argument);
  EXPECT_TRUE(gbi::pow(distributed_bigint(), 5) == distributed_bigint());
}

GPU_BIGINT_ON_EVERY_GROUP(DistributedPowers);

}  // namespace

}  // namespace gbi::test
