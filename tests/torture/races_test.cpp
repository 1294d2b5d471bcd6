/// \file
/// Eight threads share everything that threads may share. ThreadSanitizer watches; without it the test checks
/// the results.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gpu_bigint/all.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "src/plan/devices/table.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/random.hpp"
#include "tests/torture/tortured_executor.hpp"

namespace gbi::test {

namespace {

constexpr int thread_count = 8;

/// How long the threads share one context.
std::chrono::milliseconds time_to_share() {
#if defined(__SANITIZE_THREAD__)
  return std::chrono::seconds(5);
#else
  return std::chrono::milliseconds(300);
#endif
}

void on_all_threads(const std::function<void(int)>& work) {
  std::barrier start(thread_count);
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count; ++i)
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      work(i);
    });
  for (std::thread& one : threads) one.join();
}

/// Must be the first test of its process.
TEST(DefaultContext, IsMadeByAllThreads) {
  std::vector<gpu_bigint> results(thread_count);
  on_all_threads([&](int i) { results[static_cast<std::size_t>(i)] = gpu_bigint(i) << 3000; });
  for (int i = 0; i < thread_count; ++i) {
    EXPECT_EQ(results[static_cast<std::size_t>(i)] >> 3000, i);
    EXPECT_EQ(results[static_cast<std::size_t>(i)].context(), context::current());
  }
}

/// The objects that the threads share, and the right results.
struct shared_things {
  explicit shared_things(random_source& random)
      : a(random_limbs(random, 40)),
        b(random_limbs(random, 700)),
        n((integer(random_limbs(random, 22)) << 1) + 1) {
    mpz_powm(power.get(), a.get(), b.low_bits(60).get(), n.get());
  }
  static constexpr std::size_t width = 1280;
  integer a, b, n, power;
  gpu_bigint x = from_oracle(a), y = from_oracle(b), z = from_oracle(n);
  prepared by_y{y};
  divider over_z{z};
  modulus modulo_z{z};
  odd_moduli odd{z};
  bigint_batch batch = bigint_batch::filled(3, low_bits(x, width), width);
};

/// One action of a thread. \returns whether all results are right
bool act(const shared_things& all, const context& here, random_source& random) {
  switch (random.below(17)) {
    case 0:
      return bool(matches(all.x * all.y, all.a * all.b));
    case 1:
      return bool(matches(all.by_y * all.x, all.a * all.b));
    case 2:
      return bool(matches(all.by_y * all.y, all.b * all.b));
    case 3:
      return bool(matches(all.y % all.over_z, all.b % all.n));
    case 4:
      return bool(matches(all.modulo_z.power(all.x, low_bits(all.y, 60)), all.power));
    case 5:
      return all.x.to_string(16) == all.a.to_string(16);
    case 6:
      return bool(matches(all.x + all.y, all.a + all.b)) && all.x < all.y && all.y.sign() > 0;
    case 7: {
      const gpu_bigint copy = all.y, longer = copy << 20000;
      return bool(matches((longer * all.x) >> 20000, all.a * all.b));
    }
    case 8:
      return bool(
          matches(mul_mod(all.batch, all.batch, all.odd)[1],
                  all.a.low_bits(shared_things::width) * all.a.low_bits(shared_things::width) % all.n));
    case 9:
      return bool(matches((all.batch + all.batch)[2],
                          (all.a.low_bits(shared_things::width) << 1).low_bits(shared_things::width)));
    case 10:
      here.set_verification(random.coin() ? verification::residue : verification::off);
      return true;
    case 11:
      here.trim();
      return here.memory().limit == 0;
    case 12:
      here.synchronize();
      return !here.tuning().empty() && !here.device_name().empty();
    case 13: {
      const context own(backend::host);
      const gpu_bigint x = all.x.to(own), y = all.y.to(own);
      return bool(matches((x * y).to(here), all.a * all.b));
    }
    case 14: {
      // A copy that changes while other threads read the original.
      gpu_bigint mine = all.x;
      mine += all.y;
      mine = std::move(mine) - all.y;
      return mine == all.x;
    }
    case 15:
      return bool(matches(multiply(all.y, all.y, algorithm::fft), all.b * all.b));
    default:
      return bool(matches(gcd(all.x * all.z, all.z), all.n)) &&
             bool(matches(factorial(50) / factorial(49), 50));
  }
}

class Races : public testing::TestWithParam<std::string> {
 protected:
  static context made(const std::string& name) {
    const auto of = [](auto executor, const plan::word_limits& limits) {
      return detail::context_of(detail::engine::make(std::move(executor), limits));
    };
    if (name == "device") return of(std::make_unique<distant_executor>(), plan::devices::h200.values.words);
    if (name == "words")
      return of(std::make_unique<exec::host::host_executor>(), plan::word_limits::of(1024));
    if (name == "none") return of(std::make_unique<exec::host::host_executor>(), plan::word_limits::none());
    return context(backend::host);
  }
};

TEST_P(Races, OverSharedThings) {
  random_source random(test_seed());
  const std::uint64_t seed = random.bits();
  const context here = made(GetParam());
  const auto use = std::make_unique<scoped_context>(here);
  const shared_things all(random);
  const auto end = std::chrono::steady_clock::now() + time_to_share();
  std::atomic<int> wrong = 0, right = 0;
  on_all_threads([&](int i) {
    const scoped_context own_use(here);
    random_source own(seed + static_cast<std::uint64_t>(i));
    while (std::chrono::steady_clock::now() < end) ++(act(all, here, own) ? right : wrong);
  });
  std::printf("%d actions\n", right.load());
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(right, thread_count);
}

INSTANTIATE_TEST_SUITE_P(, Races, testing::Values("host", "none", "words", "device"),
                         [](const testing::TestParamInfo<std::string>& information) {
                           return "of_" + information.param;
                         });

}  // namespace

}  // namespace gbi::test
