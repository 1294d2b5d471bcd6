/// \file
/// Bits that flip while ranks share a product: in every exchange (strips, segments of points, carries, words
/// of the verdict) and in the memory of a rank between two launches. No wrong product may result.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed.hpp"
#include "src/exec/launchable.hpp"
#include "tests/distribute/forwarding_communicator.hpp"
#include "tests/distribute/scarce_group.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

namespace {

/// The direct communicator of host ranks, with faults in received data.
class faulty_communicator final : public forwarding_communicator {
 public:
  using forwarding_communicator::forwarding_communicator;

  /// Makes exchanges `first` to `last` faulty, counted from 1 from now on.
  void flip(int first, int last, random_source& random) {
    random_ = &random;
    first_ = first;
    last_ = last;
    exchanges_ = flips_ = 0;
  }
  int exchanges() const noexcept { return exchanges_; }
  int flips() const noexcept { return flips_; }

  void all_to_all(std::span<const buffers> local, std::size_t bytes) override {
    forwarding_communicator::all_to_all(local, bytes);
    spoil([&] { return byte_of(one_of(local).receive, bytes * local.size()); });
  }
  void all_to_all_v(std::span<const segments> local) override {
    forwarding_communicator::all_to_all_v(local);
    spoil([&]() -> std::byte* {
      const segments& own = one_of(local);
      const std::size_t from = random_->below(local.size());
      if (own.receive_bytes[from] == 0) return nullptr;
      return byte_of(static_cast<std::byte*>(own.receive) + own.receive_offsets[from],
                     own.receive_bytes[from]);
    });
  }
  void all_gather(std::span<const buffers> local, std::size_t bytes) override {
    forwarding_communicator::all_gather(local, bytes);
    spoil([&] { return byte_of(one_of(local).receive, bytes * local.size()); });
  }
  void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) override {
    forwarding_communicator::share(local, all);
    if (exchanges_ == 0) return;  // this is the plan, which is in host memory like all data of the program
    spoil([&] { return byte_of(all.data(), all.size_bytes()); });
  }

 private:
  template <class Entry>
  const Entry& one_of(std::span<const Entry> local) {
    return local[random_->below(local.size())];
  }
  std::byte* byte_of(void* memory, std::size_t bytes) {
    return static_cast<std::byte*>(memory) + random_->below(bytes);
  }
  template <class Choose>
  void spoil(Choose&& choose) {
    if (++exchanges_ < first_ || exchanges_ > last_) return;
    std::byte* const where = choose();
    if (where == nullptr) return;
    *where ^= std::byte{1} << random_->below(8);
    ++flips_;
  }

  random_source* random_ = nullptr;
  int first_ = 0, last_ = -1, exchanges_ = 0, flips_ = 0;
};

/// The direct communicator, with exchanges that run only when their end is awaited. If a reader does not
/// wait, or a writer overwrites data that are still to be sent, the product is wrong.
class late_communicator final : public forwarding_communicator {
 public:
  using forwarding_communicator::forwarding_communicator;

  std::uint64_t start(std::span<const segments> local) override {
    under_way_[++number_].assign(local.begin(), local.end());
    return number_;
  }
  void finish(std::uint64_t exchange) override {
    all_to_all_v(under_way_.at(exchange));
    under_way_.erase(exchange);
  }
  bool is_idle() const noexcept { return under_way_.empty(); }
  std::uint64_t exchanges() const noexcept { return number_; }

 private:
  std::map<std::uint64_t, std::vector<segments>> under_way_;
  std::uint64_t number_ = 0;
};

TEST(LateExchanges, AreWaitedFor) {
  random_source random{test_seed()};
  for (const int ranks : {2, 4, 8}) {
    scarce_group contexts(ranks, share_always);
    auto link = std::make_unique<late_communicator>(ranks);
    const late_communicator& watched = *link;
    const device_group handle(std::move(link), contexts.contexts);
    const integer x(random_limbs(random, 60'000)), y(random_limbs(random, 50'000));
    const distributed_bigint a = distributed_bigint::from_limbs(handle, x.to_limbs()),
                             b = distributed_bigint::from_limbs(handle, y.to_limbs());
    EXPECT_TRUE(matches((a * b).gather(), x * y)) << ranks;
    EXPECT_GE(watched.exchanges(), 3U * 2) << "one chunk";
    EXPECT_TRUE(watched.is_idle());
    EXPECT_TRUE(matches((a * a).gather(), x * x)) << ranks;
    EXPECT_TRUE(watched.is_idle());
  }
}

/// Ranks, and ranks of each machine.
struct fault_group {
  int ranks, machine;
};

