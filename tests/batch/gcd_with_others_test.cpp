/// \file
/// Common factors of an element and all others.
#include <stdexcept>
#include <string>

#include "src/batch/gcd_with_others.hpp"
#include "src/faults/operation_scope.hpp"
#include "tests/batch/fixture.hpp"

namespace gbi::test {

namespace {

class BatchGcdWithOthers : public batch_fixture {
 protected:
  static bigint_batch in_pieces(const bigint_batch& n, std::uint32_t piece) {
    const faults::operation_scope scope("test");
    return detail::gcd_with_others(n, piece);
  }
  static void expect_gcds(const std::vector<integer>& n, std::size_t bits, std::uint32_t in_pieces_of = 0) {
    std::vector<integer> expected;
    for (std::size_t g = 0; g < n.size(); ++g) {
      integer others = 1, common;
      for (std::size_t i = 0; i < n.size(); ++i)
        if (i != g) others = gmp_remainder(others * n[i], n[g]);
      mpz_gcd(common.get(), others.get(), n[g].get());
      expected.push_back(common);
    }
    const bigint_batch result =
        in_pieces_of == 0 ? gcd_with_others(batch_of(n, bits)) : in_pieces(batch_of(n, bits), in_pieces_of);
    EXPECT_EQ(result.bits(), bits);
    expect_values(result, expected, "gcd with others");
  }
  static integer gmp_remainder(const integer& a, const integer& n) {
    integer r;
    mpz_mod(r.get(), a.get(), n.get());
    return r;
  }
  /// Operands without zeros.
  std::vector<integer> moduli(std::size_t count, std::size_t bits) {
    std::vector<integer> n = operands(count, bits);
    for (integer& x : n)
      if (x.sign() == 0) x = 1;
    return n;
  }
};

TEST_P(BatchGcdWithOthers, WidthsAndCounts) {
  for (const std::size_t bits : {64, 65, 128, 500, 1024, 2048})
    for (const std::size_t count : {1, 2, 3, 5, 8, 31, 33}) expect_gcds(moduli(count, bits), bits);
  for (int round = 0; round < 4; ++round) {
    const std::size_t bits = random.log_uniform(64, size({4096, 1024, 65536}));
    expect_gcds(moduli(random.log_uniform(1, size({300, 60, 1000})), bits), bits);
  }
}

TEST_P(BatchGcdWithOthers, SharedFactors) {
  const std::size_t count = size({100, 40, 2000});
  std::vector<integer> n;
  const auto half = [&] { return integer(random_limbs(random, 8)) * 2 + 1; };
  for (std::size_t i = 0; i < count; ++i) n.push_back(half() * half());
  const integer p = half(), q = half();
  n[random.below(count / 2)] = p * q;  // shares both factors with different elements
  n[count / 2 + random.below(count / 4)] = p * half();
  n[3 * count / 4 + random.below(count / 4 - 1)] = q * half();
  n[count - 1] = n[count - 2];
  expect_gcds(n, 1030);
}

TEST_P(BatchGcdWithOthers, PiecesOfAnySize) {
  const std::size_t bits = 500;
  std::vector<integer> n = moduli(23, bits);
  n[3] = n[20];  // in different pieces, unless one piece has all elements
  const integer shared = integer(random_limbs(random, 3)) * 2 + 1;
  for (const std::size_t i : {0, 11, 22}) n[i] = shared * (integer(random_limbs(random, 3)) * 2 + 1);
  n[6] = n[7] = 1;  // a piece of ones
  for (std::uint32_t piece = 1; piece <= 24; ++piece) expect_gcds(n, bits, piece);
}

TEST_P(BatchGcdWithOthers, FitsALimit) {
  const std::size_t count = size({2000, 600, 40000}), bits = 1030;
  std::vector<integer> n;
  for (std::size_t i = 0; i < count; ++i) n.push_back(integer(random_limbs(random, 16)) * 2 + 1);
  const integer shared = integer(random_limbs(random, 8)) * 2 + 1;
  for (const std::size_t i : {std::size_t{1}, count / 2, count - 1})
    n[i] = shared * (integer(random_limbs(random, 8)) * 2 + 1);
  const std::vector<std::uint64_t> expected = gcd_with_others(batch_of(n, bits)).to_limbs();
  const std::size_t bytes = count * (bits / 64 + 1) * 8;
  // One tree takes about 45 times the bytes of the batch.
  const context small(here().backend(), {.device = here().device(), .memory_limit = 25 * bytes});
  const scoped_context use(small);
  EXPECT_THROW(static_cast<void>(in_pieces(batch_of(n, bits), static_cast<std::uint32_t>(count))),
               out_of_memory);
  EXPECT_EQ(gcd_with_others(batch_of(n, bits)).to_limbs(), expected);
  const context smaller(here().backend(), {.device = here().device(), .memory_limit = 3 * bytes});
  const scoped_context use_smaller(smaller);
  EXPECT_THROW(static_cast<void>(gcd_with_others(batch_of(n, bits))), out_of_memory);
}

TEST_P(BatchGcdWithOthers, AlikeAndOnes) {
  expect_gcds(std::vector<integer>(17, integer(1)), 64);
  expect_gcds(std::vector<integer>(17, (integer(1) << 128) - 1), 128);
  std::vector<integer> powers;
  for (int i = 0; i < 64; ++i) powers.push_back(integer(1) << i);
  expect_gcds(powers, 64);
}

TEST_P(BatchGcdWithOthers, RefusesZero) {
  std::vector<integer> n = moduli(20, 256);
  n[13] = 0;
  try {
    static_cast<void>(gcd_with_others(batch_of(n, 256)));
    FAIL() << "an element is 0";
  } catch (const std::domain_error& error) {
    EXPECT_NE(std::string(error.what()).find("element 13 "), std::string::npos) << error.what();
  }
  EXPECT_EQ(gcd_with_others(batch_of({}, 64)).size(), 0U);
}

GPU_BIGINT_ON_EVERY_EXECUTOR(BatchGcdWithOthers);

}  // namespace

}  // namespace gbi::test
