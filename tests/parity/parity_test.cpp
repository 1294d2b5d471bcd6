/// \file
/// Every row of docs/parity.md gives the same result as GMP's function.
#include "tests/parity/gmp_rows.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

sample::sample(random_source& random)
    : a(random_integer(random, 2000)),
      b(random_integer(random, 2000)),
      c(random_integer(random, 300)),
      e(c.sign() == 0 ? integer(-7) : c),
      x(from_oracle(a)),
      y(from_oracle(b)),
      z(from_oracle(c)),
      w(from_oracle(e)),
      u(random.bits() >> random.below(64)),
      v((random.bits() >> random.below(63)) | 1),
      s(static_cast<long>(random.bits()) >> random.below(64)),
      n(random.below(301)),
      d(mpz_get_d(c.get()) / 4) {}

namespace {

class Parity : public on_executor {
 protected:
  void expect_agreement(const std::vector<row>& rows) {
    for (const row& row : rows)
      for (int round = 0; round < 8; ++round) {
        const sample operands(random);
        EXPECT_TRUE(row.agrees(operands))
            << row.function << ": a " << brief(operands.a) << ", b " << brief(operands.b) << ", c "
            << brief(operands.c) << ", u " << operands.u << ", s " << operands.s << ", n " << operands.n;
      }
  }
};

TEST_P(Parity, Values) {
  expect_agreement(value_rows());
}
TEST_P(Parity, Arithmetic) {
  expect_agreement(arithmetic_rows());
}
TEST_P(Parity, NumberTheory) {
  expect_agreement(number_theory_rows());
}
TEST_P(Parity, Bits) {
  expect_agreement(bit_rows());
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Parity);

}  // namespace

}  // namespace gbi::test
