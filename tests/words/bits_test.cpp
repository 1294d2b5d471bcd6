/// \file
/// Bits of short integers against GMP, and their digests.
#include "src/words/linear/bits.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <string>

#include "src/words/linear/digest.hpp"
#include "src/words/linear/linear.hpp"
#include "tests/words/guarded.hpp"
#include "tests/words/random_operands.hpp"

namespace gbi::test {

namespace {

constexpr std::size_t longest = 400;

/// An integer in limbs and in GMP's form.
struct signed_operand {
  std::vector<limb> limbs;
  bool negative;
  mpz_t gmp;

  explicit signed_operand(random_source& random)
      : limbs(words_operand(random, longest)), negative(random.coin()) {
    if (random.below(10) == 0) limbs.assign(random.below(3), 0);
    mpz_init(gmp);
    mpz_import(gmp, limbs.size(), -1, sizeof(limb), 0, 0, limbs.data());
    if (negative) mpz_neg(gmp, gmp);
  }
  ~signed_operand() { mpz_clear(gmp); }
  signed_operand(const signed_operand&) = delete;
  signed_operand& operator=(const signed_operand&) = delete;

  words::signed_limbs view() const { return {limbs.data(), limbs.size(), negative}; }
};

class expected {
 public:
  expected() { mpz_init(value); }
  ~expected() { mpz_clear(value); }
  expected(const expected&) = delete;
  expected& operator=(const expected&) = delete;

  void matches(const limb* out, words::signed_size result) const {
    ASSERT_EQ(result.size, mpz_size(value));
    ASSERT_EQ(result.negative, mpz_sgn(value) < 0);
    ASSERT_EQ(words::compare(out, mpz_limbs_read(value), result.size), 0);
  }

  mpz_t value;
};

TEST(WordsBits, FunctionsOfTwo) {
  using words::bit_function;
  random_source random(test_seed());
  for (int round = 0; round < 4000; ++round) {
    const signed_operand a(random), b(random);
    for (const bit_function f : {bit_function::both, bit_function::either, bit_function::one_of,
                                 bit_function::first_only, bit_function::first, bit_function::not_first}) {
      expected e;
      if (f == bit_function::both) mpz_and(e.value, a.gmp, b.gmp);
      if (f == bit_function::either) mpz_ior(e.value, a.gmp, b.gmp);
      if (f == bit_function::one_of) mpz_xor(e.value, a.gmp, b.gmp);
      if (f == bit_function::first_only) {
        mpz_com(e.value, b.gmp);
        mpz_and(e.value, a.gmp, e.value);
      }
      if (f == bit_function::first) mpz_set(e.value, a.gmp);
      if (f == bit_function::not_first) mpz_com(e.value, a.gmp);
      const std::size_t room = std::max(a.limbs.size(), b.limbs.size()) + 1;
      guarded<limb> out(room);
      const words::signed_size result = words::combine_bits(f, out.data(), a.view(), b.view());
      ASSERT_NO_FATAL_FAILURE(e.matches(out.data(), result)) << static_cast<int>(f);
      // In place of either operand.
      for (const signed_operand* own : {&a, &b}) {
        guarded<limb> both(room);
        std::copy(own->limbs.begin(), own->limbs.end(), both.data());
        words::signed_limbs x = a.view(), y = b.view();
        (own == &a ? x : y).limbs = both.data();
        ASSERT_NO_FATAL_FAILURE(e.matches(both.data(), words::combine_bits(f, both.data(), x, y)));
      }
    }
    ASSERT_EQ(words::popcount(a.view()), mpz_popcount(a.gmp));
    ASSERT_EQ(words::hamming_distance(a.view(), b.view()), mpz_hamdist(a.gmp, b.gmp));
  }
}

TEST(WordsBits, SingleBits) {
  using words::bit_function;
  random_source random(test_seed());
  for (int round = 0; round < 20000; ++round) {
    const signed_operand a(random);
    const std::size_t index = random.below(a.limbs.size() * limb_bits + 200);
    ASSERT_EQ(words::test_bit(a.view(), index), mpz_tstbit(a.gmp, index) != 0);
    ASSERT_EQ(words::scan0(a.view(), index), mpz_scan0(a.gmp, index)) << index;
    ASSERT_EQ(words::scan1(a.view(), index), mpz_scan1(a.gmp, index)) << index;

    for (const bit_function f : {bit_function::either, bit_function::first_only, bit_function::one_of}) {
      expected e;
      mpz_set(e.value, a.gmp);
      if (f == bit_function::either) mpz_setbit(e.value, index);
      if (f == bit_function::first_only) mpz_clrbit(e.value, index);
      if (f == bit_function::one_of) mpz_combit(e.value, index);
      guarded<limb> out(std::max(a.limbs.size(), index / limb_bits + 1) + 1);
      ASSERT_NO_FATAL_FAILURE(e.matches(out.data(), words::change_bit(f, out.data(), a.view(), index)));
    }

    expected e;
    mpz_fdiv_r_2exp(e.value, a.gmp, index);
    guarded<limb> out((index + limb_bits - 1) / limb_bits);
    ASSERT_NO_FATAL_FAILURE(e.matches(out.data(), {words::low_bits(out.data(), a.view(), index), false}));
  }
}

TEST(WordsBits, DigestsAreSumsOfMixedLimbs) {
  random_source random(test_seed());
  for (int round = 0; round < 1000; ++round) {
    std::vector<limb> a = words_operand(random, longest);
    limb sum = 0;
    for (std::size_t j = 0; j < a.size(); ++j) {
      const limb start = (j + 1) * kernels::mix_increment;
      sum += kernels::mixed(start + a[j]) - kernels::mixed(start);
    }
    ASSERT_EQ(words::digest(a.data(), a.size()), sum);
    ASSERT_EQ(words::digest(a.data(), words::significant(a.data(), a.size())), sum);
    ASSERT_EQ(words::hash(a.data(), a.size(), false), kernels::mixed(sum));
    ASSERT_EQ(words::hash(a.data(), a.size(), true), kernels::mixed(sum != 0 ? ~sum : 0));
  }
}

}  // namespace

}  // namespace gbi::test
