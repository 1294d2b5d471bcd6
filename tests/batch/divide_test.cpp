/// \file
/// Quotients and remainders of batches against GMP.
#include <algorithm>

#include "tests/batch/fixture.hpp"
#include "tests/support/tuned_context.hpp"

namespace gbi::test {

namespace {

class BatchDivision : public batch_fixture {
 protected:
  static void expect_division(const std::vector<integer>& a, std::size_t bits_a,
                              const std::vector<integer>& b, std::size_t bits_b) {
    std::vector<integer> quotients(a.size()), remainders(a.size());
    std::vector<std::size_t> undefined;
    for (std::size_t g = 0; g < a.size(); ++g)
      if (b[g].sign() == 0)
        undefined.push_back(g);
      else
        mpz_fdiv_qr(quotients[g].get(), remainders[g].get(), a[g].get(), b[g].get());
    const batch_quotient result = div_rem(batch_of(a, bits_a), batch_of(b, bits_b));
    EXPECT_EQ(result.quotient.bits(), bits_a);
    EXPECT_EQ(result.remainder.bits(), bits_b);
    EXPECT_EQ(result.quotient.undefined(), undefined);
    EXPECT_EQ(result.remainder.undefined(), undefined);
    expect_values(result.quotient, quotients, "quotient");
    expect_values(result.remainder, remainders, "remainder");
  }
};

TEST_P(BatchDivision, AnyWidths) {
  for (int round = 0; round < 60; ++round) {
    const std::size_t widest = size({16384, 2048, 16384}), count = random.between(1, 70);
    const std::size_t bits_a = random.log_uniform(64, widest), bits_b = random.log_uniform(64, widest);
    auto b = operands(count, bits_b);
    for (integer& value : b) value = value >> random.below(bits_b);  // divisors of every length
    expect_division(operands(count, bits_a), bits_a, b, bits_b);
  }
}

/// Workspaces that hold from one quotient to all of them.
TEST_P(BatchDivision, PartsOfABatch) {
  for (const std::size_t bytes : {1, 300, 500, 1000}) {
    const scoped_context use(
        tuned_context(GetParam(), [&](plan::tuning& tuned) { tuned.workspace_bytes = bytes; }));
    for (const std::size_t count : {1, 2, 9}) {
      auto b = operands(count, 256);
      b.back() = integer(0);
      expect_division(operands(count, 640), 640, b, 256);
    }
  }
}

/// Dividends slightly above and below multiples of the divisor, and limbs that make the first estimate of a
/// digit too large.
TEST_P(BatchDivision, HostileOperands) {
  for (const std::size_t limbs : {1, 2, 3, 5, 17}) {
    const auto patterns = hostile_limbs(random, limbs), factors = hostile_limbs(random, limbs);
    std::vector<integer> a, b;
    for (const named_limbs& pattern : patterns)
      for (const named_limbs& factor : factors)
        for (const long offset : {-1, 0, 1}) {
          const integer divisor(pattern.value);
          const integer dividend = divisor * integer(factor.value) + integer(offset);
          a.push_back(dividend.sign() < 0 ? integer(0) : dividend);
          b.push_back(divisor);
        }
    expect_division(a, 128 * limbs + 64, b, 64 * limbs);
  }
}

TEST_P(BatchDivision, ProductsModuloEvenNumbers) {
  const auto a = operands(40, 500), b = operands(40, 500), n = operands(40, 300);
  const bigint_batch product = mul_full(batch_of(a, 500), batch_of(b, 500));
  expect_division(each(a, b, [](auto& p, auto& q) { return p * q; }), product.bits(), n, 300);
  const bigint_batch remainder = div_rem(product, batch_of(n, 300)).remainder;
  expect_values(remainder,
                each(values_of(product), n,
                     [](const integer& p, const integer& m) {
                       integer r;
                       if (m.sign() != 0) mpz_fdiv_r(r.get(), p.get(), m.get());
                       return r;
                     }),
                "remainder");
}

TEST_P(BatchDivision, OperandsThatDoNotFit) {
  EXPECT_THROW(div_rem(bigint_batch(3, 64), bigint_batch(4, 64)), std::invalid_argument);
  EXPECT_EQ(div_rem(bigint_batch(0, 64), bigint_batch(0, 64)).quotient.size(), 0u);
}

GPU_BIGINT_ON_EVERY_DEVICE(BatchDivision);

}  // namespace

}  // namespace gbi::test