class ProductFaults : public testing::TestWithParam<fault_group> {
 protected:
  static constexpr int clean = 0;
  static constexpr int most_faults = 2000;  ///< most flips of memory hit data that are not read again
  void SetUp() override {
    auto link = std::make_unique<faulty_communicator>(GetParam().ranks);
    link_ = link.get();
    handle_.emplace(std::move(link), group_.contexts, GetParam().machine);
    x_ = integer(random_limbs(random_, 3000));
    y_ = integer(random_limbs(random_, 2000));
    a_ = distributed_bigint::from_limbs(*handle_, x_.to_limbs());
    b_ = distributed_bigint::from_limbs(*handle_, y_.to_limbs());
    expect_product();  // makes the kept tables
    link_->flip(1, clean, random_);
    expect_product();
    exchanges_ = link_->exchanges();
  }
  void expect_product() const { EXPECT_TRUE(matches((a_ * b_).gather(), x_ * y_)); }
  /// The number of faults. Half as many if a sanitizer makes products slow.
  static int faults(int in_short) {
    if (std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr) return 1000;
    return test_scale() < 1 ? (in_short + 1) / 2 : in_short;
  }

  random_source random_{test_seed()};
  scarce_group group_{GetParam().ranks, share_always};
  const scoped_context here_{group_.contexts.front()};
  faulty_communicator* link_ = nullptr;
  std::optional<device_group> handle_;
  integer x_, y_;
  distributed_bigint a_, b_;
  int exchanges_ = 0;
};

TEST_P(ProductFaults, OfOneExchangeAreRepaired) {
  int repaired = 0;
  const int start = static_cast<int>(random_.below(static_cast<std::uint64_t>(exchanges_)));
  for (int fault = 0; fault < faults(exchanges_) || repaired == 0; ++fault) {
    ASSERT_LT(fault, most_faults) << "no flip has changed anything";
    const int exchange = 1 + (start + fault) % exchanges_;
    link_->flip(exchange, exchange, random_);
    const auto product = a_ * b_;
    repaired += link_->exchanges() > exchanges_ ? 1 : 0;
    link_->flip(1, clean, random_);
    ASSERT_TRUE(matches(product.gather(), x_ * y_)) << "exchange " << exchange;
  }
  EXPECT_GT(repaired, 0);
  EXPECT_TRUE(matches(a_.gather(), x_));
  EXPECT_TRUE(matches(b_.gather(), y_));
}

// Faults in every attempt. Each flips one bit, which may be one that is never read.
TEST_P(ProductFaults, OfEveryExchangeAreErrors) {
  int errors = 0;
  for (int round = 0; round < 4; ++round) {
    link_->flip(1, 1000, random_);
    try {
      const auto product = a_ * b_;
      link_->flip(1, clean, random_);
      ASSERT_TRUE(matches(product.gather(), x_ * y_));
    } catch (const device_error&) {
      ++errors;
    }
  }
  EXPECT_GT(errors, 0);
  link_->flip(1, clean, random_);
  expect_product();
}

// In all memory that the product allocates, between two launches of a rank. The last launch adds the product
// to its verdict, so the verdict sees everything that happens before a launch. After a product by moduli, one
// more launch adds up what the ranks have found.
TEST_P(ProductFaults, OfMemoryAreRepairedOrErrors) {
  int repaired = 0, errors = 0;
  std::uint64_t mark = 0;
  for (int fault = 0; fault < faults(16) || repaired + errors == 0; ++fault) {
    ASSERT_LT(fault, most_faults) << "no flip has changed anything";
    scarce_executor& rank = *group_.executors[random_.below(group_.executors.size())];
    launch_counter counter(rank);
    counter.before(0, [] {});
    static_cast<void>(a_ * b_);
    const bool by_moduli = GetParam().machine < GetParam().ranks;
    const auto launches = static_cast<std::uint64_t>(counter.launches() - (by_moduli ? 1 : 0));
    rank.fresh_mark = ++mark;
    const int at = 1 + static_cast<int>(random_.below(launches));
    counter.before(at, [&] { rank.flip_one(rank, random_, mark); });
    link_->flip(1, clean, random_);
    try {
      const auto product = a_ * b_;
      repaired += link_->exchanges() > exchanges_ ? 1 : 0;
      counter.before(0, [] {});
      ASSERT_TRUE(matches(product.gather(), x_ * y_)) << "before launch " << at;
    } catch (const device_error&) {
      ++errors;
    }
  }
  EXPECT_GT(repaired + errors, 0);
  EXPECT_EQ(errors, 0) << "an attempt without a fault is right";
}

std::string name_of(const testing::TestParamInfo<fault_group>& information) {
  const auto [ranks, machine] = information.param;
  return std::to_string(ranks / machine) + "x" + std::to_string(machine);
}
INSTANTIATE_TEST_SUITE_P(, ProductFaults,
                         testing::Values(fault_group{2, 2}, fault_group{4, 4}, fault_group{4, 2}), name_of);

}  // namespace

}  // namespace gbi::test
