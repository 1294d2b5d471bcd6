/// \file
/// Bits that flip in the memory of a rank while ranks share a division or a root. No wrong result may leave.
/// The last launches add the operands and the results to the relation that is tested, so what happens before
/// them is found.
#include <exception>
#include <functional>
#include <vector>

#include "gpu_bigint/distributed_division.hpp"
#include "tests/distribute/scarce_group.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

class DivisionFaults : public testing::TestWithParam<int> {
 protected:
  distributed_bigint make(const integer& value) const { return {*group_.handle, value.to_string()}; }

  /// \param numbers the operands and results that the relation has
  void flip_bits(int faults, int numbers, const std::function<bool()>& is_right) {
    ASSERT_TRUE(is_right());  // makes the kept tables
    std::uint64_t mark = 0;
    for (int fault = 0; fault < faults; ++fault) {
      scarce_executor& rank = *group_.executors[random_.below(group_.executors.size())];
      launch_counter counter(rank);
      counter.before(0, [] {});
      ASSERT_TRUE(is_right());
      const auto launches = static_cast<std::uint64_t>(counter.launches() - numbers);
      rank.fresh_mark = ++mark;
      const int at = 1 + static_cast<int>(random_.below(launches));
      bool flipped = false;
      counter.before(at, [&] {
        flipped = true;
        rank.flip_one(rank, random_, mark);
      });
      try {
        EXPECT_TRUE(is_right()) << "before launch " << at << " of " << launches;
      } catch (const std::exception&) {
        // A wrong size, too, is an error.
      }
      EXPECT_TRUE(flipped);
    }
    EXPECT_TRUE(is_right());
  }

  random_source random_{test_seed()};
  scarce_group group_{GetParam(), share_always};
  const scoped_context here_{group_.contexts.front()};
};

TEST_P(DivisionFaults, OfAQuotient) {
  const integer x(random_limbs(random_, 1200)), y(random_limbs(random_, 600)), q = x / y, r = x % y;
  const auto a = make(x), b = make(y), quotient = make(q), remainder = make(r);
  flip_bits(8, 4, [&] {
    const auto found = div_rem(a, b);
    return found.quotient.gather() == from_oracle(q) && found.remainder.gather() == from_oracle(r);
  });
}

TEST_P(DivisionFaults, OfARoot) {
  const integer x(random_limbs(random_, 1200));
  integer root, remainder;
  mpz_sqrtrem(root.get(), remainder.get(), x.get());
  const auto a = make(x);
  flip_bits(6, 3, [&] {
    const auto found = sqrt_rem(a);
    return found.root.gather() == from_oracle(root) && found.remainder.gather() == from_oracle(remainder);
  });
}

INSTANTIATE_TEST_SUITE_P(, DivisionFaults, testing::Values(2));

}  // namespace

}  // namespace gbi::test
