/// \file
/// The samples of the headers' comments, word for word (samples.py compares them), with tests of their
/// results.
#include <gtest/gtest.h>
#include <gpu_bigint.hpp>

#include <iostream>
#include <map>
#include <sstream>
#include <vector>

namespace {

/// Samples print to std::cout. This collects what they print.
class captured {
 public:
  captured() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  captured(const captured&) = delete;
  captured& operator=(const captured&) = delete;
  ~captured() { std::cout.rdbuf(before_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

class Samples : public testing::Test {
 private:
  gbi::scoped_context host_{gbi::context(gbi::backend::host)};
};

TEST_F(Samples, Numbers) {
  const captured out;
  const gbi::gpu_bigint a = (gbi::gpu_bigint(1) << 127) - 1, b("123456789012345678901234567890");
  std::cout << a * b % 1000007 << ' ' << a.bit_length() << '\n';
  EXPECT_EQ(out.text(), "724850 127\n");
}

TEST_F(Samples, Limits) {
  const std::string text = "-987654321987654321987654321";
  std::stringstream file;
  gbi::serialize(file, gbi::gpu_bigint(text));
  const gbi::read_limits careful{.max_bits = 1 << 20};
  const gbi::gpu_bigint number(text, 10, careful);
  const gbi::gpu_bigint stored = gbi::deserialize(file, careful);
  EXPECT_EQ(stored, number);
}

TEST_F(Samples, Prepared) {
  const gbi::gpu_bigint n = 77;
  std::vector<gbi::gpu_bigint> numbers{1, -2, gbi::gpu_bigint(1) << 5000};
  const gbi::prepared factor{n};
  for (gbi::gpu_bigint& x : numbers) x = x * factor;
  EXPECT_EQ(numbers, (std::vector<gbi::gpu_bigint>{77, -154, gbi::gpu_bigint(77) << 5000}));
}

TEST_F(Samples, Divider) {
  const gbi::gpu_bigint n = 1000;
  std::vector<gbi::gpu_bigint> numbers{1, 1234567, gbi::pow(2, 100)};
  const gbi::divider by_n(n);
  for (gbi::gpu_bigint& x : numbers) x %= by_n;
  EXPECT_EQ(numbers, (std::vector<gbi::gpu_bigint>{1, 567, 376}));
}

TEST_F(Samples, Modulus) {
  const gbi::gpu_bigint p = 61, q = 53, secret = 2790, d = 413;
  const gbi::modulus n(p * q);
  const gbi::gpu_bigint message = n.power(secret, d);
  EXPECT_EQ(message, 65);
}

TEST_F(Samples, Batches) {
  const gbi::gpu_bigint modulus = (gbi::gpu_bigint(1) << 2048) - 1, exponent = 65537;
  const std::vector<gbi::gpu_bigint> messages{12345, 2};
  const auto base = gbi::bigint_batch::from_numbers(messages, 2048);
  const gbi::bigint_batch powers = gbi::pow_mod(base, exponent, gbi::odd_moduli(modulus));
  const gbi::gpu_bigint first = powers[0];
  EXPECT_EQ(first, gbi::powm(12345, 65537, modulus));
  EXPECT_EQ(powers[1], 2);
}

TEST_F(Samples, CrtPower) {
  const gbi::gpu_bigint p = 61, q = 53, d = 413;
  const auto encrypted = gbi::bigint_batch::from_numbers(std::vector<gbi::gpu_bigint>{2790}, 64);
  const gbi::crt_power decrypt({p, d % (p - 1)}, {q, d % (q - 1)});
  const gbi::bigint_batch messages = decrypt(encrypted);
  EXPECT_EQ(messages[0], 65);
}

TEST_F(Samples, Distributed) {
  const captured out;
  const gbi::device_group ranks = gbi::device_group::host(4);
  const gbi::distributed_bigint n = gbi::distributed_bigint(ranks, "1") << 100000, m = n - 1;
  std::cout << m.bit_length() << ' ' << m % 1000003 << ' ' << (m >> 99990).gather() << '\n';
  EXPECT_EQ(out.text(), "100000 491078 1023\n");
}

TEST_F(Samples, HostMemory) {
  const captured out;
  const gbi::host_bigint a{gbi::gpu_bigint(1) << 1000}, b = (a << 2000) - a;
  std::cout << (b * b >> 5000).bit_length() << '\n';
  EXPECT_EQ(out.text(), "1000\n");
}

TEST_F(Samples, Masks) {
  const auto a = gbi::bigint_batch::from_numbers(std::vector<gbi::gpu_bigint>{1, 5, 7}, 64);
  const auto b = gbi::bigint_batch::from_numbers(std::vector<gbi::gpu_bigint>{2, 4, 7}, 64);
  const gbi::bigint_batch larger = gbi::select(a > b, a, b);
  EXPECT_EQ(larger.to_limbs(), (std::vector<std::uint64_t>{2, 5, 7}));
}

TEST_F(Samples, Random) {
  const std::uint64_t seed = 1;
  gbi::random_engine random(seed);
  const gbi::gpu_bigint candidate = random.bits(4096) | 1, x = random.below(candidate);
  EXPECT_TRUE(gbi::test_bit(candidate, 0));
  EXPECT_LT(x, candidate);
}

TEST_F(Samples, LucasLehmer) {
  const captured out;
  gbi::lucas_lehmer test(11213);
  while (test.steps_left() > 0) {
    test.step(1000);
    std::cout << test.steps_done() << " steps\n";
  }
  std::cout << (test.is_prime() ? "prime\n" : "composite\n");
  EXPECT_TRUE(out.text().ends_with("11211 steps\nprime\n")) << out.text();
}

TEST_F(Samples, EcmSearch) {
  const captured out;
  const gbi::gpu_bigint n = (gbi::gpu_bigint(1) << 128) + 1;
  std::ostringstream file;
  const auto is_time_to_save = [&] { return file.view().empty(); };
  gbi::ecm_search search(n, {.b1 = 2000, .curves = 2, .sigma = 1147});
  while (!search.is_done()) {
    search.step();
    if (is_time_to_save()) search.save(file);
  }
  for (const auto& [factor, sigma, stage] : search.factors()) std::cout << factor << '\n';
  EXPECT_EQ(out.text(), "59649589127497217\n");
  EXPECT_FALSE(file.view().empty());
}

TEST_F(Samples, MersennePrp) {
  const captured out;
  gbi::mersenne_prp test(4423);
  while (test.steps_left() > 0) test.step(1000);
  std::cout << (test.is_probable_prime() ? "probably prime\n" : "composite\n");
  std::cout << test.errors() << " errors\n";
  EXPECT_EQ(out.text(), "probably prime\n0 errors\n");
}

TEST_F(Samples, MersenneProof) {
  const captured out;
  constexpr std::uint64_t p = 1277;
  constexpr unsigned power = 5;
  gbi::mersenne_prp test(p);
  std::map<std::uint64_t, gbi::gpu_bigint> kept;
  for (const std::uint64_t step : gbi::mersenne_proof::steps(p, power)) {
    test.step(step - test.steps_done());
    kept[step] = test.residue();
  }
  const bool prime = test.is_probable_prime();
  const auto residue_at = [&](std::uint64_t step) { return kept.at(step); };
  const auto proof = gbi::mersenne_proof::make(p, power, test.residue(), residue_at);
  std::cout << (prime ? "prime" : "composite") << (proof.holds() ? ", proven\n" : ", not proven\n");
  EXPECT_EQ(out.text(), "composite, proven\n");
}

}  // namespace
