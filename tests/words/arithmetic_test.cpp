/// \file
/// Products and quotients of one thread against GMP.
#include <gmp.h>
#include <gtest/gtest.h>

#include "src/words/divide.hpp"
#include "src/words/multiply.hpp"
#include "tests/words/operands.hpp"

namespace gbi::test {

namespace {

TEST(Words, Products) {
  random_source random(test_seed());
  for (int round = 0; round < 3000; ++round) {
    const std::vector<limb> a = words_operand(random, 300), b = words_operand(random, a.size());
    std::vector<limb> product(a.size() + b.size()), expected(product.size());
    std::vector<limb> scratch(words::multiply_scratch(a.size(), b.size()) + 1);
    words::multiply(product.data(), a.data(), a.size(), b.data(), b.size(), scratch.data());
    mpn_mul(expected.data(), a.data(), a.size(), b.data(), b.size());
    ASSERT_EQ(product, expected) << a.size() << " by " << b.size() << " limbs";

    std::vector<limb> square(2 * a.size());
    expected.resize(square.size());
    scratch.resize(words::square_scratch(a.size()) + 1);
    words::square(square.data(), a.data(), a.size(), scratch.data());
    mpn_sqr(expected.data(), a.data(), a.size());
    ASSERT_EQ(square, expected) << a.size() << " limbs";
  }
}

TEST(Words, Quotients) {
  random_source random(test_seed());
  for (int round = 0; round < 3000; ++round) {
    const std::vector<limb> a = words_operand(random, 300);
    std::vector<limb> d = words_operand(random, a.size());
    d.back() |= limb{1} << random.below(64);
    const std::size_t n = a.size(), m = d.size();
    std::vector<limb> quotient(n - m + 1), remainder(m), expected(n - m + 1), rest(m);
    std::vector<limb> scratch(words::divide_scratch(n, m) + 1);
    words::divide(quotient.data(), remainder.data(), a.data(), n, d.data(), m, scratch.data());
    mpn_tdiv_qr(expected.data(), rest.data(), 0, a.data(), n, d.data(), m);
    ASSERT_EQ(quotient, expected) << n << " by " << m << " limbs";
    ASSERT_EQ(remainder, rest) << n << " by " << m << " limbs";

    std::vector<limb> multiple(n + m);
    scratch.resize(words::divide_scratch(n + m, m) + 1);
    mpn_mul(multiple.data(), a.data(), n, d.data(), m);
    quotient.resize(n + 1);
    words::divide_exact(quotient.data(), multiple.data(), n + m, d.data(), m, scratch.data());
    expected.assign(a.begin(), a.end());
    expected.push_back(0);
    ASSERT_EQ(quotient, expected) << n << " by " << m << " limbs";
  }
}

}  // namespace

}  // namespace gbi::test
