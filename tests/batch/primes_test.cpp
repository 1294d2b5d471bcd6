/// \file
/// Primality tests of batches, the next primes and random primes, against GMP.
#include "gpu_bigint/batch_primes.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/batch/fixture.hpp"
#include "tests/support/prime_tests.hpp"

namespace gbi::test {

namespace {

class BatchPrimes : public batch_fixture {
 protected:
  static bool is_prime(const integer& n) { return mpz_probab_prime_p(n.get(), 25) > 0; }
  static integer next(const integer& n) {
    integer result;
    mpz_nextprime(result.get(), n.get());
    return result;
  }
  static bool is_candidate(const integer& n) { return n > integer(2) && mpz_odd_p(n.get()) != 0; }
  static bool is_strong(const integer& n, const integer& base) {
    return is_candidate(n) && passes_strong_test(n, base);
  }
  /// With Selfridge's parameters.
  static bool is_strong_lucas(const integer& n) {
    if (!is_candidate(n) || mpz_perfect_square_p(n.get()) != 0) return false;
    long d = 5;
    for (;; d = d < 0 ? 2 - d : -2 - d) {
      if (mpz_divisible_p(integer(d).get(), n.get()) != 0) continue;
      const int symbol = mpz_jacobi(integer(d).get(), n.get());
      if (symbol == 0) return false;
      if (symbol < 0) return passes_lucas_test(n, (1 - d) / 4);
    }
  }

  /// Numbers of at most `bits` bits: arbitrary ones, primes, products of two, squares of primes, k 2^s + 1
  /// and k 2^s - 1.
  std::vector<integer> numbers(std::size_t count, std::size_t bits) {
    std::vector<integer> result = operands(count, bits);
    const integer end = integer(1) << bits;
    for (std::size_t g = 0; g < count; ++g) {
      const std::size_t own = random.log_uniform(3, bits);
      integer chosen = result[g];
      switch (random.below(8)) {
        case 0:
        case 1:
          chosen = next(some(own - 1));
          break;
        case 2:
          chosen = next(some(own / 2)) * next(some(own / 3));
          break;
        case 3:
          chosen = next(some(own / 2 - 1));
          chosen = chosen * chosen;
          break;
        case 4:
          chosen = (some(random.between(1, own)) << random.below(own)) + integer(random.coin() ? 1 : -1);
          break;
        default:
          mpz_setbit(chosen.get(), 0);
      }
      if (chosen.sign() >= 0 && chosen < end) result[g] = chosen;
    }
    return result;
  }

  template <class Expected>
  static void expect_mask(const batch_mask& mask, const std::vector<integer>& n, const Expected& expected,
                          const std::string& description) {
    const std::vector<bool> got = mask.to_vector();
    ASSERT_EQ(got.size(), n.size()) << description;
    for (std::size_t g = 0; g < n.size(); ++g)
      ASSERT_EQ(got[g], expected(n[g])) << description << ", " << brief(n[g]) << ", element " << g;
  }

