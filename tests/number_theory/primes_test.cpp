/// \file
/// Primality and prime neighbours against GMP.
#include <algorithm>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/number_theory.hpp"
#include "src/number_theory/primes/primality.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Primes : public on_executor {
 protected:
  static bool is_prime(const integer& n) { return mpz_probab_prime_p(n.get(), 25) != 0; }
};

TEST_P(Primes, SmallNumbers) {
  for (int n = -20; n < 200; ++n) EXPECT_EQ(is_probable_prime(n), is_prime(n)) << n;
}

TEST_P(Primes, PseudoprimesOfOneWord) {
  // Carmichael numbers; strong pseudoprimes to the first bases, up to 37; strong Lucas pseudoprimes; 1093^2.
  for (const std::uint64_t n :
       {561ull, 1105ull, 1729ull, 8911ull, 3215031751ull, 3825123056546413051ull, 318665857834031151ull,
        2152302898747ull, 5459ull, 5777ull, 10877ull, 16109ull, 1194649ull, 12327121ull})
    EXPECT_FALSE(is_probable_prime(n)) << n;
  for (const std::uint64_t n : {18446744073709551557ull, 9223372036854775783ull, 4294967291ull})
    EXPECT_TRUE(is_probable_prime(n)) << n;
  EXPECT_FALSE(is_probable_prime(18446744073709551615ull));
}

TEST_P(Primes, PseudoprimesOfSeveralWords) {
  for (const char* text : {"318665857834031151167461",      // strong to all bases up to 37
                           "3317044064679887385961981",     // strong to all bases up to 41
                           "6003094289670105800312596501",  // strong to the bases 2 to 61
                           "59276361075595573263446330101", "564132928021909221014087501701",
                           "1543267864443420616877677640751301"}) {
    const gpu_bigint n{text};
    EXPECT_FALSE(is_probable_prime(n)) << text;
    const modulus by(n);
    EXPECT_TRUE(number_theory::is_strong_probable_prime(by, 2)) << text;
    EXPECT_FALSE(number_theory::is_strong_lucas_probable_prime(by)) << text;
  }
  EXPECT_TRUE(is_probable_prime((gpu_bigint(1) << 127) - 1));
  EXPECT_TRUE(is_probable_prime(1 - (gpu_bigint(1) << 521)));
  EXPECT_FALSE(is_probable_prime((gpu_bigint(1) << 257) - 1));
  EXPECT_FALSE(is_probable_prime(square((gpu_bigint(1) << 89) - 1)));
}

/// The strong Lucas test passes primes and its own pseudoprimes, and nothing else.
TEST_P(Primes, StrongLucasTest) {
  const std::vector<int> pseudoprimes{5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519};
  for (const int n : pseudoprimes)
    EXPECT_TRUE(number_theory::is_strong_lucas_probable_prime(modulus(n))) << n;
  for (std::uint64_t round = 0; round < size({30, 5, 30}); ++round) {
    const int n = static_cast<int>(random.between(1000, 5000) * 2 + 1);
    integer root;
    if (mpz_perfect_square_p(integer(n).get()) != 0) continue;
    const bool known = std::find(pseudoprimes.begin(), pseudoprimes.end(), n) != pseudoprimes.end();
    EXPECT_EQ(number_theory::is_strong_lucas_probable_prime(modulus(n)), known || is_prime(n)) << n;
  }
}

TEST_P(Primes, RandomNumbers) {
  for (std::uint64_t round = 0; round < size({12, 2, 20}); ++round) {
    integer n = random_integer(random, size({400, 150, 1000}));
    EXPECT_EQ(is_probable_prime(from_oracle(n)), is_prime(n)) << brief(n);
    mpz_abs(n.get(), n.get());
    mpz_nextprime(n.get(), n.get());
    EXPECT_TRUE(is_probable_prime(from_oracle(n), 26)) << brief(n);
  }
}

TEST_P(Primes, Neighbours) {
  const integer word = integer(1) << 64;
  for (const integer& start :
       {integer(-5), integer(0), integer(1), integer(2), integer(3), integer(7), integer(8), integer(113),
        word - integer(60), word - integer(1), word, word + integer(13), (integer(1) << 63) - integer(1),
        (integer(1) << 100) - integer(7), (integer(1) << 128) - integer(160),
        (integer(1) << 128) - integer(1), integer(random_limbs(random, size({4, 2, 16})))}) {
    integer expected;
    mpz_nextprime(expected.get(), start.get());
    const gpu_bigint next = next_prime(from_oracle(start));
    EXPECT_TRUE(matches(next, expected)) << "after " << brief(start);
    if (start > integer(2) && is_prime(start)) {
      EXPECT_TRUE(matches(prev_prime(next), start));
    } else if (start > integer(2)) {
      const gpu_bigint previous = prev_prime(from_oracle(start));
      EXPECT_LT(previous, from_oracle(start));
      EXPECT_EQ(next_prime(previous), next);
    }
  }
  EXPECT_THROW(prev_prime(2), std::domain_error);
  EXPECT_EQ(prev_prime(3), 2);
}

TEST_P(Primes, RemovesFactors) {
  for (std::uint64_t round = 0; round < size({15, 4, 30}); ++round) {
    integer factor = random_integer(random, 150);
    if (mpz_cmpabs_ui(factor.get(), 1) <= 0) factor = round % 2 == 0 ? -2 : 3;
    integer a = random_integer(random, 2000);
    for (std::uint64_t i = random.below(20); i > 0; --i) a = a * factor;
    integer rest;
    const std::uint64_t times = mpz_remove(rest.get(), a.get(), factor.get());
    const removed_factor found = remove(from_oracle(a), from_oracle(factor));
    EXPECT_EQ(found.times, times);
    EXPECT_TRUE(matches(found.rest, rest)) << brief(a) << " without " << brief(factor);
  }
  for (const int factor : {-1, 0, 1}) EXPECT_THROW(remove(12, factor), std::domain_error);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Primes);

}  // namespace

}  // namespace gbi::test
