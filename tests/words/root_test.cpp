/// \file
/// Roots and powers of integers against GMP.
#include "src/words/division/root.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include "src/words/linear/linear.hpp"
#include "tests/words/guarded.hpp"
#include "tests/words/mpz_number.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

void expect_square_root(const std::vector<limb>& a) {
  const std::size_t n = a.size(), r = (n + 1) / 2;
  mpz_number root, remainder;
  mpz_sqrtrem(root.z, remainder.z, mpz_number(a).z);
  guarded out(r), rest(r + 1), scratch(words::square_root_scratch(n));
  words::square_root(out.data(), rest.data(), a.data(), n, scratch.data());
  ASSERT_EQ(mpz_number(out.value()), root) << mpz_number(a);
  ASSERT_EQ(mpz_number(rest.value()), remainder) << mpz_number(a);
  words::square_root(out.data(), nullptr, a.data(), n, scratch.data());
  ASSERT_EQ(mpz_number(out.value()), root) << mpz_number(a);
  ASSERT_TRUE(out.intact() && rest.intact() && scratch.intact());

  guarded memory(words::square_root_scratch(n) + n + 2);
  ASSERT_EQ(words::is_perfect_square(a.data(), n, memory.data()), remainder == mpz_number(0))
      << mpz_number(a);
  ASSERT_TRUE(memory.intact());
}

void expect_root(const std::vector<limb>& a, limb k) {
  const std::size_t n = a.size();
  mpz_number root, remainder;
  mpz_rootrem(root.z, remainder.z, mpz_number(a).z, k);
  guarded out(k < n ? (n + k - 1) / k : 1), rest(n), scratch(words::root_scratch(n));
  words::root(out.data(), rest.data(), a.data(), n, k, scratch.data());
  ASSERT_EQ(mpz_number(out.value()), root) << k << "-th root of " << mpz_number(a);
  ASSERT_EQ(mpz_number(rest.value()), remainder) << k << "-th root of " << mpz_number(a);
  words::root(out.data(), nullptr, a.data(), n, k, scratch.data());
  ASSERT_EQ(mpz_number(out.value()), root) << k << "-th root of " << mpz_number(a);
  ASSERT_TRUE(out.intact() && rest.intact() && scratch.intact());
}

void expect_perfect_power(const std::vector<limb>& a) {
  guarded scratch(words::root_scratch(a.size()) + 2 * a.size());
  ASSERT_EQ(words::is_perfect_power(a.data(), a.size(), scratch.data()),
            mpz_perfect_power_p(mpz_number(a).z) != 0)
      << mpz_number(a);
  ASSERT_TRUE(scratch.intact());
}

/// A number whose top limb is not 0; one in four is a power or next to one.
std::vector<limb> operand(random_source& random, std::size_t longest, limb& k) {
  std::vector<limb> a = words_operand(random, longest);
  k = random.log_uniform(2, a.size() * 70);
  if (random.below(4) != 0) {
    if (a.back() == 0) a.back() = random.bits() | 1;
    return a;
  }
  k = random.log_uniform(2, 40);
  mpz_number x;
  mpz_import(x.z, std::max<std::size_t>(1, a.size() / k), -1, sizeof(limb), 0, 0, a.data());
  if (a.size() < k) mpz_tdiv_q_2exp(x.z, x.z, static_cast<mp_bitcnt_t>(64 - 64 * a.size() / k));
  mpz_pow_ui(x.z, x.z, k);
  const std::uint64_t off = random.below(4);
  if (off == 0) mpz_add_ui(x.z, x.z, 1);
  if (off == 1 && mpz_sgn(x.z) > 0) mpz_sub_ui(x.z, x.z, 1);
  if (mpz_sgn(x.z) == 0) mpz_set_ui(x.z, 1);
  return x.limbs();
}

TEST(WordsRoot, Words) {
  random_source random(test_seed());
  for (int i = 0; i < 200000; ++i) {
    const limb root = random.bits() >> (32 + random.below(32)), low = root * root;
    ASSERT_EQ(words::square_root_1(low), root);
    if (low > 0) {
      ASSERT_EQ(words::square_root_1(low - 1), root - 1);
    }
    ASSERT_EQ(words::square_root_1(low + 2 * root), root);
  }
  ASSERT_EQ(words::square_root_1(~limb{0}), 0xffffffff);
}

TEST(WordsRoot, Square) {
  random_source random(test_seed());
  for (int round = 0; round < 30000; ++round) {
    limb k = 2;
    std::vector<limb> a = operand(random, round < 20000 ? 6 : 80, k);
    ASSERT_NO_FATAL_FAILURE(expect_square_root(a));
    // The square of a number, and its neighbours.
    mpz_number square;
    mpz_mul(square.z, mpz_number(a).z, mpz_number(a).z);
    ASSERT_NO_FATAL_FAILURE(expect_square_root(square.limbs()));
    mpz_sub_ui(square.z, square.z, 1);
    if (mpz_sgn(square.z) > 0) {
      ASSERT_NO_FATAL_FAILURE(expect_square_root(square.limbs()));
    }
  }
}

TEST(WordsRoot, Any) {
  random_source random(test_seed());
  for (int round = 0; round < 6000; ++round) {
    limb k = 2;
    const std::vector<limb> a = operand(random, round < 5000 ? 12 : 80, k);
    ASSERT_NO_FATAL_FAILURE(expect_root(a, k));
  }
}

TEST(WordsRoot, Edges) {
  for (limb bits = 1; bits < 400; ++bits)
    for (const int off : {-1, 0, 1}) {
      mpz_number a(1);
      mpz_mul_2exp(a.z, a.z, bits);
      if (off < 0) mpz_sub_ui(a.z, a.z, 1);
      if (off > 0) mpz_add_ui(a.z, a.z, 1);
      const std::vector<limb> limbs = a.limbs();
      ASSERT_NO_FATAL_FAILURE(expect_square_root(limbs));
      ASSERT_NO_FATAL_FAILURE(expect_perfect_power(limbs));
      for (const limb k : {limb{1}, limb{2}, limb{3}, limb{5}, limb{7}, limb{16}, limb{63}, limb{64},
                           limb{65}, bits / 3 + 1, bits / 2 + 1, bits, bits + 1, ~limb{0}})
        ASSERT_NO_FATAL_FAILURE(expect_root(limbs, k));
    }
}

TEST(WordsRoot, PerfectPowers) {
  random_source random(test_seed());
  for (limb a = 1; a < 3000; ++a) ASSERT_NO_FATAL_FAILURE(expect_perfect_power({a}));
  for (int round = 0; round < 1500; ++round) {
    limb k = 2;
    ASSERT_NO_FATAL_FAILURE(expect_perfect_power(operand(random, 40, k)));
  }
}

}  // namespace

}  // namespace gbi::test
