/// \file
/// Streams treat numbers like built-in integers, except that a negative number in hexadecimal or octal has a
/// sign and a magnitude.
#include <iomanip>
#include <sstream>
#include <string>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Stream : public on_executor {
 protected:
  struct format {
    std::ios_base::fmtflags flags;
    int width;
    char fill;
  };

  template <class T>
  static std::string written(const T& value, const format& how) {
    std::ostringstream out;
    out.flags(how.flags);
    out << std::setfill(how.fill) << std::setw(how.width) << value << '|' << value;
    return out.str();
  }

  /// All combinations of a base, showbase, uppercase, showpos, an adjustment and a width.
  template <class Visit>
  static void for_every_format(Visit&& visit) {
    using ios = std::ios_base;
    for (const auto base : {ios::dec, ios::hex, ios::oct})
      for (const auto showbase : {ios::fmtflags{}, ios::showbase})
        for (const auto uppercase : {ios::fmtflags{}, ios::uppercase})
          for (const auto showpos : {ios::fmtflags{}, ios::showpos})
            for (const auto adjust : {ios::fmtflags{}, ios::left, ios::right, ios::internal})
              for (const int width : {0, 1, 12, 40})
                visit(format{base | showbase | uppercase | showpos | adjust, width, width == 40 ? '*' : ' '});
  }
};

TEST_P(Stream, DecimalOutputIsThatOfALong) {
  for (const long value : {0l, 7l, -7l, 123456789l, -1234567890123l})
    for_every_format([&](const format& how) {
      if ((how.flags & std::ios_base::dec) == 0) return;
      EXPECT_EQ(written(gpu_bigint(value), how), written(value, how))
          << "flags " << how.flags << ", width " << how.width;
    });
}

TEST_P(Stream, HexadecimalAndOctalOutputOfPositiveNumbersIsThatOfALong) {
  for (const long value : {0l, 7l, 0xdeadbeefl, 0x123456789abcdefl})
    for_every_format([&](const format& how) {
      using ios = std::ios_base;
      const bool octal_inline = (how.flags & ios::oct) != 0 && (how.flags & ios::internal) != 0;
      if ((how.flags & ios::dec) != 0 || (how.flags & ios::showpos) != 0 || octal_inline) return;
      EXPECT_EQ(written(gpu_bigint(value), how), written(value, how))
          << "flags " << how.flags << ", width " << how.width;
    });
}

TEST_P(Stream, HexadecimalAndOctalShowSignAndMagnitude) {
  const auto text = [](const auto&... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
  };
  const gpu_bigint a = -255;
  EXPECT_EQ(text(std::hex, a), "-ff");
  EXPECT_EQ(text(std::hex, std::showbase, a), "-0xff");
  EXPECT_EQ(text(std::hex, std::showbase, std::uppercase, a), "-0XFF");
  EXPECT_EQ(text(std::hex, std::showpos, -a), "+ff");
  EXPECT_EQ(text(std::oct, std::showbase, a), "-0377");
  EXPECT_EQ(text(std::hex, std::showbase, std::internal, std::setfill('.'), std::setw(10), a), "-0x.....ff");
}

TEST_P(Stream, LongNumbersKeepTheirDigits) {
  for (int round = 0; round < 10; ++round) {
    const integer value = random_integer(random, 10000);
    std::ostringstream out;
    out << from_oracle(value);
    EXPECT_EQ(out.str(), value.to_string());
  }
}

TEST_P(Stream, InputReadsWhatOutputWrote) {
  for (int round = 0; round < 10; ++round) {
    const integer a = random_integer(random, 3000), b = random_integer(random, 3000);
    for (auto* base : {&std::dec, &std::hex, &std::oct}) {
      std::stringstream stream;
      stream << base << from_oracle(a) << "  \n\t" << from_oracle(b);
      gpu_bigint x, y;
      stream >> x >> y;
      EXPECT_TRUE(stream);
      EXPECT_TRUE(stream.eof());
      EXPECT_TRUE(matches(x, a));
      EXPECT_TRUE(matches(y, b));
    }
  }
}

