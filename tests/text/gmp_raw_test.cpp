/// \file
/// GMP's raw format, written by one library and read by the other.
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/serialize.hpp"
#include "src/text/gmp_raw.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class GmpRaw : public on_executor {
 protected:
  /// The bytes that GMP writes.
  static std::string written_by_gmp(const integer& a) {
    char* memory = nullptr;
    std::size_t length = 0;
    std::FILE* file = open_memstream(&memory, &length);
    EXPECT_NE(mpz_out_raw(file, a.get()), 0u);
    std::fclose(file);
    std::string result(memory, length);
    std::free(memory);
    return result;
  }
  static integer read_by_gmp(std::string data) {
    integer result;
    std::FILE* file = fmemopen(data.data(), data.size(), "rb");
    EXPECT_EQ(mpz_inp_raw(result.get(), file), data.size());
    std::fclose(file);
    return result;
  }
};

TEST_P(GmpRaw, BothSidesUnderstandEachOther) {
  for (int round = 0; round < 60; ++round) {
    const integer a = random_integer(random, size({1 << 20, 1 << 16, 1 << 22}));
    const std::string expected = written_by_gmp(a);
    std::ostringstream out;
    write_gmp_raw(out, from_oracle(a));
    ASSERT_EQ(out.str(), expected) << brief(a);
    ASSERT_TRUE(matches(read_by_gmp(out.str()), a));
    std::istringstream in(expected + expected);
    ASSERT_TRUE(matches(read_gmp_raw(in), a));
    ASSERT_TRUE(matches(read_gmp_raw(in), a)) << "the second number of the stream";
  }
}

TEST_P(GmpRaw, LeadingZerosAreRead) {
  std::istringstream in(std::string("\xff\xff\xff\xfb\0\0\0\1\2", 9) + std::string("\0\0\0\0", 4));
  EXPECT_EQ(read_gmp_raw(in), -258);
  EXPECT_EQ(read_gmp_raw(in), 0);
}

TEST_P(GmpRaw, TruncatedDataIsRefused) {
  const std::string data = written_by_gmp(integer(random_limbs(random, 3)));
  for (std::size_t length = 0; length < data.size(); ++length) {
    std::istringstream in(data.substr(0, length));
    EXPECT_THROW(read_gmp_raw(in), data_error) << length;
  }
  std::istringstream huge(std::string("\x80\0\0\0abc", 7));
  EXPECT_THROW(read_gmp_raw(huge), data_error);
}

TEST_P(GmpRaw, WhatIsTooLongIsRefused) {
  const integer two_limbs = (integer(1) << 128) - integer(1);
  const std::string data = written_by_gmp(two_limbs);
  const auto read = [&](std::uint64_t most) {
    std::istringstream in(data);
    return read_gmp_raw(in, {.max_bits = most});
  };
  EXPECT_TRUE(matches(read(128), two_limbs));
  EXPECT_THROW(static_cast<void>(read(127)), std::length_error);
  try {
    static_cast<void>(read(120));
    FAIL();
  } catch (const std::length_error& error) {
    EXPECT_NE(std::string(error.what()).find("of 121 bits or more"), std::string::npos) << error.what();
  }
}

TEST(GmpRawLength, HasRoomFor31Bits) {
  using namespace text;
  for (const bool negative : {false, true})
    for (const std::int64_t bytes : {0, 1, 255, 256, 0x7fffffff})
      EXPECT_EQ(decode_raw_length(encode_raw_length(static_cast<std::uint64_t>(bytes), negative)),
                negative ? -bytes : bytes);
  EXPECT_THROW(encode_raw_length(std::uint64_t{1} << 31, false), std::length_error);
  EXPECT_THROW(encode_raw_length(std::uint64_t{1} << 32, true), std::length_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(GmpRaw);

}  // namespace

}  // namespace gbi::test
