/// \file
/// Products and squares of one thread against GMP.
#include "src/words/products/multiply.hpp"

#include "src/words/products/product_tree.hpp"
#include "tests/words/levels.hpp"
#include "tests/words/mpz_number.hpp"

namespace gbi::test {

namespace {

class WordsProducts : public at_every_level {
 protected:
  static void check(const std::vector<limb>& a, const std::vector<limb>& b) {
    const std::size_t n = a.size(), m = b.size();
    std::vector<limb> expected(n + m);
    mpn_mul(expected.data(), a.data(), n, b.data(), m);
    guarded product(n + m), scratch(words::multiply_scratch(n, m));
    words::multiply(product.data(), a.data(), n, b.data(), m, scratch.data());
    ASSERT_EQ(product.value(), expected) << n << " by " << m << " limbs";
    scratch.value();
  }
  static void check_square(const std::vector<limb>& a) {
    const std::size_t n = a.size();
    std::vector<limb> expected(2 * n);
    mpn_sqr(expected.data(), a.data(), n);
    guarded square(2 * n), scratch(words::square_scratch(n));
    words::square(square.data(), a.data(), n, scratch.data());
    ASSERT_EQ(square.value(), expected) << n << " limbs";
    scratch.value();
  }
};

TEST_P(WordsProducts, EverySmallSize) {
  for (std::size_t n = 1; n <= 40; ++n)
    for (std::size_t m = 1; m <= n; ++m)
      for (int round = 0; round < 2; ++round) check(words_of_length(random, n), words_of_length(random, m));
}

TEST_P(WordsProducts, EverySmallSquare) {
  for (std::size_t n = 1; n <= 120; ++n)
    for (int round = 0; round < 10; ++round) check_square(words_of_length(random, n));
}

TEST_P(WordsProducts, Ones) {
  for (std::size_t n = 1; n <= 600; n += n < 80 ? 1 : 37) {
    const std::vector<limb> ones(n, ~limb{0});
    check(ones, ones);
    check(ones, std::vector<limb>((n + 1) / 2, ~limb{0}));
    check_square(ones);
  }
}

TEST_P(WordsProducts, AnySizes) {
  for (int round = 0; round < 1500; ++round) {
    const std::vector<limb> a = words_operand(random, 700);
    check(a, words_operand(random, a.size()));
    check_square(a);
  }
}

TEST_P(WordsProducts, LongOnes) {
  for (int round = 0; round < 6; ++round) {
    const std::vector<limb> a = words_of_length(random, random.between(1000, 4096));
    check(a, words_of_length(random, a.size()));
    check(a, words_operand(random, a.size()));
    check_square(a);
  }
}

TEST_P(WordsProducts, OfManyWords) {
  for (std::size_t n = 1; n <= 400; n += n < 80 ? 1 : random.between(1, 60)) {
    std::vector<limb> factors = words_of_length(random, n);
    const std::uint64_t kind = random.below(3);
    for (limb& x : factors) x = kind == 0 ? x >> random.below(64) | 1 : std::max<limb>(x, 1);
    if (kind == 2) std::fill_n(factors.begin(), n / 2, limb{1});
    mpz_number expected(1);
    for (const limb x : factors) mpz_mul_ui(expected.z, expected.z, x);
    guarded out(n), scratch(words::product_of_words_scratch(n));
    const std::size_t size = words::product_of_words(out.data(), factors.data(), n, scratch.data());
    ASSERT_LE(size, n);
    std::vector<limb> found = out.value();
    found.resize(size);
    ASSERT_EQ(found, expected.limbs()) << n << " factors";
    ASSERT_TRUE(scratch.intact());
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, WordsProducts,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
