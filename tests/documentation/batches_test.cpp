/// \file
/// The samples of docs/batches.md.
#include <gtest/gtest.h>

#include <vector>

#include "gpu_bigint.hpp"

namespace {

TEST(batches, compute_all_elements_at_once) {
  std::vector<gbi::gpu_bigint> values;
  values.reserve(1000);
  for (int i = 0; i < 1000; ++i) values.push_back(gbi::pow(gbi::gpu_bigint{3}, 400 + i));
  const auto bases = gbi::bigint_batch::from_numbers(values, 2240);
  const gbi::bigint_batch sums = bases + bases;          // modulo 2^2240, as the left operand is wide
  const gbi::bigint_batch squares = gbi::square(bases);  // twice as wide
  EXPECT_EQ(sums[7], 2 * values[7]);
  EXPECT_EQ(squares[999], values[999] * values[999]);

  const gbi::gpu_bigint modulus = (gbi::gpu_bigint{1} << 2203) - 1;
  const gbi::odd_moduli field{modulus};
  const gbi::bigint_batch powers = gbi::pow_mod(bases, gbi::gpu_bigint{65537}, field);
  const gbi::gpu_bigint first = powers[0];  // an element as a number
  EXPECT_EQ(first, gbi::powm(values[0], 65537, modulus));

  const gbi::bigint_batch bases_limit = gbi::bigint_batch::filled(1000, values[500], 2240);
  const gbi::batch_mask too_large = sums >= bases_limit;
  const gbi::bigint_batch reduced = gbi::select(too_large, sums - bases_limit, sums);
  const std::vector<bool> which = too_large.to_vector();  // waits
  EXPECT_FALSE(which[0]);
  EXPECT_TRUE(which[500]);
  EXPECT_EQ(reduced[500], values[500]);
  EXPECT_EQ(reduced[0], 2 * values[0]);
}

TEST(batches, test_and_find_primes) {
  gbi::random_engine random(1);
  const gbi::bigint_batch primes = gbi::random_primes(100, 256, random);
  const gbi::bigint_batch neighbours = gbi::next_prime(primes);
  const gbi::batch_mask are_primes = gbi::is_probable_prime(gbi::mul_low(primes, neighbours));
  EXPECT_EQ(neighbours[99], gbi::next_prime(primes[99]));
  EXPECT_EQ(are_primes.to_vector()[0],
            gbi::is_probable_prime((primes[0] * neighbours[0]) % (gbi::gpu_bigint{1} << 256)));
}

TEST(batches, are_powers_of_half_the_width_in_rsa) {
  const gbi::gpu_bigint p = gbi::next_prime(gbi::gpu_bigint{1} << 255), q = gbi::next_prime(p);
  const gbi::gpu_bigint e = 65537, d = gbi::invert(e, (p - 1) * (q - 1));
  const std::vector<gbi::gpu_bigint> texts{123456789, 987654321};
  const auto encrypted = gbi::pow_mod(gbi::bigint_batch::from_numbers(texts, 511), e, gbi::odd_moduli(p * q));
  const gbi::crt_power decrypt({p, d % (p - 1)}, {q, d % (q - 1)});
  const gbi::bigint_batch messages = decrypt(encrypted);
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(messages[i], texts[i]);
}

}  // namespace