 private:
  /// A random number of at most this many bits.
  integer some(std::size_t bits) { return integer(random_limbs(random, bits / 64 + 1)).low_bits(bits); }
};

TEST_P(BatchPrimes, OfAllWidths) {
  for (const std::size_t count : {1, 2, 31, 32, 33, 1000}) {
    if (count > size({1000, 2, 1000})) continue;
    const std::size_t bits =
        random.log_uniform(64, count > 33 ? 400 : std::max<std::size_t>(64, size({1200, 200, 3000})));
    const std::vector<integer> n = numbers(count, bits);
    const bigint_batch batch = batch_of(n, bits);
    const std::string what = std::to_string(count) + " x " + std::to_string(bits) + " bits";
    expect_mask(is_probable_prime(batch), n, is_prime, what);
    if (count > 33) continue;
    expect_mask(is_probable_prime(batch, 27), n, is_prime, what + ", more rounds");
    expect_mask(is_strong_lucas_probable_prime(batch), n, is_strong_lucas, what + ", Lucas");
    const std::vector<integer> bases = operands(count, bits);
    const std::vector<bool> passed = is_strong_probable_prime(batch, batch_of(bases, bits)).to_vector();
    for (std::size_t g = 0; g < count; ++g)
      EXPECT_EQ(passed[g], is_strong(n[g], bases[g])) << brief(n[g]) << " to base " << brief(bases[g]);
  }
}

TEST_P(BatchPrimes, SmallNumbers) {
  std::vector<integer> n;
  for (long i = 0; i < static_cast<long>(size({6000, 300, 70000})); ++i) n.emplace_back(i);
  for (const std::size_t bits : {64, 65}) {
    const bigint_batch batch = batch_of(n, bits);
    expect_mask(is_probable_prime(batch), n, is_prime, "small numbers");
    expect_mask(is_strong_lucas_probable_prime(batch), n, is_strong_lucas, "small numbers, Lucas");
    expect_mask(
        is_strong_probable_prime(batch, bigint_batch::filled(n.size(), 2, 64)), n,
        [](const integer& of) { return is_strong(of, integer(2)); }, "small numbers, base 2");
  }
}

/// Composite numbers that one of the tests takes for primes.
TEST_P(BatchPrimes, Pseudoprimes) {
  // Strong to base 2 (OEIS A001262), among them 1093^2 and 3511^2, and to the first 9, 12 and 13 prime bases.
  const std::vector<const char*> strong = {"2047",
                                           "3277",
                                           "4033",
                                           "4681",
                                           "8321",
                                           "15841",
                                           "29341",
                                           "42799",
                                           "49141",
                                           "52633",
                                           "65281",
                                           "74665",
                                           "80581",
                                           "85489",
                                           "88357",
                                           "90751",
                                           "104653",
                                           "130561",
                                           "196093",
                                           "220729",
                                           "233017",
                                           "252601",
                                           "253241",
                                           "256999",
                                           "271951",
                                           "280601",
                                           "314821",
                                           "357761",
                                           "390937",
                                           "458989",
                                           "476971",
                                           "486737",
                                           "1194649",
                                           "12327121",
                                           "3825123056546413051",
                                           "318665857834031151167461",
                                           "3317044064679887385961981"};
  // OEIS A217255
  const std::vector<const char*> lucas = {"5459",   "5777",   "10877",  "16109",  "18971",  "22499",
                                          "24569",  "25199",  "40309",  "58519",  "75077",  "97439",
                                          "100127", "113573", "115639", "130139", "155819", "158399"};
  // Carmichael's numbers (OEIS A002997)
  const std::vector<const char*> carmichael = {"561",    "1105",   "1729",   "2465",   "2821",   "6601",
                                               "8911",   "10585",  "15841",  "29341",  "41041",  "46657",
                                               "52633",  "62745",  "63973",  "75361",  "101101", "115921",
                                               "126217", "162401", "172081", "188461", "252601", "278545"};
  std::vector<integer> all;
  for (const auto& list : {strong, lucas, carmichael})
    for (const char* const digits : list) all.emplace_back(std::string(digits), 10);
  // Chernick's numbers (6 k + 1) (12 k + 1) (18 k + 1) are Carmichael's if the factors are primes.
  for (long k = 1; all.size() < 100; ++k) {
    const integer a(6 * k + 1), b(12 * k + 1), c(18 * k + 1);
    if (is_prime(a) && is_prime(b) && is_prime(c)) all.push_back(a * b * c);
  }
  const bigint_batch batch = batch_of(all, 128);
  expect_mask(
      is_probable_prime(batch), all, [](const integer&) { return false; }, "pseudoprimes");
  const std::vector<bool> to_2 =
      is_strong_probable_prime(batch, bigint_batch::filled(all.size(), 2, 64)).to_vector();
  const std::vector<bool> to_lucas = is_strong_lucas_probable_prime(batch).to_vector();
  for (std::size_t g = 0; g < strong.size(); ++g) EXPECT_TRUE(to_2[g]) << strong[g];
  for (std::size_t g = 0; g < lucas.size(); ++g) EXPECT_TRUE(to_lucas[strong.size() + g]) << lucas[g];
  expect_mask(is_strong_lucas_probable_prime(batch), all, is_strong_lucas, "pseudoprimes, Lucas");
}

/// No D of the kernel has the symbol -1: squares, and numbers that are 1 modulo every D.
TEST_P(BatchPrimes, NumbersWithoutASmallDiscriminant) {
  integer product(8);
  for (integer p(3); p < integer(260); p = next(p)) product = product * p;
  std::vector<integer> n{integer(1093 * 1093), integer(3511) * integer(3511), integer(1),
                         product + integer(1)};
  for (long k = 2; n.size() < 8; ++k)
    if (const integer found = integer(k) * product + integer(1); is_prime(found)) n.push_back(found);
  const bigint_batch batch = batch_of(n, 400);
  expect_mask(is_strong_lucas_probable_prime(batch), n, is_strong_lucas, "no discriminant, Lucas");
  expect_mask(is_probable_prime(batch), n, is_prime, "no discriminant");
}

TEST_P(BatchPrimes, NoneAndAll) {
  EXPECT_EQ(is_probable_prime(bigint_batch(0, 64)).size(), 0U);
  EXPECT_EQ(is_strong_probable_prime(bigint_batch(0, 64), bigint_batch(0, 64)).size(), 0U);
  EXPECT_EQ(is_strong_lucas_probable_prime(bigint_batch(0, 64)).size(), 0U);
  EXPECT_EQ(next_prime(bigint_batch(0, 64)).size(), 0U);
  random_engine engine(1);
  EXPECT_EQ(random_primes(0, 64, engine).size(), 0U);
  const std::size_t count = size({33, 3, 300}), bits = std::max<std::size_t>(64, size({256, 80, 512}));
  std::vector<integer> primes, composites;
  for (std::size_t g = 0; g < count; ++g) {
    primes.push_back(next(integer(random_limbs(random, bits / 64 + 1)).low_bits(bits - 1)));
    composites.push_back(primes[g].low_bits(bits / 2) * primes.back().low_bits(bits / 2));
  }
  expect_mask(is_probable_prime(batch_of(primes, bits)), primes, is_prime, "primes");
  expect_mask(is_probable_prime(batch_of(composites, bits)), composites, is_prime, "composites");
}

TEST_P(BatchPrimes, Next) {
  for (const std::size_t count : {1, 2, 31, 32, 33, 300}) {
    if (count > size({300, 2, 300})) continue;
    const std::size_t bits =
        random.log_uniform(64, count > 33 ? 150 : std::max<std::size_t>(64, size({500, 100, 1200})));
    std::vector<integer> n = numbers(count, bits);
    if (count > 30)
      for (long i = 0; i < 10; ++i) n[static_cast<std::size_t>(i)] = integer(i);
    const bigint_batch found = next_prime(batch_of(n, bits));
    std::vector<integer> expected;
    std::vector<std::size_t> undefined;
    for (std::size_t g = 0; g < count; ++g) {
      expected.push_back(next(n[g]));
      if (expected[g].bit_length() <= bits) continue;
      expected[g] = integer(0);
      undefined.push_back(g);
    }
    expect_values(found, expected, "next primes");
    EXPECT_EQ(found.undefined(), undefined);
  }
}

/// 370261 is followed by a gap of 112 numbers; the largest prime below 2^64 by none of that width.
TEST_P(BatchPrimes, NextAcrossGapsAndTheWidth) {
  const integer last("18446744073709551557", 10), end = integer(1) << 64;
  const std::vector<integer> n{integer(370261), last - integer(1), last, end - integer(2), end - integer(1)};
  const bigint_batch found = next_prime(batch_of(n, 64));
  expect_values(found, {integer(370373), last, integer(0), integer(0), integer(0)}, "64 bits");
  EXPECT_EQ(found.undefined(), (std::vector<std::size_t>{2, 3, 4}));
  expect_values(next_prime(batch_of(n, 65)), {integer(370373), last, next(last), next(last), next(last)},
                "65 bits");
}

TEST_P(BatchPrimes, Random) {
  for (const std::size_t bits : {64, 100, 256}) {
    if (bits > size({256, 100, 256})) continue;
    const std::size_t count = size({20, 2, 100});
    const std::uint64_t seed = random.bits();
    random_engine engine(seed), same(seed);
    const std::vector<integer> primes = values_of(random_primes(count, bits, engine));
    for (const integer& p : primes) {
      EXPECT_TRUE(is_prime(p)) << brief(p);
      EXPECT_EQ(p >> (bits - 2), integer(3)) << brief(p);
      EXPECT_EQ(std::count(primes.begin(), primes.end(), p), 1) << brief(p);
    }
    // However many are asked for, the sequence is the same.
    const std::vector<integer> more = values_of(random_primes(count + 3, bits, same));
    EXPECT_TRUE(std::equal(primes.begin(), primes.end(), more.begin()));
    EXPECT_EQ(engine.skip(0), same.skip(0));
  }
  random_engine engine(1);
  EXPECT_THROW(random_primes(1, 63, engine), std::invalid_argument);
}

/// Numbers too long for teams of a warp are tested alone. Only a GPU tests long ones for their whole length.
TEST_P(BatchPrimes, LongNumbers) {
  const std::size_t bits = 12300;
  const integer root = (integer(1) << 6145) + integer(3);
  std::vector<integer> n{root * root, integer(5) * ((integer(1) << 12290) + integer(1))};
  if (GetParam() == "cuda")
    n.insert(n.end(), {integer(101), integer(5459), integer(91), (integer(1) << 12289) + integer(5)});
  expect_mask(is_probable_prime(batch_of(n, bits)), n, is_prime, "long numbers");
  expect_mask(is_strong_lucas_probable_prime(batch_of(n, bits)), n, is_strong_lucas, "long numbers, Lucas");
}

TEST_P(BatchPrimes, OperandsThatDoNotFit) {
  EXPECT_THROW(is_strong_probable_prime(bigint_batch(3, 100), bigint_batch(4, 100)), std::invalid_argument);
  EXPECT_THROW(is_strong_probable_prime(bigint_batch(3, 100), bigint_batch(3, 200)), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(BatchPrimes);

}  // namespace

}  // namespace gbi::test
