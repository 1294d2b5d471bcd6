/// \file
/// Decisions on checked products by later launches: the next product decides, or the host before it waits. A
/// wrong product is reported by its owner, whatever happens in between.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/decisions.hpp"
#include "src/ground/access.hpp"
#include "tests/plan/devices.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

using device = watched_executor<distant_executor>;

class Decisions : public testing::Test {
 protected:
  Decisions() {
    context::current().set_verification(verification::all);
    device_->before_launch = [this](std::size_t which, const void* arguments) { look(which, arguments); };
    a = integer(random_limbs(random, 10'000));
    b = integer(random_limbs(random, 9000));
    x = from_oracle(a);
    y = from_oracle(b);
    multiply();  // makes the tables
    context::current().synchronize();
    EXPECT_EQ(products, 1);
    products = decisions = 0;
  }
  ~Decisions() override { device_->before_launch = nullptr; }

  gpu_bigint multiply() { return x * y; }
  /// A product with a wrong coefficient.
  gpu_bigint multiply_wrongly() {
    spoils_next_ = true;
    return x * y;
  }
  detail::engine& engine() { return *detail::engine_of(context::current()); }

  random_source random{test_seed()};
  integer a, b;
  gpu_bigint x, y;
  int products = 0, decisions = 0;  ///< launches
  std::function<void()> before_product = [] {}, before_decision = [] {};

 private:
  void look(std::size_t which, const void* arguments) {
    exec::launches::visit(which, arguments, [&](const auto& launch) {
      using type = std::remove_cvref_t<decltype(launch)>;
      if constexpr (std::is_same_v<type, kernels::checked_normalize_arguments>) {
        ++products;
        before_product();
        if (std::exchange(spoils_next_, false))
          const_cast<std::int64_t*>(launch.product.coefficients)[random.below(1000)] ^= 1;
      } else if constexpr (std::is_same_v<type, kernels::decision_arguments>) {
        ++decisions;
        before_decision();
      }
    });
  }

  bool spoils_next_ = false;
  std::unique_ptr<device> owned_ = std::make_unique<device>();
  device* const device_ = owned_.get();
  const context context_ = detail::context_of(detail::engine::make(std::move(owned_), tuning_for("sm_90")));
  const scoped_context here_{context_};
};

TEST_F(Decisions, OnlyTheLastOneTakesALaunch) {
  std::vector<gpu_bigint> all;
  for (int i = 0; i < 20; ++i) all.push_back(multiply());
  EXPECT_EQ(products, 20);
  EXPECT_EQ(decisions, 0);
  context::current().synchronize();
  EXPECT_EQ(decisions, 1);
  EXPECT_EQ(engine().ledger().waiting(), 0u);
  for (const gpu_bigint& one : all) EXPECT_TRUE(matches(one, a * b));
  context::current().synchronize();
  EXPECT_EQ(decisions, 1);
}

TEST_F(Decisions, SpoilOnlyTheirOwnProducts) {
  for (const int wrong : {0, 3, 5}) {
    std::vector<gpu_bigint> all;
    for (int i = 0; i < 6; ++i) all.push_back(i == wrong ? multiply_wrongly() : multiply());
    for (int time = 0; time < 2; ++time)
      for (int i = 6; i-- > 0;) {
        if (i == wrong)
          EXPECT_THROW(all[i].to_limbs(), device_error);
        else
          EXPECT_TRUE(matches(all[i], a * b));
      }
  }
}

TEST_F(Decisions, ReachWhatIsComputedFromAProduct) {
  const gpu_bigint last = multiply_wrongly() + x;
  EXPECT_THROW(last.to_string(), device_error);
  const gpu_bigint wrong = multiply_wrongly(), good = multiply();
  EXPECT_THROW(((wrong + x) >> 3).sign(), device_error);
  EXPECT_TRUE(matches((good + x) >> 3, (a * b + a) >> 3));
}

TEST_F(Decisions, KeepUpWithSums) {
  const gpu_bigint product = multiply();
  gpu_bigint sum = x;
  std::size_t most = 0;
  for (int i = 0; i < 1000; ++i) {
    sum += y;
    most = std::max(most, engine().ledger().waiting());
  }
  EXPECT_EQ(decisions, 1);
  EXPECT_LT(most, 100u);
  EXPECT_TRUE(matches(sum, a + 1000 * b));
  EXPECT_TRUE(matches(product, a * b));
}

TEST_F(Decisions, AreDueAgainAfterAFailedLaunch) {
  const gpu_bigint good = multiply(), wrong = multiply_wrongly();
  before_product = [] { throw device_error("the launch fails"); };
  EXPECT_THROW(multiply(), device_error);
  before_product = [] {};
  EXPECT_TRUE(matches(multiply(), a * b));
  EXPECT_THROW(wrong.to_limbs(), device_error);
  EXPECT_TRUE(matches(good, a * b));

  const gpu_bigint last = multiply_wrongly(), other = multiply();
  before_decision = [] { throw device_error("the launch fails"); };
  EXPECT_THROW(context::current().synchronize(), device_error);
  EXPECT_THROW(other.to_limbs(), device_error);
  before_decision = [] {};
  EXPECT_THROW(last.to_limbs(), device_error);
  EXPECT_TRUE(matches(other, a * b));
}

TEST_F(Decisions, DoNotWriteToRecordsGivenBack) {
  exec::executor& executor = engine().executor();
  const std::atomic<std::uint64_t> marks = 7;
  exec::decisions owner(executor, marks);
  std::uint64_t record[2] = {};
  const auto make = [&] {
    exec::decisions::turn turn(owner);
    EXPECT_EQ(turn.earlier().sums, nullptr);
    // Nobody adds a residue, so the decision reports a fault.
    turn.queued(
        {.sums = turn.sums(), .pieces = {1, 1, 1}, .prime = 3, .inverse = 5, .record = record, .ticket = 9});
  };
  make();
  EXPECT_EQ(owner.limit(), 7u);
  owner.queue_all();
  EXPECT_EQ(record[0], 9u);
  EXPECT_EQ(owner.limit(), ~std::uint64_t{0});

  record[0] = 0;
  make();
  EXPECT_TRUE(owner.forget(record));
  owner.queue_all();
  EXPECT_EQ(record[0], 0u);

  make();
  bool is_safe = true;
  before_decision = [&] { is_safe = owner.forget(record); };
  owner.queue_all();
  EXPECT_FALSE(is_safe);
  EXPECT_EQ(record[0], 9u);
}

// If a launch fails, nobody knows what its sums contain, and they are not used again.
TEST_F(Decisions, UseFreshSumsAfterAFailedLaunch) {
  const std::atomic<std::uint64_t> marks = 0;
  exec::decisions owner(engine().executor(), marks);
  {
    exec::decisions::turn failing(owner);
    failing.sums()->of[1][1] = 1;
  }
  const exec::decisions::turn one(owner), other(owner);
  EXPECT_NE(one.sums(), other.sums());
  for (const auto* const sums : {one.sums(), other.sums()})
    for (const auto& number : sums->of) EXPECT_EQ(number[0] + number[1], 0u);
}

TEST(DecisionsInThreads, AreMadeBeforeAnyoneReads) {
  const context here =
      detail::context_of(detail::engine::make(std::make_unique<distant_executor>(), tuning_for("sm_90")));
  here.set_verification(verification::all);
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&here, t] {
      const scoped_context scope(here);
      random_source random(test_seed() + t);
      const integer a(random_limbs(random, 10'000)), b(random_limbs(random, 9000));
      const gpu_bigint x = from_oracle(a), y = from_oracle(b);
      for (int i = 0; i < 20; ++i) {
        std::vector<gpu_bigint> all;
        for (std::uint64_t k = random.between(1, 3); k > 0; --k) all.push_back(x * y);
        for (const gpu_bigint& one : all) EXPECT_TRUE(matches(one, a * b));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(detail::engine_of(here)->ledger().waiting(), 0u);
}

/// Pauses in each launch that ends a checked product, and makes every second one wrong.
class pausing_executor final : public distant_executor {
 public:
  std::atomic<bool> pauses = false;
  std::atomic<int> products = 0;
  void launch_listed(std::size_t which, const void* arguments) override {
    exec::launches::visit(which, arguments, [&](const auto& launch) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(launch)>,
                                   kernels::checked_normalize_arguments>) {
        const bool pauses_now = pauses;
        if (products++ % 2 == 0) const_cast<std::int64_t*>(launch.product.coefficients)[77] ^= 1;
        if (pauses_now) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    });
    distant_executor::launch_listed(which, arguments);
  }
};

// While one thread queues a product, its launch holds the decision on the product that the other thread
// reads.
TEST(DecisionsInThreads, OfOthersAreAwaited) {
  auto owned = std::make_unique<pausing_executor>();
  pausing_executor& executor = *owned;
  const context here = detail::context_of(detail::engine::make(std::move(owned), tuning_for("sm_90")));
  here.set_verification(verification::all);
  const scoped_context scope(here);
  random_source random(test_seed());
  const gpu_bigint x = from_oracle(integer(random_limbs(random, 10'000))),
                   y = from_oracle(integer(random_limbs(random, 9000)));
  for (int i = 0; i < 10; ++i) {
    const gpu_bigint wrong = x * y;
    const int before = executor.products;
    executor.pauses = true;
    std::thread other([&] {
      const scoped_context there(here);
      static_cast<void>(x * y);
    });
    while (executor.products == before) std::this_thread::yield();
    executor.pauses = false;
    EXPECT_THROW(wrong.to_limbs(), device_error);
    other.join();
  }
}

}  // namespace

}  // namespace gbi::test