TEST_P(Stream, InputReadsWhatOutputWroteInEveryFormat) {
  for (const long value : {0l, 1l, 7l, 8l, -1l, -8l, 255l, -0xabcdefl, 0x123456789abcdefl})
    for_every_format([&](format how) {
      if (how.width != 0) return;
      std::stringstream stream(written(gpu_bigint(value), how));
      stream.flags(how.flags);
      gpu_bigint a;
      stream >> a;
      EXPECT_EQ(a, value) << '"' << stream.str() << "\", flags " << how.flags;
      EXPECT_EQ(stream.get(), '|') << '"' << stream.str() << '"';
    });
}

TEST_P(Stream, LongNumbersWithPrefixesComeBack) {
  for (int round = 0; round < 10; ++round) {
    const integer value = random_integer(random, 5000);
    for (auto* base : {&std::dec, &std::hex, &std::oct}) {
      std::stringstream stream;
      stream << base << std::showbase << from_oracle(value);
      gpu_bigint a, b;
      stream >> a;
      EXPECT_TRUE(matches(a, value)) << stream.str();
      // Without a base the prefix determines it, and a zero has no prefix.
      std::stringstream any(stream.str());
      any.unsetf(std::ios_base::basefield);
      any >> b;
      EXPECT_TRUE(matches(b, value)) << any.str();
    }
  }
}

// A number consumes the same characters of a text as a built-in integer, and stops at the same position.
TEST_P(Stream, PrefixesAreReadAsForALong) {
  using ios = std::ios_base;
  for (const ios::fmtflags base : {ios::dec, ios::hex, ios::oct, ios::fmtflags{}})
    for (const char* text :
         {"0xff", "0XfF", "-0xff", "+0x1A", "ff",   "0",  "-0",  "00", "0x",   "0X",    "-0x",  "0xg", "0 x",
          "017",  "-017", "08",    "0178",  "0b11", "12", "-12", "9a", "00x1", "0x0x1", "0x-1", "x1"}) {
      std::istringstream ours(text), theirs(text);
      ours.flags(base);
      theirs.flags(base);
      gpu_bigint a = 42;
      long b = 42;
      ours >> a;
      theirs >> b;
      const std::string description = '"' + std::string(text) + "\", flags " + std::to_string(base);
      EXPECT_EQ(ours.rdstate(), theirs.rdstate()) << description;
      EXPECT_EQ(a, theirs.fail() ? 42 : b) << description << " (a failure changes nothing)";
      ours.clear();
      theirs.clear();
      EXPECT_EQ(ours.get(), theirs.get()) << description;
    }
}

TEST_P(Stream, InputStopsBehindTheLastDigit) {
  std::istringstream in("  +12abc -7,8");
  gpu_bigint a;
  std::string word;
  in >> a;
  EXPECT_EQ(a, 12);
  in >> word;
  EXPECT_EQ(word, "abc");
  in >> a;
  EXPECT_EQ(a, -7);
  EXPECT_EQ(in.get(), ',');
  EXPECT_FALSE(in.fail());
}

TEST_P(Stream, InputStopsAtTheSameCharactersAsForALong) {
  for (const auto base : {std::ios_base::dec, std::ios_base::hex, std::ios_base::oct})
    for (char c = '!'; c <= '~'; ++c) {
      std::istringstream ours(std::string("12") + c + "x"), theirs(ours.str());
      ours.setf(base, std::ios_base::basefield);
      theirs.setf(base, std::ios_base::basefield);
      gpu_bigint a;
      long expected = 0;
      ours >> a;
      theirs >> expected;
      EXPECT_EQ(a, expected) << c;
      EXPECT_EQ(ours.get(), theirs.get()) << c;
    }
}

TEST_P(Stream, InputThatIsNoNumberFailsAndChangesNothing) {
  for (const char* text : {"", "   ", "x", "-", "+", "- 1", "--1"}) {
    std::istringstream in(text);
    gpu_bigint a = 42;
    in >> a;
    EXPECT_TRUE(in.fail()) << '"' << text << '"';
    EXPECT_EQ(a, 42) << '"' << text << '"';
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Stream);

}  // namespace

}  // namespace gbi::test
