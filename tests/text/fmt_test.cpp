/// \file
/// fmt::format of numbers against fmt::format of built-in integers: the same specifications give the same
/// text.
#include "gpu_bigint/fmt.hpp"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Fmt : public on_executor {};

TEST_P(Fmt, EverySpecificationOfBuiltinIntegers) {
  const std::vector<long> values{0, 1, -1, 42, -255, 1234567890123, std::numeric_limits<long>::min() + 1};
  for (const std::string align : {"", "<", ">", "^", "*<", "_>", "#^"})
    for (const std::string sign : {"", "+", "-", " "})
      for (const std::string prefix : {"", "#"})
        for (const std::string width : {"", "0", "1", "7", "40", "012"})
          for (const std::string type : {"", "d", "x", "X", "b", "B", "o"}) {
            const std::string text = fmt::format("{{:{}{}{}{}{}}}", align, sign, prefix, width, type);
            for (const long value : values) {
              // fmt counts the prefix 0 of base 8 as a digit. The standard does not say.
              if (type == "o" && prefix == "#" && value == 0) continue;
              EXPECT_EQ(fmt::format(fmt::runtime(text), gpu_bigint(value)),
                        fmt::format(fmt::runtime(text), value))
                  << text << " of " << value;
            }
          }
}

TEST_P(Fmt, WidthsAreArguments) {
  const gpu_bigint a = -77;
  EXPECT_EQ(fmt::format("{:{}}|", a, 6), "   -77|");
  EXPECT_EQ(fmt::format("{:*<{}x}|", a, 6u), "-4d***|");
  EXPECT_EQ(fmt::format("{1:{0}}|{1}", 5l, a), "  -77|-77");
  EXPECT_EQ(fmt::format("{0:0{1}}", a, 8), "-0000077");
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), a, -1), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), a, "6"), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), a, 1ull << 40), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{:{}}"), a), fmt::format_error);
  EXPECT_THROW((void)fmt::format(fmt::runtime("{0:{}}"), a, 6), fmt::format_error);
}

TEST_P(Fmt, LongNumbers) {
  const integer a = random_integer(random, 20000);
  EXPECT_EQ(fmt::format("{}", from_oracle(a)), a.to_string());
  EXPECT_EQ(fmt::format("{:x}", from_oracle(a)), a.to_string(16));
  EXPECT_EQ(fmt::format("{:_^20000}", from_oracle(a)).size(), 20000u);
}

TEST_P(Fmt, AnythingElseIsRefused) {
  const gpu_bigint a = 5;
  for (const char* text : {"{:s}", "{:c}", "{:f}", "{:.3}", "{:5.3d}", "{:L}", "{:d5}", "{:+-}", "{:##}",
                           "{:xx}", "{:{x}}", "{:{0", "{:99999999999}"})
    EXPECT_THROW((void)fmt::format(fmt::runtime(text), a, 1), fmt::format_error) << text;
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Fmt);

}  // namespace

}  // namespace gbi::test
