/// \file
/// Products of groups that consist of several machines: two of them compute residues, and only residues cross
/// the link between them.
#include "gpu_bigint/distributed_division.hpp"
#include "src/distribute/value.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/shared_product.hpp"
#include "tests/distribute/numbers.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

class MachineProducts : public on_numbers {
 protected:
  std::uint64_t most_bits() const { return static_cast<std::uint64_t>(600'000 * test_scale()); }
  /// The t of the shortest transform: 2^(128 t) + 1 and 2^(64 t) + 1 are the moduli.
  std::size_t half_modulus() const {
    const int machine = static_cast<int>(std::bit_floor(static_cast<unsigned>(handle().machine_size())));
    return group()
               .at(0)
               .engine.planner()
               .find_shared(plan::product_shape::whole(1, 1), machine, true)
               ->modulus() /
           2;
  }
  /// Limbs of an operand such that two of them fill the moduli.
  std::size_t full() const { return (3 * half_modulus() - 1) / 2; }
  integer random_of(std::size_t limbs) { return integer(random_limbs(random, limbs)); }
  static integer power(std::size_t limbs) { return integer(1) << (64 * limbs); }
  void expect_product(const integer& x, const integer& y, const char* what) {
    const auto a = make(x), b = make(y);
    EXPECT_TRUE(is(a * b, x * y)) << what;
    if (random.coin()) {
      EXPECT_TRUE(is(a * a, x * x)) << what;
    }
  }
};

TEST_P(MachineProducts, OfAllSizes) {
  for (int round = 0; round < 4; ++round) expect_product(some(most_bits()), some(most_bits()), "random");
  expect_product(integer(1), integer(-1), "one");
  const auto a = make(7);
  EXPECT_TRUE(is((a - a) * a, 0));
  EXPECT_TRUE(is(make(0) * make(5), 0));
}

TEST_P(MachineProducts, ThatFillTheModuli) {
  const std::size_t n = full();
  expect_product(random_of(n), -random_of(n), "random");
  expect_product(power(n) - 1, power(n) - 1, "ones");
  expect_product(power(n - 1), power(n) - power(n / 2), "few bits");
  const auto all = hostile_limbs(random, n);
  expect_product(integer(all[random.below(all.size())].value), random_of(n), "hostile");
}

TEST_P(MachineProducts, OfNumbersOfDifferentLengths) {
  const std::size_t t = half_modulus(), longest = 2 * t - 1;
  expect_product(random_of(longest), random_of(t), "longest by as much as fits");
  expect_product(random_of(longest), random_of(5), "short");
  expect_product(random_of(2 * longest), random_of(3), "longer than the shortest modulus");
}

// Residues that are zero, negative, or as large as they can be.
TEST_P(MachineProducts, OfExtremeResidues) {
  const std::size_t t = half_modulus();
  expect_product(power(t) + 1, random_of(t), "0 modulo the smaller modulus");
  expect_product(power(t), power(t), "-1 by -1, and -1 modulo the larger modulus");
  expect_product(power(t) - 1, power(t) - 1, "-2 by -2");
  expect_product(power(t) - 1, power(t), "-2 by -1");
  expect_product(power(2 * t - 1) - 1, power(t) - 1, "the largest quotient");
  expect_product(power(t) * integer(3), integer(1), "no quotient");
}

TEST_P(MachineProducts, AreWhatDivisionsAndSumsTake) {
  const integer x = random_of(half_modulus()), y = random_of(half_modulus() / 2);
  const auto a = make(x), b = make(y);
  EXPECT_TRUE(is((a * b + 1) % b, 1));
  EXPECT_TRUE(is((a * b) / a, y));
  EXPECT_TRUE(is((a + b) * (a - b) + b * b - a * a, 0));
}

GPU_BIGINT_ON_GROUPS(MachineProducts, machine_group_names());

}  // namespace

}  // namespace gbi::test
