/// \file
/// Limits for external bytes: exact to the bit, and checked before anything is read or allocated.
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/serialize.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class ReadLimits : public on_executor {
 protected:
  static std::string text_of(const std::vector<std::byte>& data) {
    return {reinterpret_cast<const char*>(data.data()), data.size()};
  }
  /// Reads with a limit of exactly the number's bits, and with one bit less.
  template <class Read>
  static void expect_exact(const integer& value, Read&& read) {
    const std::size_t bits = value.bit_length();
    EXPECT_TRUE(matches(read(read_limits{.max_bits = bits}), value));
    EXPECT_TRUE(matches(read(read_limits{}), value));
    if (bits > 0) {
      EXPECT_THROW(read(read_limits{.max_bits = bits - 1}), std::length_error) << bits << " bits";
    }
  }
};

TEST_P(ReadLimits, HoldToTheBit) {
  for (int round = 0; round < 40; ++round) {
    const integer value = round < 4 ? integer(round - 2) : random_integer(random, 3000);
    const gpu_bigint number = from_oracle(value);
    const std::vector<std::byte> native = serialize(number);
    expect_exact(value, [&](const read_limits& limits) { return deserialize(native, limits); });
    expect_exact(value, [&](const read_limits& limits) {
      std::istringstream in(text_of(native));
      return deserialize(in, limits);
    });
    std::ostringstream raw;
    write_gmp_raw(raw, number);
    expect_exact(value, [&](const read_limits& limits) {
      std::istringstream in(raw.str());
      return read_gmp_raw(in, limits);
    });
    for (const auto order : {std::endian::little, std::endian::big}) {
      const auto format = byte_format::twos_complement;
      const auto bytes = to_bytes(number, value.bit_length() / 8 + 4, order, format);
      expect_exact(value,
                   [&](const read_limits& limits) { return from_bytes(bytes, order, format, limits); });
      const auto magnitude = to_bytes(abs(number), value.bit_length() / 8 + 4, order);
      expect_exact(value.sign() < 0 ? -value : value, [&](const read_limits& limits) {
        return from_bytes(magnitude, order, byte_format::magnitude, limits);
      });
    }
  }
}

// The magnitude of 1000... in two's complement has one bit more than its complement.
TEST_P(ReadLimits, CountTheMagnitude) {
  for (const int bits : {1, 7, 8, 9, 15, 16, 63, 64, 65, 200})
    for (const int more : {-1, 0, 1}) {
      const integer value = -((integer(1) << static_cast<mp_bitcnt_t>(bits)) + integer(more));
      const auto bytes = to_bytes(from_oracle(value), std::endian::big, byte_format::twos_complement);
      expect_exact(value, [&](const read_limits& limits) {
        return from_bytes(bytes, std::endian::big, byte_format::twos_complement, limits);
      });
    }
}

// A refused header leaves its limbs in the stream: nothing was read or allocated for them.
TEST_P(ReadLimits, ComeBeforeTheBody) {
  const gpu_bigint number = from_oracle(integer(random_limbs(random, 100)));
  std::stringstream native;
  serialize(native, number);
  EXPECT_THROW(deserialize(native, {.max_bits = 6000}), std::length_error);
  EXPECT_EQ(native.tellg(), 24);
  std::stringstream raw;
  write_gmp_raw(raw, number);
  EXPECT_THROW(read_gmp_raw(raw, {.max_bits = 6000}), std::length_error);
  EXPECT_EQ(raw.tellg(), 4);
}

// The header announces 2^60 limbs, and 10 bytes follow.
TEST_P(ReadLimits, ClaimsCostNothing) {
  std::string claim = text_of(serialize(from_oracle(integer(random_limbs(random, 4))))).substr(0, 24);
  claim.replace(8, 8, std::string("\0\0\0\0\0\0\0\x10", 8));
  const std::size_t before = memory_in_use();
  std::istringstream in(claim + "0123456789"), again(in.str());
  EXPECT_THROW(deserialize(in), data_error);
  EXPECT_THROW(deserialize(again, {.max_bits = 1 << 20}), std::length_error);
  EXPECT_EQ(memory_in_use(), before);
}

TEST_P(ReadLimits, OfNothing) {
  const read_limits nothing{.max_bits = 0};
  EXPECT_EQ(deserialize(serialize(0), nothing), 0);
  EXPECT_EQ(from_bytes({}, std::endian::big, byte_format::twos_complement, nothing), 0);
  EXPECT_THROW(deserialize(serialize(1), nothing), std::length_error);
  EXPECT_THROW(deserialize(serialize(-1), nothing), std::length_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(ReadLimits);

}  // namespace

}  // namespace gbi::test
