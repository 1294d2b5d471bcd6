/// \file
/// Products of several machines when a rank fails, and the bytes that cross the link between machines.
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/shared_product.hpp"
#include "tests/distribute/forwarding_communicator.hpp"
#include "tests/distribute/post_office.hpp"
#include "tests/distribute/scarce_group.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

/// The limbs of the larger modulus, for the shortest transform.
std::size_t larger_modulus(const scarce_group& ranks, int machine) {
  return detail::engine_of(ranks.contexts.front())
      ->planner()
      .find_shared(plan::product_shape::whole(1, 1), machine, true)
      ->modulus();
}

TEST(MachineFailures, MemoryOfOneRankRunsOut) {
  random_source random{test_seed()};
  scarce_group ranks(4, share_always);
  const scoped_context here(ranks.contexts.front());
  const device_group handle(direct_communicator(4), ranks.contexts, 2);
  const limbs x = random_limbs(random, 5000), y = random_limbs(random, 4000);
  const integer expected = integer(x) * integer(y);
  const auto a = distributed_bigint::from_limbs(handle, x), b = distributed_bigint::from_limbs(handle, y);
  EXPECT_TRUE(matches((a * b).gather(), expected));  // allocates the memory that is kept
  const auto before = ranks.bytes_in_use();
  int failures = 0;
  for (std::size_t rank = 0; rank < 4; ++rank) {
    int n = 1;
    for (bool failed = true; failed; n += 1 + static_cast<int>(random.below(8))) {
      ASSERT_LT(n, 1000);
      ranks.executors[rank]->fail(n);
      try {
        const auto product = a * b;
        ranks.executors[rank]->fail(0);
        EXPECT_TRUE(matches(product.gather(), expected));
        failed = false;
      } catch (const std::bad_alloc&) {
        ++failures;
        EXPECT_EQ(ranks.bytes_in_use(), before) << "allocation " << n << " of rank " << rank;
      }
    }
  }
  EXPECT_GT(failures, 12);
  EXPECT_TRUE(matches(a.gather(), integer(x)));
  EXPECT_TRUE(matches(b.gather(), integer(y)));
}

/// What processes on two machines say that multiply while something happens to the last of them.
std::vector<std::string> multiplied_by_processes(const limbs& x, const limbs& y, int count,
                                                 const std::function<void(scarce_executor&)>& change) {
  return on_links(count, [&](std::unique_ptr<communicator> link, int rank) {
    scarce_group own(1, share_always);
    const scoped_context here(own.contexts.front());
    const device_group handle(std::move(link), own.contexts, count / 2);
    const auto a = distributed_bigint::from_limbs(handle, x), b = distributed_bigint::from_limbs(handle, y);
    if (rank == count - 1) change(*own.executors.front());
    if (!matches((a * b).gather(), integer(x) * integer(y))) throw std::logic_error("wrong");
  });
}

TEST(MachineFailures, AreErrorsInAllProcesses) {
  random_source random{test_seed()};
  const limbs x = random_limbs(random, 3000), y = random_limbs(random, 2000);
  for (const int count : {2, 4}) {
    EXPECT_EQ(multiplied_by_processes(x, y, count, [](scarce_executor&) {}),
              std::vector<std::string>(static_cast<std::size_t>(count)));
    const std::string last = std::to_string(count - 1);
    for (int round = 0; round < 3; ++round) {
      const int n = 1 + static_cast<int>(random.below(40));
      const auto short_of_memory =
          multiplied_by_processes(x, y, count, [n](scarce_executor& own) { own.fail(n); });
      // Nearly all memory is allocated where ranks agree; otherwise the rank aborts.
      for (std::size_t rank = 0; rank + 1 < short_of_memory.size(); ++rank)
        EXPECT_TRUE(short_of_memory[rank].starts_with("rank " + last + " of "))
            << short_of_memory[rank] << ", allocation " << n;
      // A failure in the middle of the passes, which no rank expects.
      const int at = 1 + static_cast<int>(random.below(40));
      const auto thrown = multiplied_by_processes(x, y, count, [at](scarce_executor& own) {
        own.before_launch = [at, launches = 0](const exec::launchable&, const void*) mutable {
          if (++launches == at) throw std::runtime_error("a launch failed");
        };
      });
      for (const std::string& one : thrown) EXPECT_FALSE(one.empty() || one == "wrong") << "launch " << at;
      EXPECT_EQ(thrown.back(), "a launch failed");
    }
  }
}

/// Counts the bytes that each machine sends to the others.
class counting_communicator final : public forwarding_communicator {
 public:
  counting_communicator(int ranks, int machine)
      : forwarding_communicator(ranks), machine_(static_cast<std::size_t>(machine)) {}
  std::vector<std::size_t> sent = std::vector<std::size_t>(2);  ///< of two machines

  void all_to_all_v(std::span<const segments> local) override {
    for (std::size_t from = 0; from < local.size(); ++from)
      for (std::size_t to = 0; to < local.size(); ++to)
        if (from / machine_ != to / machine_) sent[from / machine_] += local[from].send_bytes[to];
    forwarding_communicator::all_to_all_v(local);
  }

 private:
  std::size_t machine_;
};

// plan::planner::cost_of counts 7/6 of the limbs of both operands. A transform shared by all ranks would send
// more than three times as many.
TEST(MachineLinks, CarryResiduesAlone) {
  random_source random{test_seed()};
  for (const int machine : {1, 2, 4}) {
    scarce_group ranks(2 * machine, share_always);
    const scoped_context here(ranks.contexts.front());
    auto link = std::make_unique<counting_communicator>(2 * machine, machine);
    auto& sent = link->sent;
    const device_group handle(std::move(link), ranks.contexts, machine);
    // Two operands of this length fill the moduli of the shortest transform.
    const std::size_t n = (3 * larger_modulus(ranks, machine) / 2 - 1) / 2;
    const auto a = distributed_bigint::from_limbs(handle, random_limbs(random, n)),
               b = distributed_bigint::from_limbs(handle, random_limbs(random, n));
    sent = {0, 0};
    static_cast<void>(a * b);
    const double operands = static_cast<double>(2 * n * sizeof(limb));
    for (const std::size_t one : sent) {
      EXPECT_LT(static_cast<double>(one), 1.18 * operands);
      EXPECT_GT(static_cast<double>(one), 0.75 * operands);
    }
  }
}

}  // namespace

}  // namespace gbi::test
