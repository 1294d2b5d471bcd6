/// \file
/// Powers modulo a number, and the primitives of Montgomery form, against GMP.
#include "src/words/number_theory/power_mod.hpp"
#include "src/words/number_theory/prime_power.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <array>

#include "src/words/linear/linear.hpp"
#include "tests/words/guarded.hpp"
#include "tests/words/mpz_number.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

using words::montgomery_form;

constexpr std::array forms{montgomery_form::limbs, montgomery_form::digits, montgomery_form::fastest};

/// A modulus: its top limb is not 0.
std::vector<limb> modulus_operand(random_source& random, std::size_t longest) {
  std::vector<limb> n = words_operand(random, longest);
  if (random.below(4) == 0) std::fill(n.begin(), n.end(), ~limb{0});
  if (n.back() == 0) n.back() = limb{1} << random.below(64);
  return n;
}

void expect_power(const std::vector<limb>& base, const std::vector<limb>& exponent,
                  const std::vector<limb>& n) {
  mpz_number expected;
  mpz_powm(expected.z, mpz_number(base).z, mpz_number(exponent).z, mpz_number(n).z);
  for (const montgomery_form form : forms) {
    guarded out(n.size()), scratch(words::power_mod_scratch(base.size(), exponent.size(), n.size()));
    words::power_mod(out.data(), base.data(), base.size(), exponent.data(), exponent.size(), n.data(),
                     n.size(), scratch.data(), form);
    ASSERT_EQ(mpz_number(out.value()), expected)
        << base.size() << " limbs to " << exponent.size() << " limbs modulo " << n.size() << " limbs "
        << mpz_number(n) << ", form " << static_cast<int>(form);
    ASSERT_TRUE(out.intact());
    ASSERT_TRUE(scratch.intact());
  }
}

TEST(WordsPowerMod, Random) {
  random_source random(test_seed());
  for (int round = 0; round < 1500; ++round) {
    std::vector<limb> n = modulus_operand(random, round < 1400 ? 24 : 140);
    if (random.coin()) n[0] |= 1;
    const std::vector<limb> base = words_operand(random, 2 * n.size()), exponent = words_operand(random, 6);
    ASSERT_NO_FATAL_FAILURE(expect_power(base, exponent, n));
  }
}

/// The base divides the modulus, so a product of two powers is the modulus itself before it is reduced.
TEST(WordsPowerMod, PowersThatAreZero) {
  random_source random(test_seed());
  for (std::size_t size = 1; size <= 70; ++size) {
    std::vector<limb> p = words_operand(random, size);
    p[0] |= 1;
    mpz_number square;
    mpz_mul(square.z, mpz_number(p).z, mpz_number(p).z);
    for (const limb exponent : {2, 3, 64})
      ASSERT_NO_FATAL_FAILURE(expect_power(p, {exponent}, square.limbs()));
  }
}

TEST(WordsPowerMod, OneLimb) {
  random_source random(test_seed());
  for (int round = 0; round < 3000; ++round) {
    const std::vector<limb> n{
        (random.coin() ? ~limb{0} - random.below(100) : random.bits()) >> random.below(64) | 1};
    ASSERT_NO_FATAL_FAILURE(expect_power(words_operand(random, 3), words_operand(random, 3), n));
  }
}

TEST(WordsPowerMod, EveryLength) {
  random_source random(test_seed());
  for (std::size_t size = 1; size <= 132; ++size) {
    std::vector<limb> n = modulus_operand(random, 1), base(size), exponent{random.bits()};
    n.resize(size, ~limb{0});
    n[0] |= 1;
    if (random.coin()) n.back() = limb{1} << random.below(64);
    for (limb& l : base) l = random.coin() ? ~limb{0} : random.bits();
    ASSERT_NO_FATAL_FAILURE(expect_power(base, exponent, n));
  }
}

TEST(WordsPowerMod, Edges) {
  const limb top = limb{1} << 63, ones = ~limb{0};
  const std::vector<std::vector<limb>> moduli{
      {1},       {2},       {3},          {4},          {ones},       {ones - 1},     {top},
      {top + 1}, {0, 1},    {1, 1},       {ones, ones}, {0, top},     {1, top},       {0, 0, 1},
      {0, 3},    {ones, 1}, {0, 0, 0, 6}, {6, 0, 8},    {0, ones, 7}, {2, 0, 0, 0, 1}};
  const std::vector<std::vector<limb>> values{
      {},     {0},          {1},    {2},       {3},  {ones}, {top},      {0, 0},
      {1, 0}, {ones, ones}, {0, 1}, {ones, 0}, {63}, {64},   {65, 0, 0}, {6, 0, 8, 0, 0}};
  for (const auto& n : moduli)
    for (const auto& base : values)
      for (const auto& exponent : values) ASSERT_NO_FATAL_FAILURE(expect_power(base, exponent, n));
}

