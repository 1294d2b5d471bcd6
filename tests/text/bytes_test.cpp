/// \file
/// Plain bytes against mpz_export and mpz_import, and two's complement against arithmetic.
#include <stdexcept>
#include <vector>

#include "gpu_bigint/serialize.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using bytes = std::vector<std::byte>;
constexpr std::endian orders[] = {std::endian::little, std::endian::big};

class Bytes : public on_executor {
 protected:
  static bytes exported(const integer& a, std::endian order) {
    bytes result((a.bit_length() + 7) / 8);
    mpz_export(result.data(), nullptr, order == std::endian::big ? 1 : -1, 1, 0, 0, a.get());
    return result;
  }
  static bytes byte_values(std::initializer_list<int> values) {
    bytes result;
    for (const int value : values) result.push_back(static_cast<std::byte>(value));
    return result;
  }
};

TEST_P(Bytes, MagnitudesAreThoseOfGmp) {
  for (int round = 0; round < 60; ++round) {
    const integer a = random_integer(random, size({1 << 19, 1 << 16, 1 << 22}));
    const integer magnitude = a.sign() < 0 ? -a : a;
    for (const std::endian order : orders) {
      const bytes data = to_bytes(from_oracle(a), order);
      ASSERT_EQ(data, exported(a, order)) << brief(a);
      ASSERT_TRUE(matches(from_bytes(data, order), magnitude));
    }
  }
}

TEST_P(Bytes, TwosComplementIsTheNumberModuloAPowerOfTwo) {
  for (int round = 0; round < 60; ++round) {
    const integer a = random_integer(random, 3000);
    for (const std::endian order : orders) {
      const bytes data = to_bytes(from_oracle(a), order, byte_format::twos_complement);
      ASSERT_TRUE(matches(from_bytes(data, order), a.low_bits(8 * data.size()))) << brief(a);
      ASSERT_TRUE(matches(from_bytes(data, order, byte_format::twos_complement), a)) << brief(a);
      const bytes padded = to_bytes(from_oracle(a), data.size() + 11, order, byte_format::twos_complement);
      ASSERT_EQ(padded.size(), data.size() + 11);
      ASSERT_TRUE(matches(from_bytes(padded, order, byte_format::twos_complement), a)) << brief(a);
    }
  }
}

// Expected values from Python's int.to_bytes.
TEST_P(Bytes, ShortNumbersByHand) {
  using enum byte_format;
  EXPECT_EQ(to_bytes(0x010203, std::endian::big), byte_values({1, 2, 3}));
  EXPECT_EQ(to_bytes(0x010203, std::endian::little), byte_values({3, 2, 1}));
  EXPECT_EQ(to_bytes(-0x010203, std::endian::little), byte_values({3, 2, 1}));
  EXPECT_EQ(to_bytes(0, std::endian::big), bytes{});
  EXPECT_EQ(to_bytes(0, std::endian::big, twos_complement), byte_values({0}));
  EXPECT_EQ(to_bytes(127, std::endian::big, twos_complement), byte_values({0x7f}));
  EXPECT_EQ(to_bytes(128, std::endian::big, twos_complement), byte_values({0, 0x80}));
  EXPECT_EQ(to_bytes(-128, std::endian::big, twos_complement), byte_values({0x80}));
  EXPECT_EQ(to_bytes(-129, std::endian::big, twos_complement), byte_values({0xff, 0x7f}));
  EXPECT_EQ(to_bytes(-1, 10, std::endian::big, twos_complement), bytes(10, std::byte{0xff}));
  EXPECT_EQ(to_bytes(1024, 4, std::endian::big), byte_values({0, 0, 4, 0}));
  EXPECT_EQ(from_bytes({}, std::endian::big), 0);
  EXPECT_EQ(from_bytes({}, std::endian::big, twos_complement), 0);
  EXPECT_EQ(from_bytes(byte_values({0, 0, 4, 0}), std::endian::big), 1024);
  EXPECT_EQ(from_bytes(byte_values({0xff, 0x7f}), std::endian::big, twos_complement), -129);
}

TEST_P(Bytes, TooFewBytesAreRefused) {
  using enum byte_format;
  EXPECT_THROW(to_bytes(256, 1, std::endian::big), std::out_of_range);
  EXPECT_THROW(to_bytes(1, 0, std::endian::big), std::out_of_range);
  EXPECT_THROW(to_bytes(128, 1, std::endian::big, twos_complement), std::out_of_range);
  EXPECT_THROW(to_bytes(-129, 1, std::endian::big, twos_complement), std::out_of_range);
  EXPECT_EQ(to_bytes(0, 0, std::endian::big), bytes{});
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Bytes);

}  // namespace

}  // namespace gbi::test
