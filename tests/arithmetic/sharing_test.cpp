/// \file
/// Numbers shared by threads. Several threads simultaneously create what a number needs only on first use: a
/// copy on the device or in host words.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "src/context/engine.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

constexpr int thread_count = 8;

/// Runs the work in all threads, which begin at the same time.
template <class Work>
void in_threads(const context& shared, const Work& work) {
  std::atomic<int> missing{thread_count};
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t)
    threads.emplace_back([&, t] {
      const scoped_context use(shared);
      --missing;
      while (missing > 0) std::this_thread::yield();
      work(t);
    });
  for (std::thread& thread : threads) thread.join();
}

/// The host executor posing as a device: the host must fetch the values of numbers, and keeps them.
class distant_executor final : public exec::host::host_executor {
 public:
  bool memory_is_host() const noexcept override { return false; }
};

class Sharing : public on_executor {
 protected:
  void SetUp() override {
    on_executor::SetUp();
    if (IsSkipped()) return;
    if (GetParam() == "shuffled" || GetParam() == "mixed") GTEST_SKIP() << "one random order for one thread";
  }

  void share_fresh_numbers(const context& home);
};

void Sharing::share_fresh_numbers(const context& home) {
  const scoped_context use(home);
  const std::size_t far = detail::engine_of(home)->core().limits().residence + 5;
  const integer big = integer(1) << (64 * far);
  const gpu_bigint longer = from_oracle(big);
  for (std::uint64_t round = 0; round < size({40, 1, 40}); ++round) {
    // Short and long numbers, stored in the value itself, in host words and on the device.
    const integer values[] = {integer(random_limbs(random, 2)), -integer(random_limbs(random, 3)),
                              integer(random_limbs(random, 30)), -integer(random_limbs(random, 100)),
                              integer(random_limbs(random, far + 40))};
    std::vector<gpu_bigint> shared;
    std::vector<integer> expected;
    for (const integer& value : values) {
      shared.push_back(from_oracle(value));
      shared.push_back((from_oracle(value) + longer) - longer);
      const auto bits = static_cast<std::int64_t>(64 * far);
      shared.push_back((from_oracle(value) << bits) >> bits);
      for (int i = 0; i < 3; ++i) expected.push_back(value);
    }
    std::atomic<int> wrong{0};
    in_threads(home, [&](int t) {
      for (std::size_t k = 0; k < shared.size(); ++k) {
        // Any two threads differ in their starting position in the list or in their operation.
        const std::size_t i = (k + static_cast<std::size_t>(t / 4)) % shared.size(),
                          j = (i + 4) % shared.size();
        const gpu_bigint &x = shared[i], &y = shared[j];
        const integer &a = expected[i], &b = expected[j];
        const gpu_bigint copy = x;
        bool right = true;
        switch (t % 4) {
          case 0:
            right = matches(x + longer, a + big) && matches(x * y, a * b);
            break;
          case 1:
            right = matches(copy, a) && copy.sign() == a.sign() && x.bit_length() == a.bit_length();
            break;
          case 2:
            right = matches(copy - y, a - b) && (x < y) == (a < b);
            break;
          default:
            right = matches((longer * x) / y, (big * a) / b) && x.limb_bound() >= a.limb_count();
        }
        if (!right || !matches(copy, a)) ++wrong;
      }
    });
    ASSERT_EQ(wrong, 0) << "in round " << round;
  }
}

TEST_P(Sharing, OfFreshNumbersByEightThreads) {
  share_fresh_numbers(here());
}

/// Tests with contexts of their own.
class SharingElsewhere : public Sharing {};

TEST_P(SharingElsewhere, OfFreshNumbersOfADistantHost) {
  for (const std::size_t limit : {0, 100})
    share_fresh_numbers(detail::context_of(
        detail::engine::make(std::make_unique<distant_executor>(), plan::word_limits::of(limit))));
}

/// The last handle is released while other threads recreate the context.
TEST_P(SharingElsewhere, OfAContextThatComesAndGoes) {
  for (int round = 0; round < 20; ++round) {
    auto own = std::make_unique<context>(backend::host);
    own->set_verification(verification::monitor);
    const integer a(random_limbs(random, 3)), big = integer(1) << (64 * 1030);
    const gpu_bigint x = from_oracle(a).to(*own);
    own.reset();
    std::atomic<int> wrong{0};
    in_threads(here(), [&](int) {
      for (int i = 0; i < 4; ++i) {
        const gpu_bigint longer = x << (64 * 1030);
        if (!matches(longer + x, a * big + a)) ++wrong;
        if (longer.context().verification() != verification::monitor) ++wrong;
      }
    });
    ASSERT_EQ(wrong, 0) << "in round " << round;
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Sharing);
GPU_BIGINT_ON_EXECUTORS(SharingElsewhere, std::vector<std::string>{"words"});

}  // namespace

}  // namespace gbi::test
