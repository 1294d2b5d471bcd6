/// \file
/// Hardware faults that no repair mends: which operations report them, and which are not affected.
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/prepared.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/number.hpp"
#include "tests/multiply/plans.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/faulty_executor.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

class Fault : public on_executor {
 protected:
  static constexpr std::size_t n = 9000;  // limbs

  /// Runs the work on failing hardware that verifies products of n limbs.
  static void on_hardware(auto&& work) { on_faulty_hardware(GetParam(), work, 1024); }

  /// A product with a fault at each of the next `times` results.
  static gpu_bigint product(auto& hardware, const gpu_bigint& x, const gpu_bigint& y, int times) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    hardware.fail(place::result, times);
    gpu_bigint result = multiply(x, y, algorithm::fft);
    hardware.fail(place::nowhere, 0);
    return result;
  }
  /// Two factors and their right product.
  struct problem {
    gpu_bigint x, y;
    integer right;
  };
  problem make() {
    const integer a(random_limbs(random, n)), b(random_limbs(random, n));
    problem result{from_oracle(a), from_oracle(b), a * b};
    EXPECT_TRUE(plan_product(result.x, result.y, algorithm::fft).verified);
    return result;
  }
};

TEST_P(Fault, IsReportedByItsOwnerEveryTimeInEveryThread) {
  on_hardware([&](auto& hardware) {
    const auto [x, y, right] = make();
    const gpu_bigint wrong = product(hardware, x, y, 2), good = product(hardware, x, y, 1);
    // The first thread to wait receives the result it asked for.
    std::thread([&, &right = right] { EXPECT_TRUE(matches(good, right)); }).join();
    EXPECT_NO_THROW(context::current().synchronize());
    const gpu_bigint copy = wrong;
    const auto expect_error = [&](const gpu_bigint& number) {
      for (int time = 0; time < 2; ++time) {
        EXPECT_THROW(number.to_limbs(), device_error);
        EXPECT_THROW(number.sign(), device_error);
        EXPECT_THROW(number.bit_length(), device_error);
        EXPECT_THROW(number.to_string(), device_error);
        EXPECT_THROW(static_cast<void>(number == good), device_error);
        EXPECT_THROW(static_cast<double>(number), device_error);
        EXPECT_THROW(number.to(context(backend::host)), device_error);
      }
    };
    expect_error(wrong);
    std::thread([&] { expect_error(wrong); }).join();
    expect_error(copy);
    expect_error(gpu_bigint(copy));
    EXPECT_TRUE(matches(good, right));
    EXPECT_TRUE(matches(product(hardware, x, y, 0), right)) << "after an error";
  });
}

TEST_P(Fault, SpoilsWhatIsComputedFromItAndNothingElse) {
  on_hardware([&](auto& hardware) {
    const auto [x, y, right] = make();
    auto& executor = detail::engine_of(context::current())->executor();
    const gpu_bigint wrong = product(hardware, x, y, 2);
    const std::uint64_t waits = executor.waits();
    gpu_bigint spoiled = wrong, other = x;
    const auto compute = [&, &x = x, &y = y] {
      spoiled = ((x + wrong) << 5) - y;
      other = ((x + y) << 5) - y;
    };
    if (executor.memory_is_host()) {  // the fault is known at once
      EXPECT_THROW(compute(), device_error);
    } else {
      compute();
      EXPECT_EQ(executor.waits(), waits) << "evidence is not waited for";
    }
    EXPECT_THROW(spoiled.to_limbs(), device_error);
    EXPECT_THROW(square(spoiled).to_limbs(), device_error);
    EXPECT_THROW((x * prepared(wrong)).to_limbs(), device_error);
    EXPECT_NO_THROW(other.to_limbs());
    EXPECT_TRUE(matches(product(hardware, x, y, 0), right));
  });
}

TEST_P(Fault, IsKeptWhenAnotherThreadUsesTheContext) {
  on_hardware([&](auto& hardware) {
    const auto [x, y, right] = make();
    const gpu_bigint wrong = product(hardware, x, y, 2);
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&, &x = x, &y = y, &right = right] {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(matches(multiply(x, y, algorithm::fft), right));
        EXPECT_THROW((wrong + x).to_limbs(), device_error);
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_THROW(wrong.sign(), device_error);
  });
}

// Without memory for a repair the host waits and repeats the attempt.
TEST_P(Fault, OfAnAttemptThatIsRepeated) {
  on_hardware([&](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    const auto [x, y, right] = make();
    auto& engine = *detail::engine_of(context::current());
    for (const int times : {1, 2}) {
      const faults::collector operation;
      auto result = detail::number::make(detail::engine_of(x.context()), 2 * n);
      result->set_negative(false);
      const products::product wanted{
          .a = detail::number_of(x)->span(), .b = detail::number_of(y)->span(), .out = result->target()};
      const plan::fft_plan plan = engine.planner().transform(plan::product_shape::whole(n, n));
      hardware.fail(place::result, times);
      products::execute(engine, plan_by(engine, wanted, plan, plan::repair::by_attempt), wanted);
      hardware.fail(place::nowhere, 0);
      const gpu_bigint value = detail::value_of(std::move(result));
      if (times == 1)
        EXPECT_TRUE(matches(value, right));
      else
        EXPECT_THROW(value.to_limbs(), device_error);
    }
  });
}

