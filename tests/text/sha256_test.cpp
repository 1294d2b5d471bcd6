/// \file
/// SHA-256 against the examples of FIPS 180-4, in parts of random lengths.
#include "gpu_bigint/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

std::string hexadecimal(const sha256::digest_bytes& digest) {
  std::string text;
  for (const std::byte byte : digest)
    for (const int shift : {4, 0}) text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> shift & 15];
  return text;
}

TEST(Sha256, ExamplesOfTheStandard) {
  const std::vector<std::pair<std::string, std::string>> examples{
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1'000'000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"}};
  random_source random{test_seed()};
  for (const auto& [text, expected] : examples) {
    std::span<const std::byte> rest = std::as_bytes(std::span(text));
    sha256 hash;
    while (!rest.empty()) {
      const std::size_t taken = random.between(0, std::min<std::size_t>(rest.size(), 200));
      hash.update(rest.first(taken));
      rest = rest.subspan(taken);
      static_cast<void>(hash.digest());  // does not end the sequence
    }
    EXPECT_EQ(hexadecimal(hash.digest()), expected) << text.size() << " bytes";
  }
}

// The digest of every length up to two blocks depends on all bytes, and on how many they are.
TEST(Sha256, LengthsAroundABlock) {
  std::vector<std::string> found;
  for (std::size_t length = 0; length <= 130; ++length) {
    const std::string text(length, '\0');
    found.push_back(hexadecimal(sha256().update(std::as_bytes(std::span(text))).digest()));
  }
  EXPECT_EQ(found[64], "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
  std::ranges::sort(found);
  EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
}

}  // namespace

}  // namespace gbi::test
