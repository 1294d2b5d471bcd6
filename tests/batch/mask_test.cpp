/// \file
/// Comparisons of batches, which give masks, and selections by masks.
#include "gpu_bigint/batch_mask.hpp"
#include "tests/batch/fixture.hpp"

namespace gbi::test {

namespace {

class BatchMask : public batch_fixture {
 protected:
  std::vector<bool> coins(std::size_t count) {
    std::vector<bool> result(count);
    for (std::size_t g = 0; g < count; ++g) result[g] = random.coin();
    return result;
  }
};

TEST_P(BatchMask, Comparisons) {
  for (const std::size_t count : {1, 31, 33, 300}) {
    const std::size_t bits = random.log_uniform(64, 4096), bits_b = random.log_uniform(64, 4096);
    const auto a = operands(count, bits);
    auto b = operands(count, bits_b);
    for (std::size_t g = 0; g < count; g += 3)
      if (a[g].bit_length() <= bits_b) b[g] = a[g];
    const bigint_batch x = batch_of(a, bits), y = batch_of(b, bits_b);
    const auto expect = [&](const batch_mask& mask, auto&& relation, const char* name) {
      EXPECT_EQ(mask.size(), count);
      EXPECT_EQ(mask.context(), here());
      const std::vector<bool> got = mask.to_vector();
      for (std::size_t g = 0; g < count; ++g)
        EXPECT_EQ(got[g], relation(mpz_cmp(a[g].get(), b[g].get()))) << name << ", element " << g;
    };
    expect(
        x == y, [](int order) { return order == 0; }, "==");
    expect(
        x != y, [](int order) { return order != 0; }, "!=");
    expect(
        x < y, [](int order) { return order < 0; }, "<");
    expect(
        x <= y, [](int order) { return order <= 0; }, "<=");
    expect(
        x > y, [](int order) { return order > 0; }, ">");
    expect(
        x >= y, [](int order) { return order >= 0; }, ">=");
  }
}

TEST_P(BatchMask, Combinations) {
  for (const std::size_t count : {1, 31, 33, 300}) {
    const std::vector<bool> a = coins(count), b = coins(count);
    const batch_mask x(a), y(b);
    EXPECT_EQ(x.to_vector(), a);
    const std::vector<bool> both = (x & y).to_vector(), any = (x | y).to_vector(), one = (x ^ y).to_vector(),
                            none = (~x).to_vector();
    for (std::size_t g = 0; g < count; ++g) {
      EXPECT_EQ(both[g], a[g] && b[g]);
      EXPECT_EQ(any[g], a[g] || b[g]);
      EXPECT_EQ(one[g], a[g] != b[g]);
      EXPECT_EQ(none[g], !a[g]);
    }
  }
}

TEST_P(BatchMask, Choices) {
  for (const std::size_t count : {1, 31, 33, 300}) {
    const std::size_t bits = random.log_uniform(64, 4096), bits_b = random.log_uniform(64, 4096);
    const auto a = operands(count, bits), b = operands(count, bits_b);
    const std::vector<bool> mask = coins(count);
    const bigint_batch chosen = select(batch_mask(mask), batch_of(a, bits), batch_of(b, bits_b));
    EXPECT_EQ(chosen.bits(), std::max(bits, bits_b));
    std::vector<integer> expected;
    for (std::size_t g = 0; g < count; ++g) expected.push_back(mask[g] ? a[g] : b[g]);
    expect_values(chosen, expected, "choice");
  }
}

/// The main use of masks: a difference modulo n by wrapping arithmetic.
TEST_P(BatchMask, ModularDifference) {
  const std::size_t count = 100, bits = 256;
  auto n = operands(count, bits), a = n, b = n;
  for (std::size_t g = 0; g < count; ++g) {
    if (n[g].sign() == 0) n[g] = integer(7);
    mpz_fdiv_r(a[g].get(), operands(1, bits).front().get(), n[g].get());
    mpz_fdiv_r(b[g].get(), operands(1, bits).front().get(), n[g].get());
  }
  const bigint_batch x = batch_of(a, bits), y = batch_of(b, bits), m = batch_of(n, bits);
  std::vector<integer> expected;
  for (std::size_t g = 0; g < count; ++g) {
    expected.push_back(a[g] - b[g]);
    if (expected[g].sign() < 0) expected[g] = expected[g] + n[g];
  }
  expect_values(select(x < y, x - y + m, x - y), expected, "modular difference");
}

TEST_P(BatchMask, OperandsThatDoNotFit) {
  const bigint_batch a(3, 100), b(4, 100);
  const batch_mask mask = a == a;
  EXPECT_THROW(a == b, std::invalid_argument);
  EXPECT_THROW(select(mask, b, b), std::invalid_argument);
  EXPECT_THROW(select(mask, a, b), std::invalid_argument);
  EXPECT_THROW(mask & (b == b), std::invalid_argument);
  EXPECT_TRUE(select(batch_mask(std::vector<bool>{}), bigint_batch(0, 64), bigint_batch(0, 64)).size() == 0);
  const scoped_context use{context(backend::host)};
  EXPECT_THROW(select(batch_mask(std::vector<bool>(3)), a, a), std::invalid_argument);
}

GPU_BIGINT_ON_EVERY_DEVICE(BatchMask);

}  // namespace

}  // namespace gbi::test
