/// \file
/// Formatted numbers against printf, which has the same signs, prefixes and widths; std::format if available;
/// literals.
#include "gpu_bigint/format.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>

#include "gpu_bigint/literals.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using namespace gbi::literals;

class Format : public on_executor {
 protected:
  static std::string formatted(const gpu_bigint& a, const std::string& specification) {
    const auto format = text_format::parse(specification);
    if (!format) return "refused";
#if defined(__cpp_lib_format)
    EXPECT_EQ(std::vformat("{:" + specification + "}", std::make_format_args(a)), to_string(a, *format));
#endif
    return to_string(a, *format);
  }
  static std::string printed(long value, const std::string& specification) {
    char text[200];
    std::snprintf(text, sizeof text, specification.c_str(), value);
    return text;
  }
};

TEST_P(Format, DecimalsAreThoseOfPrintf) {
  for (const long value : {0l, 7l, -7l, 123456789l, -1234567890123l})
    for (const std::string sign : {"", "+", " "})
      for (const std::string width : {"", "1", "5", "30", "01", "05", "030"}) {
        EXPECT_EQ(formatted(value, sign + width), printed(value, "%" + sign + width + "ld"));
        EXPECT_EQ(formatted(value, sign + width + "d"), printed(value, "%" + sign + width + "ld"));
      }
}

TEST_P(Format, OtherBasesAreThoseOfPrintf) {
  for (const long value : {1l, 7l, 0xdeadbeefl, 0x123456789abcdefl})
    for (const std::string form : {"", "#"})
      for (const std::string width : {"", "1", "30", "030"})
        for (const std::string type : {"x", "X", "o"})
          EXPECT_EQ(formatted(value, form + width + type), printed(value, "%" + form + width + "l" + type));
}

TEST_P(Format, WhatPrintfDoesNotKnow) {
  EXPECT_EQ(formatted(42, "<6"), "42    ");
  EXPECT_EQ(formatted(42, "^7"), "  42   ");
  EXPECT_EQ(formatted(-42, "*>6"), "***-42");
  EXPECT_EQ(formatted(-42, "*<06"), "-42***") << "an alignment overrides the zeros";
  EXPECT_EQ(formatted(5, "b"), "101");
  EXPECT_EQ(formatted(-5, "#b"), "-0b101");
  EXPECT_EQ(formatted(-5, "#010B"), "-0B0000101");
  EXPECT_EQ(formatted(-255, "#x"), "-0xff");
  EXPECT_EQ(formatted(0, "#x"), "0x0");
  EXPECT_EQ(formatted(0, "#o"), "0");
  EXPECT_EQ(formatted(7, "-"), "7");
}

TEST_P(Format, LongNumbers) {
  const integer a = random_integer(random, 20000);
  EXPECT_EQ(formatted(from_oracle(a), ""), a.to_string());
  EXPECT_EQ(formatted(from_oracle(a), "x"), a.to_string(16));
  EXPECT_EQ(formatted(from_oracle(a), "_^20000").size(), 20000u);
}

TEST_P(Format, EveryBaseOfToString) {
  text_format format;
  format.base = 36;
  format.upper_case = true;
  EXPECT_EQ(to_string(35 * 36 + 10, format), "ZA");
  format.base = 63;
  EXPECT_THROW(to_string(5, format), std::invalid_argument);
}

TEST_P(Format, Literals) {
  EXPECT_EQ(123456789012345678901234567890_gbi, gpu_bigint("123456789012345678901234567890"));
  EXPECT_EQ(0xffff'ffff'ffff'ffff'ffff_gbi, (gpu_bigint(1) << 80) - 1);
  EXPECT_EQ(-0b101_gbi, -5);
  EXPECT_EQ("-123456789012345678901234567890"_gbi, -123456789012345678901234567890_gbi);
  EXPECT_EQ("-0xff"_gbi, -255);
  EXPECT_THROW(1.5_gbi, std::invalid_argument);
  EXPECT_THROW("12a"_gbi, std::invalid_argument);
}

TEST(FormatSpecification, AnythingElseIsRefused) {
  for (const char* specification :
       {"s", "c", "f", ".3", "5.3d", "L", "d5", "+-", "##", "xx", "{}", "99999999999"})
    EXPECT_FALSE(text_format::parse(specification)) << specification;
  static_assert(text_format::parse("*^+#20x")->width == 20, "known when the program is compiled");
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Format);

}  // namespace

}  // namespace gbi::test
