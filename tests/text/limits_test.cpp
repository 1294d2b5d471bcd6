/// \file
/// Limits for external text.
#include <sstream>
#include <stdexcept>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class TextLimits : public on_executor {
 protected:
  static std::string refusal(std::string_view text, int base, std::size_t max_bits) {
    try {
      const gpu_bigint number(text, base, {.max_bits = max_bits});
      return "accepted with " + std::to_string(number.bit_length()) + " bits";
    } catch (const std::length_error& error) {
      return error.what();
    }
  }
};

TEST_P(TextLimits, HoldToTheBit) {
  for (int round = 0; round < 60; ++round) {
    const int base = 2 + round;
    // Powers of two and of the base, for which the number of digits does not decide.
    integer power;
    mpz_ui_pow_ui(power.get(), static_cast<unsigned long>(base), random.below(300));
    const integer near_power =
        (integer(1) << random.below(2000)) - integer(static_cast<long>(random.below(2)));
    for (const integer& value : {power, power - integer(1), near_power, random_integer(random, 2000)}) {
      const std::string text = value.to_string(base);
      const std::size_t bits = value.bit_length();
      EXPECT_TRUE(matches(gpu_bigint(text, base, {.max_bits = bits}), value)) << text;
      if (bits > 0) {
        EXPECT_THROW(gpu_bigint(text, base, {.max_bits = bits - 1}), std::length_error) << text;
      }
    }
  }
}

TEST_P(TextLimits, LeadingZerosDoNotCount) {
  EXPECT_EQ(gpu_bigint("-0000000000000000000000000000007", 10, {.max_bits = 3}), -7);
  EXPECT_EQ(gpu_bigint("0x000000000000000000000", 0, {.max_bits = 0}), 0);
  EXPECT_THROW(gpu_bigint("0x1", 0, {.max_bits = 0}), std::length_error);
}

TEST_P(TextLimits, TheMessageNamesTheSizes) {
  const std::string message = refusal(std::string(5000, '7'), 10, 1000);
  for (const char* part : {"5000 digits", "base 10", "1000 bits"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
}

// The length decides before anything looks at the characters.
TEST_P(TextLimits, ComeFirst) {
  EXPECT_THROW(gpu_bigint("1" + std::string(5000, '?'), 10, {.max_bits = 1000}), std::length_error);
  EXPECT_THROW(gpu_bigint("1?", 10, {.max_bits = 1000}), std::invalid_argument);
  gpu_bigint a = 42;
  EXPECT_THROW(a = gpu_bigint("123456", 10, {.max_bits = 4}), std::length_error);
  EXPECT_EQ(a, 42);
}

TEST_P(TextLimits, OfStreams) {
  std::istringstream in("15 16 17 255 ffff 1");
  gpu_bigint a = 42;
  in >> limit_input({.max_bits = 4}) >> a;
  EXPECT_EQ(a, 15);
  in >> a;
  EXPECT_TRUE(in.fail());
  EXPECT_EQ(a, 15) << "a failure changes nothing";
  in.clear();
  in >> limit_input({.max_bits = 5}) >> a;  // the limit holds until another replaces it
  EXPECT_EQ(a, 17);
  in >> limit_input({}) >> a;
  EXPECT_EQ(a, 255);
  in >> std::hex >> limit_input({.max_bits = 15}) >> a;
  EXPECT_TRUE(in.fail());
  in.clear();
  in >> limit_input({.max_bits = 0}) >> a;
  EXPECT_TRUE(in.fail());
  EXPECT_EQ(a, 255);
}

/// A stream that never ends.
class endless : public std::streambuf {
 public:
  explicit endless(char c) : c_(c) {}
  std::size_t taken() const { return taken_; }

 private:
  int_type underflow() override { return traits_type::to_int_type(c_); }
  int_type uflow() override {
    ++taken_;
    return traits_type::to_int_type(c_);
  }
  char c_;
  std::size_t taken_ = 0;
};

TEST_P(TextLimits, OfStreamsThatNeverEnd) {
  for (const char digit : {'0', '1', '9'}) {
    endless source(digit);
    std::istream in(&source);
    gpu_bigint a = 42;
    in >> limit_input({.max_bits = 3000}) >> a;
    EXPECT_TRUE(in.fail());
    EXPECT_EQ(a, 42);
    EXPECT_LE(source.taken(), 3000u);
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(TextLimits);

}  // namespace

}  // namespace gbi::test
