/// \file
/// Texts that are numbers, and texts that are not.
#include <stdexcept>
#include <string>
#include <string_view>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using namespace std::string_view_literals;

class Syntax : public on_executor {
 protected:
  /// Parsing must fail, with a message that names the position of the error.
  void expect_refused(std::string_view text, int base, std::size_t position) {
    try {
      const gpu_bigint number(text, base);
      FAIL() << "\"" << text << "\" of base " << base << " became " << brief(to_oracle(number));
    } catch (const std::invalid_argument& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.ends_with("position " + std::to_string(position))) << message;
    }
  }
};

TEST_P(Syntax, SignsAndPrefixes) {
  EXPECT_EQ(gpu_bigint("+17"), 17);
  EXPECT_EQ(gpu_bigint("-17"), -17);
  EXPECT_EQ(gpu_bigint("0x1F"), 31);
  EXPECT_EQ(gpu_bigint("-0XfF"), -255);
  EXPECT_EQ(gpu_bigint("0b101"), 5);
  EXPECT_EQ(gpu_bigint("+0B11"), 3);
  EXPECT_EQ(gpu_bigint("0x1f"sv, 16), 31);
  EXPECT_EQ(gpu_bigint("1f"sv, 16), 31);
  EXPECT_EQ(gpu_bigint("-0b11"sv, 2), -3);
  EXPECT_EQ(gpu_bigint("-zz"sv, 36), -(35 * 36 + 35));
  EXPECT_EQ(gpu_bigint("Zz"sv, 36), 35 * 36 + 35);
  EXPECT_EQ(gpu_bigint("Zz"sv, 62), 35 * 62 + 61) << "above 36 the case of a letter counts";
  EXPECT_EQ(gpu_bigint("010"), 10) << "a leading zero is no prefix";
  EXPECT_EQ(gpu_bigint("0"), 0);
  EXPECT_EQ(gpu_bigint("-000"), 0);
}

TEST_P(Syntax, APrefixThatIsOfDigitsInTheBaseIsDigits) {
  EXPECT_EQ(gpu_bigint("0b1"sv, 16), 0xb1);
  EXPECT_EQ(gpu_bigint("0b1"sv, 12), 11 * 12 + 1);
  EXPECT_EQ(gpu_bigint("0x1"sv, 36), 33 * 36 + 1);
}

TEST_P(Syntax, AnythingElseIsRefusedWithItsPosition) {
  expect_refused("", 0, 0);
  expect_refused("-", 0, 1);
  expect_refused("+", 10, 1);
  expect_refused("0x", 0, 2);
  expect_refused("-0x", 0, 3);
  expect_refused("0b", 0, 2);
  expect_refused("0b2", 0, 2);
  expect_refused("12a4", 0, 2);
  expect_refused("12a4", 10, 2);
  expect_refused("+ 1", 0, 1);
  expect_refused(" 1", 0, 0);
  expect_refused("1 ", 0, 1);
  expect_refused("1_0", 0, 1);
  expect_refused("1'0", 0, 1);
  expect_refused("--1", 0, 1);
  expect_refused("+-1", 0, 1);
  expect_refused("1.0", 0, 1);
  expect_refused("0x1g", 0, 3);
  expect_refused("0x-1", 0, 2);
  expect_refused("0x1", 10, 1);
  expect_refused("0x1", 2, 1);
  expect_refused("12", 2, 1);
  expect_refused("08", 8, 1);
  expect_refused("zz", 35, 0);
  expect_refused("Ab", 37, 1);
  expect_refused("1\xc3\xa9", 36, 1);
  std::string long_text(10001, '7');
  long_text[5000] = 'x';
  expect_refused(long_text, 10, 5000);
}

// The message is a C string. A zero character in it must not cut off the position.
TEST_P(Syntax, AZeroCharacterIsRefusedWithItsPosition) {
  expect_refused(std::string_view("1\0002", 3), 10, 1);
}

TEST_P(Syntax, BasesOutsideTwoTo62AreRefused) {
  const gpu_bigint a = 5;
  for (const int base : {-16, -1, 1, 63, 64, 1000}) {
    EXPECT_THROW(gpu_bigint("1"sv, base), std::invalid_argument) << base;
    EXPECT_THROW(static_cast<void>(a.to_string(base)), std::invalid_argument) << base;
  }
  EXPECT_THROW(static_cast<void>(a.to_string(0)), std::invalid_argument);
}

TEST_P(Syntax, AnAssignmentThatFailsLeavesTheOldValue) {
  gpu_bigint a = 42;
  EXPECT_THROW(a = gpu_bigint("4x2"), std::invalid_argument);
  EXPECT_EQ(a, 42);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Syntax);

}  // namespace

}  // namespace gbi::test
