/// \file
/// Bits that flip in the memory of a rank while ranks share a division or a root: no wrong result may leave.
/// The last launches add the operands and the results to the relation that is tested, so what happens before
/// them is found.
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed_division.hpp"
#include "src/distribute/newton.hpp"
#include "tests/distribute/scarce_group.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

class DivisionFaults : public testing::TestWithParam<int> {
 protected:
  distributed_bigint make(const integer& value) const {
    return distributed_bigint::from_limbs(*group_.handle, value.to_limbs());
  }

  using pair = std::pair<distributed_bigint, distributed_bigint>;

  /// \param compute the results, which should be `first` and `second`
  void flip_bits(int faults, const std::function<pair()>& compute, const integer& first,
                 const integer& second) {
    constexpr int tested = 2 * 4;  // launches for four numbers: their residues, and the sums of these
    const auto expect_right = [&](const pair& found, const std::string& when) {
      EXPECT_TRUE(matches(found.first.gather(), first)) << when;
      EXPECT_TRUE(matches(found.second.gather(), second)) << when;
    };
    expect_right(compute(), "at first");  // makes the kept tables
    // Afterwards a computation may have more launches, which make new tables, but never fewer.
    std::vector<int> launches;
    for (scarce_executor* const rank : group_.executors) {
      launch_counter counter(*rank);
      counter.before(0, [] {});
      static_cast<void>(compute());
      launches.push_back(counter.launches() - tested);
    }
    if (test_scale() < 1) faults = (faults + 1) / 2;  // a sanitizer makes products slow
    for (int fault = 0; fault < faults; ++fault) {
      const std::size_t number = random_.below(group_.executors.size());
      scarce_executor& rank = *group_.executors[number];
      const int at = 1 + static_cast<int>(random_.below(static_cast<std::uint64_t>(launches[number])));
      rank.fresh_mark = static_cast<std::uint64_t>(fault) + 1;
      std::optional<launch_counter> counter(rank);
      bool flipped = false;
      counter->before(at, [&] {
        flipped = true;
        rank.flip_one(rank, random_, rank.fresh_mark);
      });
      try {
        const pair found = compute();
        counter.reset();
        expect_right(
            found, "a fault before launch " + std::to_string(at) + " of " + std::to_string(launches[number]));
      } catch (const std::exception&) {  // after a wrong size, for example
      }
      EXPECT_TRUE(flipped);
    }
    expect_right(compute(), "at last");
  }

  random_source random_{test_seed()};
  scarce_group group_{GetParam(), share_always};
  const scoped_context here_{group_.contexts.front()};
};

TEST_P(DivisionFaults, OfAQuotient) {
  const integer x(random_limbs(random_, 1200)), y(random_limbs(random_, 600));
  const auto a = make(x), b = make(y);
  const auto divide = [&] {
    auto found = div_rem(a, b);
    return pair(std::move(found.quotient), std::move(found.remainder));
  };
  flip_bits(8, divide, x / y, x % y);
}

TEST_P(DivisionFaults, OfARoot) {
  const integer x(random_limbs(random_, 1200));
  integer root, remainder;
  mpz_sqrtrem(root.get(), remainder.get(), x.get());
  const auto a = make(x);
  const auto take_root = [&] {
    auto found = sqrt_rem(a);
    return pair(std::move(found.root), std::move(found.remainder));
  };
  flip_bits(6, take_root, root, remainder);
}

// At some of the many allocations of a rank.
TEST_P(DivisionFaults, OfMemoryAreErrors) {
  const integer x(random_limbs(random_, 1200)), y(random_limbs(random_, 600));
  const auto a = make(x), b = make(y);
  static_cast<void>(div_rem(a, b));  // allocates the memory that is kept
  const auto before = group_.bytes_in_use();
  int errors = 0;
  for (int round = 0; round < 12; ++round) {
    scarce_executor& rank = *group_.executors[random_.below(group_.executors.size())];
    rank.fail(static_cast<int>(random_.log_uniform(1, 150)));
    try {
      const auto found = div_rem(a, b);
      rank.fail(0);
      EXPECT_TRUE(matches(found.quotient.gather(), x / y));
    } catch (const out_of_memory&) {
      ++errors;
    }
    EXPECT_EQ(group_.bytes_in_use(), before);
  }
  EXPECT_GT(errors, 0);
  EXPECT_TRUE(matches((a % b).gather(), x % y));
}

// The ranks then divide together, though one of them could compute each product.
TEST(DivisionMemory, OfOneRankIsTooShort) {
  random_source random{test_seed()};
  const integer x(random_limbs(random, 4000)), y(random_limbs(random, 2000));
  for (const bool is_short : {false, true}) {
    scarce_group group(2,
                       [&](plan::tuning& tuned) { tuned.memory_bytes = is_short ? 150'000 : 1'000'000'000; });
    const scoped_context here{group.contexts.front()};
    const auto plan = distribute::plan_newton(*distribute::of(*group.handle), 2000, 2000);
    EXPECT_EQ(plan.has_value(), is_short);
    const auto a = distributed_bigint::from_limbs(*group.handle, x.to_limbs()),
               b = distributed_bigint::from_limbs(*group.handle, y.to_limbs());
    const auto found = div_rem(a, b);
    EXPECT_TRUE(matches(found.quotient.gather(), x / y));
    EXPECT_TRUE(matches(found.remainder.gather(), x % y));
    EXPECT_TRUE(matches(isqrt(a * a).gather(), x));
  }
}

INSTANTIATE_TEST_SUITE_P(, DivisionFaults, testing::Values(2));

}  // namespace

}  // namespace gbi::test