TEST(WordsPowerMod, Primitives) {
  random_source random(test_seed());
  for (int round = 0; round < 1000; ++round) {
    std::vector<limb> n = modulus_operand(random, 130);
    n[0] |= 1;
    if (n.size() == 1 && n[0] == 1) continue;
    const mpz_number modulus(n);
    const montgomery_form form = forms[random.below(forms.size())];
    guarded memory(words::montgomery_memory(n.size())), scratch(words::montgomery_scratch(n.size()));
    const words::montgomery_modulus m =
        words::make_montgomery(n.data(), n.size(), memory.data(), scratch.data(), form);
    const auto below_n = [&] {
      std::vector<limb> a = words_operand(random, n.size());
      a.resize(n.size());
      if (mpz_cmp(mpz_number(a).z, modulus.z) >= 0) words::subtract_n(a.data(), n.data(), n.data(), n.size());
      if (random.below(8) == 0) words::subtract_1(a.data(), n.data(), n.size(), 1);
      return a;
    };
    std::vector<limb> a = below_n(), b = below_n();
    mpz_number x(a), y(b);
    guarded p(m.width), q(m.width), value(n.size());
    words::to_montgomery(p.data(), a.data(), a.size(), m, scratch.data());
    words::to_montgomery(q.data(), b.data(), b.size(), m, scratch.data());
    for (int step = 0; step < 10; ++step) {
      switch (random.below(5)) {
        case 0:
          words::multiply_mod(p.data(), p.data(), q.data(), m, scratch.data());
          mpz_mul(x.z, x.z, y.z);
          break;
        case 1:
          words::square_mod(q.data(), q.data(), m, scratch.data());
          mpz_mul(y.z, y.z, y.z);
          break;
        case 2:
          words::add_mod(p.data(), p.data(), q.data(), m);
          mpz_add(x.z, x.z, y.z);
          break;
        case 3:
          words::subtract_mod(p.data(), q.data(), p.data(), m);
          mpz_sub(x.z, y.z, x.z);
          break;
        default:
          words::square_twice_mod(q.data(), p.data(), 1, m, scratch.data());
          words::square_mod(q.data(), q.data(), m, scratch.data());
          mpz_pow_ui(y.z, x.z, 4);
          mpz_mul_ui(y.z, y.z, 4);
      }
      mpz_mod(x.z, x.z, modulus.z);
      mpz_mod(y.z, y.z, modulus.z);
      words::from_montgomery(value.data(), p.data(), m, scratch.data());
      ASSERT_EQ(mpz_number(value.value()), x) << n.size() << " limbs " << modulus;
      words::from_montgomery(value.data(), q.data(), m, scratch.data());
      ASSERT_EQ(mpz_number(value.value()), y) << n.size() << " limbs " << modulus;
      ASSERT_EQ(words::is_zero_mod(p.data(), m, scratch.data()), x == mpz_number(0));
    }
    words::subtract_mod(p.data(), q.data(), q.data(), m);
    ASSERT_TRUE(words::is_zero_mod(p.data(), m, scratch.data()));
    for (const guarded<>* g : {&memory, &scratch, &p, &q, &value}) ASSERT_TRUE(g->intact());
  }
}

TEST(WordsPowerMod, OfAPrime) {
  random_source random(test_seed());
  for (const limb p : {limb{3}, limb{134217757}, limb{268435399}})
    for (int round = 0; round < 50; ++round) {
      std::vector<limb> e = words_operand(random, 40);
      e.back() |= 1;
      const limb b = round == 0 ? 0 : round == 1 ? p : random.bits();
      mpz_number power;
      mpz_powm(power.z, mpz_number(b).z, mpz_number(e).z, mpz_number(p).z);
      EXPECT_EQ(words::power_modulo_prime(b, e.data(), e.size(), p), mpz_get_ui(power.z))
          << b << " mod " << p;
    }
  for (const limb p : {limb{1152921504606847009}, limb{2305843009213693951}})
    for (int round = 0; round < 50; ++round) {
      const limb b = random.below(p), e = round == 0 ? 0 : random.bits();
      mpz_number power;
      mpz_powm_ui(power.z, mpz_number(b).z, e, mpz_number(p).z);
      EXPECT_EQ(words::power_modulo_prime(b, e, kernels::small_modulus::of(p)), mpz_get_ui(power.z))
          << b << "^" << e << " mod " << p;
    }
}

}  // namespace

}  // namespace gbi::test
