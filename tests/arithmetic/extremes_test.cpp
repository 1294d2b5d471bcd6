/// \file
/// Arguments at the ends of their types: operations without a result say why, and at once.
#include <climits>
#include <limits>
#include <stdexcept>
#include <string>

#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/format.hpp"
#include "gpu_bigint/number_theory.hpp"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "gpu_bigint/serialize.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t last = std::numeric_limits<std::size_t>::max();

class Extremes : public on_executor {
 protected:
  /// The message of the exception of this type that the work throws.
  template <class Error, class Work>
  static std::string message(Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      return error.what();
    }
    ADD_FAILURE() << "no exception";
    return "";
  }
  static bool names(const std::string& text, std::initializer_list<const char*> parts) {
    for (const char* part : parts)
      if (text.find(part) == std::string::npos)
        return ADD_FAILURE() << "no \"" << part << "\" in: " << text, false;
    return true;
  }
};

TEST_P(Extremes, BitsBeyondAllLimbs) {
  const gpu_bigint large = from_oracle(integer(random_limbs(random, 100)));
  for (const std::size_t index : {last, last - 1, last / 2, std::size_t{1} << 60}) {
    for (const gpu_bigint& a : {gpu_bigint(), gpu_bigint(1), large}) {
      EXPECT_FALSE(test_bit(a, index));
      EXPECT_EQ(clear_bit(a, index), a);
      EXPECT_EQ(scan1(a, index), unbounded);
      EXPECT_EQ(scan0(a, index), index);
      EXPECT_EQ(low_bits(a, index), a);
      EXPECT_EQ(a >> index, 0);
      EXPECT_THROW(set_bit(a, index), out_of_memory);
    }
    for (const gpu_bigint& a : {gpu_bigint(-1), -large, gpu_bigint(5) - large}) {
      EXPECT_TRUE(test_bit(a, index));
      EXPECT_EQ(set_bit(a, index), a);
      EXPECT_EQ(scan0(a, index), unbounded);
      EXPECT_EQ(scan1(a, index), index);
      EXPECT_EQ(a >> index, -1);
      EXPECT_THROW(clear_bit(a, index), out_of_memory);
      EXPECT_THROW(flip_bit(a, index), out_of_memory);
      EXPECT_THROW(low_bits(a, index), out_of_memory);
    }
  }
}

TEST_P(Extremes, WidthsBeyondAllLimbs) {
  const gpu_bigint a = 11;
  EXPECT_EQ(rotate_left(a, 5, last), 11 << 5);
  EXPECT_EQ(rotate_right(a, 0, last), a);
  EXPECT_EQ(rotate_left(a, last, last), a);
  EXPECT_EQ(rotate_left(gpu_bigint(0), 5, last), 0);
  EXPECT_THROW(rotate_right(a, 5, last), out_of_memory);
  EXPECT_THROW(rotate_left(-a, 5, last), out_of_memory);
  EXPECT_EQ(rotate_left(a, last, 4), rotate_left(a, last % 4, 4));
}

TEST_P(Extremes, ShiftCounts) {
  const gpu_bigint a = -77;
  for (const auto count :
       {std::int64_t{-1}, std::int64_t{INT_MIN}, std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_THROW(a << count, std::invalid_argument);
    EXPECT_THROW(a >> count, std::invalid_argument);
  }
  EXPECT_EQ(gpu_bigint(0) << last, 0);
  EXPECT_EQ(a >> last, -1);
  names(message<out_of_memory>([&] { return a << (std::uint64_t{1} << 60); }),
        {"shift of 1 limbs to the left by 1152921504606846976 bits", "bytes"});
}

TEST_P(Extremes, NegativeCounts) {
  const gpu_bigint a = 10;
  names(message<std::domain_error>([&] { return pow(a, -1); }), {"power", "exponent is negative"});
  names(message<std::domain_error>([] { return factorial(-1); }), {"factorial", "negative"});
  names(message<std::domain_error>([] { return fibonacci(-1l); }), {"Fibonacci", "negative"});
  names(message<std::domain_error>([&] { return iroot(a, -2); }), {"root", "degree is negative"});
  EXPECT_THROW(root_rem(a, INT_MIN), std::domain_error);
  EXPECT_THROW(double_factorial(-3), std::domain_error);
  EXPECT_THROW(multifactorial(10, -1), std::domain_error);
  EXPECT_THROW(multifactorial(-10, 1), std::domain_error);
  EXPECT_THROW(primorial(-1), std::domain_error);
  EXPECT_THROW(lucas(-1), std::domain_error);
  EXPECT_THROW(fibonacci_pair(-1), std::domain_error);
  EXPECT_THROW(lucas_pair(-1), std::domain_error);
  EXPECT_THROW(binomial(a, -1), std::domain_error);
  EXPECT_THROW(binomial(5, -3), std::domain_error);
  EXPECT_EQ(binomial(-5, 3), -35);  // the upper argument may be negative
  EXPECT_EQ(binomial(-5, 3u), binomial(gpu_bigint(-5), 3));
  EXPECT_EQ(binomial(5, 3), 10);
  EXPECT_EQ(pow(a, static_cast<unsigned char>(3)), 1000);
  EXPECT_EQ(pow(-1, static_cast<detail::uint128>(7)), -1);
  EXPECT_THROW(pow(a, static_cast<detail::uint128>(1) << 64), std::domain_error);
}

TEST_P(Extremes, PowersTooLongSaySo) {
  names(message<std::length_error>([] { return pow(gpu_bigint(3), std::uint64_t{1} << 62); }),
        {"power of a number of 2 bits", "4611686018427387904"});
  names(message<std::length_error>([] { return pow(gpu_bigint(1) << 5000, last); }), {"power", "5001 bits"});
}

TEST_P(Extremes, BatchesAreCheckedBeforeMemoryIsTaken) {
  const std::size_t many = (std::size_t{1} << 31) - 1;
  names(message<std::invalid_argument>([&] { return bigint_batch::from_limbs({}, many, 65536); }),
        {"2147483647 x 65536 bits", "0 limbs"});
  const std::vector<gpu_bigint> two(2);
  EXPECT_THROW(bigint_batch::from_numbers(two, last), std::invalid_argument);
  EXPECT_THROW(bigint_batch::from_numbers(two, std::size_t{1} << 40), std::invalid_argument);
  names(message<out_of_memory>([&] { return bigint_batch(many, 65536); }),
        {"batch of 2147483647 x 65536 bits"});
}

TEST_P(Extremes, FieldsAndBytesSayWhatTheyNeed) {
  const gpu_bigint a = -12;
  for (const std::size_t length : {last, std::size_t{1} << 62}) {
    names(message<out_of_memory>([&] { return to_bytes(a, length, std::endian::big); }),
          {"number in", std::to_string(length).c_str()});
    names(message<out_of_memory>([&] { return to_string(a, {.width = length}); }),
          {"field of", std::to_string(length).c_str()});
  }
}

TEST_P(Extremes, ATooLargeProductNamesOperationSizesAndMemory) {
  const context small(here().backend(), {.device = here().device(), .memory_limit = 4 << 20});
  const scoped_context use(small);
  const gpu_bigint a = (gpu_bigint(1) << (12 << 20)) - 1;
  const std::string text = message<out_of_memory>([&] { return gbi::multiply(a, a, algorithm::fft); });
  names(text, {"product of", "limbs", "bytes", "4194304"});
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Extremes);

}  // namespace

}  // namespace gbi::test
