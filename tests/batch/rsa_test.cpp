/// \file
/// RSA by batches and by the code of examples/rsa: the test vectors of C2SP/wycheproof (data/).
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "examples/rsa/messages.hpp"
#include "examples/rsa/operations.hpp"
#include "examples/rsa/sha256.hpp"
#include "gpu_bigint/serialize.hpp"
#include "tests/batch/fixture.hpp"

namespace gbi::test {

namespace {

using example::octets;

struct vectors {
  std::string kind;
  std::vector<octets> key;  ///< its parts as the file names them
  std::vector<std::string> names, verdicts;
  std::vector<octets> messages, received;
};

octets from_base64(const std::string& text) {
  static const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  octets result;
  std::uint32_t bits = 0;
  int count = 0;
  if (text == "-") return result;
  for (const char character : text) {
    if (character == '=') break;
    const std::size_t value = alphabet.find(character);
    if (value == std::string::npos) throw std::runtime_error("not in base 64: " + text);
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    result.push_back(static_cast<std::uint8_t>(bits >> count));
  }
  return result;
}

std::vector<vectors> read_vectors() {
  std::ifstream file(GPU_BIGINT_RSA_VECTORS);
  std::vector<vectors> result;
  for (std::string line, name; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "#") {
      words >> name;
    } else if (word == "key") {
      vectors& group = result.emplace_back();
      words >> group.kind;
      while (words >> word) group.key.push_back(from_base64(word));
    } else if (word == "case") {
      vectors& group = result.back();
      std::string number, verdict, message, received;
      words >> number >> verdict >> message >> received;
      group.names.push_back(name + " " + number);
      group.verdicts.push_back(verdict);
      group.messages.push_back(from_base64(message));
      group.received.push_back(from_base64(received));
    }
  }
  return result;
}

gpu_bigint number(const octets& bytes) {
  return from_bytes(std::as_bytes(std::span(bytes)), std::endian::big);
}

example::public_key public_part(const vectors& group) {
  return {number(group.key.at(0)), number(group.key.at(1))};
}

example::private_key private_part(const vectors& group) {
  return {public_part(group),      number(group.key.at(2)), number(group.key.at(3)), number(group.key.at(4)),
          number(group.key.at(5)), number(group.key.at(6)), number(group.key.at(7))};
}

class RsaVectors : public batch_fixture {
 protected:
  /// Where long powers take their time: some cases of 2048 bits have to do.
  static bool is_slow() { return GetParam() == "shuffled" || test_scale() < 1; }

  /// Those of a kind, the first `most` of each key where everything is slow.
  static std::vector<vectors> of(const std::string& kind, std::size_t most) {
    std::vector<vectors> result;
    for (vectors& group : read_vectors()) {
      if (group.kind != kind) continue;
      if (is_slow()) {
        if (public_part(group).modulus.bit_length() > 2048) continue;
        const std::size_t count = std::min(most, group.names.size());
        group.names.resize(count);
        group.verdicts.resize(count);
        group.messages.resize(count);
        group.received.resize(count);
      }
      result.push_back(group);
    }
    return result;
  }

  static void expect_verified(const std::string& kind, example::padding how, std::size_t least) {
    std::size_t count = 0;
    for (const vectors& group : of(kind, 40)) {
      const std::vector<bool> good = example::verify(group.messages, group.received, public_part(group), how);
      for (std::size_t g = 0; g < good.size(); ++g, ++count)
        if (group.verdicts[g] != "acceptable") {
          EXPECT_EQ(good[g], group.verdicts[g] == "valid") << group.names[g];
        }
    }
    EXPECT_GE(count, is_slow() ? 40 : least);
  }

  static void expect_decrypted(const std::string& kind, example::padding how, std::size_t least) {
    std::size_t count = 0;
    for (const vectors& group : of(kind, 2)) {
      const example::private_key key = private_part(group);
      for (const bool crt : {true, false}) {
        // Powers without the factors take several times as long.
        if (!crt && (is_slow() || key.open.modulus.bit_length() > 2048)) continue;
        const auto messages = example::decrypt(group.received, key, how, crt);
        for (std::size_t g = 0; g < messages.size(); ++g, ++count) {
          if (group.verdicts[g] == "valid") {
            ASSERT_TRUE(messages[g].has_value()) << group.names[g];
            EXPECT_EQ(*messages[g], group.messages[g]) << group.names[g];
          } else if (group.verdicts[g] == "invalid") {
            EXPECT_FALSE(messages[g].has_value()) << group.names[g];
          }
        }
      }
    }
    EXPECT_GE(count, is_slow() ? 2 : least);
  }
};

TEST_P(RsaVectors, Pkcs1Signatures) {
  expect_verified("pkcs1-signature", example::padding::pkcs1, 300);
}
TEST_P(RsaVectors, PssSignatures) {
  expect_verified("pss-signature", example::padding::modern, 150);
}
TEST_P(RsaVectors, Pkcs1Messages) {
  expect_decrypted("pkcs1-message", example::padding::pkcs1, 60);
}
TEST_P(RsaVectors, OaepMessages) {
  expect_decrypted("oaep-message", example::padding::modern, 40);
}

/// The examples of FIPS 180-4.
TEST_P(RsaVectors, Digests) {
  const auto digest_of = [](const std::string& text) {
    const octets message(text.begin(), text.end());
    return to_oracle(number(example::sha256(message))).to_string(16);
  };
  EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

GPU_BIGINT_ON_EVERY_EXECUTOR(RsaVectors);

}  // namespace

}  // namespace gbi::test
