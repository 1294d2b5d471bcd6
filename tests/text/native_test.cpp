/// \file
/// The library's own format: round trips, exact bytes, and every possible error in them.
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "gpu_bigint/serialize.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

using bytes = std::vector<std::byte>;

class Native : public on_executor {
 protected:
  static constexpr std::size_t header_bytes = 24;

  static std::string text_of(const bytes& data) {
    return {reinterpret_cast<const char*>(data.data()), data.size()};
  }
  /// Reading from memory and from a stream must fail with a message that gives the reason.
  static void expect_refused(const bytes& data, const std::string& reason) {
    const auto expect_reason = [&](const auto& read) {
      try {
        const gpu_bigint number = read();
        FAIL() << "became " << brief(to_oracle(number)) << " in spite of: " << reason;
      } catch (const data_error& error) {
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
      }
    };
    expect_reason([&] { return deserialize(data); });
    std::istringstream in(text_of(data));
    expect_reason([&] { return deserialize(in); });
  }
  static bytes with_word(bytes data, std::size_t offset, std::uint64_t word) {
    std::memcpy(data.data() + offset, &word, sizeof word);
    return data;
  }
  static bytes with_byte(bytes data, std::size_t offset, int value) {
    data[offset] = static_cast<std::byte>(value);
    return data;
  }
};

TEST_P(Native, RoundTrips) {
  std::stringstream stream;
  std::vector<integer> written;
  for (int round = 0; round < 30; ++round) {
    const integer value = random_integer(random, size({1 << 21, 1 << 17, 1 << 24}));
    const gpu_bigint number = (from_oracle(value) + 1) - 1;
    const bytes data = serialize(number);
    EXPECT_EQ(data.size(), header_bytes + 8 * ((value.bit_length() + 63) / 64));
    EXPECT_TRUE(matches(deserialize(data), value));
    serialize(stream, number);
    written.push_back(value);
  }
  for (const integer& value : written) EXPECT_TRUE(matches(deserialize(stream), value));
  EXPECT_EQ(stream.peek(), std::stringstream::traits_type::eof());
}

TEST_P(Native, Zeros) {
  const gpu_bigint a = 5;
  for (const gpu_bigint& zero : {gpu_bigint(), gpu_bigint(0), a - a, -(a - a)}) {
    EXPECT_EQ(serialize(zero).size(), header_bytes);
    EXPECT_EQ(deserialize(serialize(zero)), 0);
  }
}

// The exact bytes of the format: files written today must remain readable.
TEST_P(Native, TheBytesAreThoseOfTheFormat) {
  const auto m = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  };
  const limbs value{0x0807060504030201, ~std::uint64_t{0}, 5};
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < value.size(); ++i) {
    const std::uint64_t start = (i + 1) * 0x9e3779b97f4a7c15;
    sum += m(start + value[i]) - m(start);
  }
  bytes expected(header_bytes + 24, std::byte{0});
  std::memcpy(expected.data(), "GBIN\1\1", 6);
  const std::uint64_t words[] = {3, m(sum ^ m(2 * 3 + 1)), value[0], value[1], value[2]};
  std::memcpy(expected.data() + 8, words, sizeof words);
  EXPECT_EQ(serialize(gpu_bigint::from_limbs(value, true)), expected);
}

TEST_P(Native, EveryFlippedBitIsNoticed) {
  const bytes data = serialize(from_oracle(-integer(random_limbs(random, 3))));
  for (std::size_t bit = 0; bit < 8 * data.size(); ++bit) {
    bytes wrong = data;
    wrong[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    EXPECT_THROW(deserialize(wrong), data_error) << "bit " << bit;
  }
}

TEST_P(Native, ExchangedLimbsAreNoticed) {
  const limbs value = random_limbs(random, 2000);
  bytes data = serialize(gpu_bigint::from_limbs(value));
  for (int round = 0; round < 10; ++round) {
    const std::size_t i = random.below(1999), j = random.below(1999);
    if (i == j) continue;
    bytes wrong = with_word(data, header_bytes + 8 * i, value[j]);
    wrong = with_word(wrong, header_bytes + 8 * j, value[i]);
    expect_refused(wrong, "checksum of 2000 limbs is wrong");
  }
}

TEST_P(Native, TheMessageSaysWhatIsWrong) {
  const bytes data = serialize(from_oracle(integer(random_limbs(random, 4))));
  expect_refused(with_byte(data, 0, 'X'), "does not begin with GBIN");
  expect_refused(with_byte(data, 4, 2), "version 2");
  expect_refused(with_byte(data, 5, 2), "sign is 2");
  expect_refused(with_byte(data, 6, 1), "reserved bytes");
  expect_refused(with_word(data, 16, 77), "checksum of 4 limbs is wrong");
  expect_refused(with_byte(data, 5, 1), "checksum");
  expect_refused(with_word(data, header_bytes + 24, 0), "highest of 4 limbs is 0");
  expect_refused(with_byte(serialize(0), 5, 1), "sign is 1");
}

TEST_P(Native, TruncatedDataIsRefused) {
  const bytes data = serialize(from_oracle(integer(random_limbs(random, 4))));
  for (std::size_t length = 0; length < data.size(); ++length) {
    const bytes cut(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THROW(deserialize(cut), data_error) << length;
    std::istringstream in(text_of(cut));
    EXPECT_THROW(deserialize(in), data_error) << length;
  }
  bytes longer = data;
  longer.push_back(std::byte{0});
  EXPECT_THROW(deserialize(longer), data_error);
}

// A length of exabytes must not be trusted before the bytes have arrived.
TEST_P(Native, LengthsAreNotTrusted) {
  const bytes data = serialize(from_oracle(integer(random_limbs(random, 4))));
  for (const std::uint64_t limbs : {std::uint64_t{5}, std::uint64_t{1} << 40, std::uint64_t{1} << 61,
                                    (std::uint64_t{1} << 61) + 4, ~std::uint64_t{0}}) {
    const bytes wrong = with_word(data, 8, limbs);
    EXPECT_THROW(deserialize(wrong), data_error) << limbs;
    std::istringstream in(text_of(wrong));
    EXPECT_THROW(deserialize(in), data_error) << limbs;
  }
}

TEST_P(Native, AFailureLeavesTheOldValue) {
  gpu_bigint a = 42;
  std::istringstream in("GBIN");
  EXPECT_THROW(a = deserialize(in), data_error);
  EXPECT_EQ(a, 42);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Native);

}  // namespace

}  // namespace gbi::test
