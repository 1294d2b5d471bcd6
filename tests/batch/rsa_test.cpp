/// \file
/// RSA by batches and by the code of examples/rsa, against the test vectors of C2SP/wycheproof and of NIST
/// (data/).
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "examples/rsa/digest.hpp"
#include "examples/rsa/messages.hpp"
#include "examples/rsa/operations.hpp"
#include "gpu_bigint/serialize.hpp"
#include "tests/batch/fixture.hpp"
#include "tests/support/environment.hpp"

namespace gbi::test {

namespace {

using example::octets;

struct vectors {
  std::string kind;
  std::vector<octets> key;  ///< the parts of the key as named in the file
  std::vector<std::string> names, verdicts;
  std::vector<octets> messages, received;
  std::vector<octets> salts;  ///< for NIST's PSS
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

std::vector<vectors> read_vectors(const std::string& name_of_file) {
  std::ifstream file(GPU_BIGINT_RSA_VECTORS + name_of_file);
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
      if (words >> word) group.salts.push_back(from_base64(word));
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
  /// Long powers are slow here, so only some cases of 2048 bits are tested.
  bool is_slow() const { return is_shuffled() || test_scale() < 1; }

  /// The vectors of a kind. If tests are slow, only the first `most` of each key.
  std::vector<vectors> of(const std::string& kind, std::size_t most) const {
    std::vector<vectors> result;
    for (vectors& group : read_vectors("wycheproof_rsa.txt")) {
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

  void expect_verified(const std::string& kind, example::padding how, std::size_t least) const {
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

  void expect_decrypted(const std::string& kind, example::padding how, std::size_t least) const {
    std::size_t count = 0;
    for (const vectors& group : of(kind, 2)) {
      const example::private_key key = private_part(group);
      for (const bool crt : {true, false}) {
        // Powers without the factors take several times longer.
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

/// Powers of private exponents are left to GPUs: a host takes a second for each key.
TEST_P(RsaVectors, InRns) {
  const environment_variable how("GPU_BIGINT_MODULAR_ARITHMETIC", "residues");
  const context residues = new_context(GetParam(), plan::word_limits::none());
  const scoped_context use(residues);
  expect_verified("pkcs1-signature", example::padding::pkcs1, 300);
  if (residues.backend() != backend::cuda) return;
  expect_decrypted("pkcs1-message", example::padding::pkcs1, 60);
  expect_decrypted("oaep-message", example::padding::modern, 40);
}

/// Recreates NIST's signatures with their salts by powers without the factors, and verifies them.
TEST_P(RsaVectors, NistSignatures) {
  std::size_t count = 0;
  for (const vectors& group : read_vectors("nist_rsa.txt")) {
    const example::public_key open = public_part(group);
    const std::size_t bits = open.modulus.bit_length(), cases = is_slow() ? 1 : group.names.size();
    if (is_slow() && bits > 2048) continue;
    std::vector<octets> encoded;
    for (std::size_t g = 0; g < cases; ++g) {
      const octets digest = example::sha256(group.messages[g]);
      encoded.push_back(group.salts.empty() ? example::encode_pkcs1_signature(digest, bits)
                                            : example::encode_pss_signature(digest, group.salts[g], bits));
    }
    const bigint_batch numbers = example::to_batch(encoded, bits);
    const bigint_batch powers = pow_mod(numbers, number(group.key.at(2)), odd_moduli(open.modulus));
    const std::vector<octets> signatures = example::to_octets(powers, bits / 8),
                              opened = example::to_octets(example::public_operation(open)(powers), bits / 8);
    for (std::size_t g = 0; g < cases; ++g, ++count) {
      EXPECT_EQ(signatures[g], group.received[g]) << group.names[g];
      EXPECT_EQ(opened[g], encoded[g]) << group.names[g];
      if (!group.salts.empty()) {
        EXPECT_TRUE(example::is_pss_signature(opened[g], example::sha256(group.messages[g]),
                                              group.salts[g].size(), bits))
            << group.names[g];
      }
    }
  }
  EXPECT_GE(count, is_slow() ? 2u : 40u);
}

/// A damaged part of the key has the effect of a fault in one of the two powers: the result is right modulo
/// the other factor only, and gcd(result^e - message, n) would be that factor.
TEST_P(RsaVectors, FaultyPowersAreNotReleased) {
  const auto groups = of("pkcs1-message", 1);
  ASSERT_FALSE(groups.empty());
  const vectors& group = groups.front();
  const example::private_key good = private_part(group);
  const auto no_salt = [](std::size_t count) { return octets(count, 0); };
  const std::vector<octets> messages{{'o', 'n', 'e'}, {}};
  const auto sign = [&](const example::private_key& key, bool crt) {
    return example::sign(messages, key, example::padding::pkcs1, crt, no_salt);
  };
  const std::vector<octets> signatures = sign(good, true);
  EXPECT_EQ(example::verify(messages, signatures, good.open, example::padding::pkcs1),
            std::vector<bool>(messages.size(), true));

  example::private_key faulty = good;
  faulty.exponent_p = faulty.exponent_p + 2;
  EXPECT_THROW(sign(faulty, true), example::faulty_powers);
  EXPECT_THROW(example::decrypt({group.received.front()}, faulty, example::padding::pkcs1, true),
               example::faulty_powers);
  if (is_slow()) return;
  faulty = good;
  faulty.exponent = faulty.exponent + 2;
  EXPECT_THROW(sign(faulty, false), example::faulty_powers);

  // One wrong bit in one result of many.
  const std::size_t bits = good.open.modulus.bit_length();
  const bigint_batch numbers = example::to_batch(signatures, bits),
                     powers = example::public_operation(good.open)(numbers);
  EXPECT_NO_THROW(example::require_undone(powers, numbers, good.open));
  std::vector<std::uint64_t> limbs = numbers.to_limbs();
  limbs[random.below(limbs.size() - 1)] ^= std::uint64_t{1} << random.below(60);
  EXPECT_THROW(
      example::require_undone(powers, bigint_batch::from_limbs(limbs, numbers.size(), bits), good.open),
      example::faulty_powers);
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