TEST_P(Fault, RepairsAreCounted) {
  on_hardware([&](auto& hardware) {
    const auto [x, y, right] = make();
    const context here = context::current();
    std::uint64_t expected = 0;
    for (const int times : {0, 1, 1, 2}) {
      const gpu_bigint value = product(hardware, x, y, times);
      here.synchronize();
      expected += times > 0 ? 1 : 0;
      EXPECT_EQ(here.repairs(), expected);
    }
    {  // repairs count even if the result is dropped
      static_cast<void>(product(hardware, x, y, 1));
    }
    here.synchronize();
    EXPECT_EQ(here.repairs(), expected + 1);
  });
}

// The transform is damaged when it is made, so every product with it would need a repair.
TEST_P(Fault, OfAKeptTransformIsRepairedOnce) {
  on_hardware([&](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    const auto [x, y, right] = make();
    const context here = context::current();
    const prepared kept(y);
    hardware.fail(place::kept, 1);
    EXPECT_TRUE(matches(x * kept, right)) << "with a damaged transform";
    EXPECT_EQ(here.repairs(), 1u);
    EXPECT_TRUE(matches(x * kept, right)) << "with a new transform";
    EXPECT_EQ(here.repairs(), 1u);
  });
}

TEST_P(Fault, OfATransformThatAnotherAttemptDoesNotUseAgain) {
  on_hardware([&](auto& hardware) {
    using place = typename std::remove_reference_t<decltype(hardware)>::place;
    const auto [x, y, right] = make();
    auto& engine = *detail::engine_of(context::current());
    const exec::buffer<limb> out(engine.executor(), 2 * n);
    products::product wanted{.a = {detail::number_of(x)->limbs(), n, 0},
                             .b = {detail::number_of(y)->limbs(), n, 0},
                             .out = {out.data(), 2 * n, 0}};
    const plan::fft_plan transform = engine.planner().transform(plan::product_shape::whole(n, n));
    const plan::planned_product plan = with_repair(plan_by(engine, wanted, plan::piece_plan{transform, n, 1}),
                                                   check_with(engine, wanted, plan::repair::by_attempt));
    const faults::collector operation;
    hardware.fail(place::kept, 1);
    const products::kept_spectrum kept(engine, wanted.b, transform);
    const auto damaged = kept.get(engine);
    wanted.kept_b = damaged.get();
    products::execute(engine, plan, wanted);
    limbs got(2 * n);
    engine.executor().download(got.data(), out.data(), got.size() * sizeof(limb));
    EXPECT_TRUE(matches(integer(got), right));
    context::current().synchronize();
  });
}

TEST_P(Fault, LongChainsOfEvidenceAreSettledInPassing) {
  on_hardware([&](auto&) {
    const auto [x, y, right] = make();
    auto& ledger = detail::engine_of(context::current())->ledger();
    gpu_bigint chain = x, sum = y;
    std::size_t most = 0;
    for (int step = 0; step < 30; ++step) {
      chain = multiply(chain >> (step == 0 ? 0 : 64 * static_cast<int>(n)), x, algorithm::fft);
      for (int i = 0; i < 10; ++i) sum += chain;
      most = std::max(most, ledger.waiting());
    }
    // Each verification settles the evidence of completed work. A device may lag behind.
    if (GetParam() == "host") {
      EXPECT_LE(most, 8u);
    }
    EXPECT_NO_THROW(chain.to_limbs());
    EXPECT_NO_THROW(sum.to_limbs());
    EXPECT_EQ(ledger.waiting(), 0u);
  });
}

// On a device, the last handle and the last number may be destroyed while their launches are queued.
TEST_P(Fault, ContextsEndWhileWorkIsUnderWay) {
  const integer a(random_limbs(random, n)), b(random_limbs(random, n));
  for (const bool outlives : {false, true}) {
    gpu_bigint last;
    {
      const scoped_context use(new_context(GetParam(), plan::word_limits::none()));
      const gpu_bigint x = from_oracle(a), y = from_oracle(b);
      gpu_bigint product;
      for (int i = 0; i < 5; ++i) product = multiply(x, y, algorithm::fft);
      if (outlives) last = product;
    }
    if (outlives) {
      EXPECT_TRUE(matches(last, a * b));
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Fault);

TEST(FaultOfAContext, IsKnownWhenItsHandlesAreGone) {
  for (const bool is_read : {true, false}) {
    gpu_bigint wrong, good;
    {
      const auto [hardware, here] = faulty_context<distant_executor>::make(1024);
      const scoped_context use(here);
      const gpu_bigint x = (gpu_bigint(1) << 576000) - 12345;
      hardware.fail(faulty_executor<distant_executor>::place::result, 2);
      wrong = multiply(x, x, algorithm::fft);
      hardware.fail(faulty_executor<distant_executor>::place::nowhere, 0);
      good = multiply(x, x, algorithm::fft);
    }
    if (!is_read) continue;
    EXPECT_THROW(wrong.to_limbs(), device_error);
    EXPECT_EQ(good.bit_length(), 1152000u);
  }
}

}  // namespace

}  // namespace gbi::test
