/// \file
/// The shuffled executor finds the mistakes that it exists for: a kernel without a necessary barrier, a
/// kernel that relies on the previous contents of memory, and a launch that bypasses the executor.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>

#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/kernels/run_kernel.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

using words = std::vector<std::uint64_t>;

class ShuffledExecutor : public testing::Test {
 protected:
  words run_racing_kernel() {
    const exec::buffer<std::uint64_t> input(executor, std::span<const std::uint64_t>(in));
    const exec::buffer<std::uint64_t> output(executor, in.size());
    executor.run<racing_kernel>(1, 1, word_arguments{input.data(), output.data()});
    words out(in.size());
    executor.download(out.data(), output.data(), out.size() * sizeof(std::uint64_t));
    return out;
  }

  shuffled_executor executor{test_seed()};
  words in = [] {
    random_source random(test_seed());
    words values(racing_kernel::threads);
    std::generate(values.begin(), values.end(), [&] { return random.bits(); });
    return values;
  }();
};

// Thread t reads the right word only if thread t + 1 ran before it. The probability that all but one thread
// of a ring are lucky at once is far below 2^-256.
TEST_F(ShuffledExecutor, DetectsAMissingBarrier) {
  words meant = in;
  std::rotate(meant.begin(), meant.begin() + 1, meant.end());
  const words out = run_racing_kernel();
  EXPECT_NE(out, meant);
  const auto equal =
      std::inner_product(out.begin(), out.end(), meant.begin(), 0, std::plus<>{}, std::equal_to<>{});
  EXPECT_GT(equal, racing_kernel::threads / 8) << "half of the threads are expected to be lucky";
  EXPECT_LT(equal, racing_kernel::threads * 7 / 8);
}

TEST_F(ShuffledExecutor, GivesARaceADifferentResultEachTime) {
  EXPECT_NE(run_racing_kernel(), run_racing_kernel());
}

TEST_F(ShuffledExecutor, HandsOutMemoryThatIsNotZero) {
  const exec::buffer<std::uint64_t> fresh(executor, 64);
  EXPECT_EQ(std::count(fresh.data(), fresh.data() + fresh.size(), 0u), 0);
}

TEST_F(ShuffledExecutor, RunsTheLibrarysLaunches) {
  auto owned = std::make_unique<shuffled_executor>(test_seed());
  const shuffled_executor& observed = *owned;
  const context shuffled =
      detail::context_of(detail::engine::make(std::move(owned), plan::word_limits::none()));
  const scoped_context use(shuffled);
  const gpu_bigint a = -1, b = 7;
  EXPECT_EQ(observed.blocks_run(), 0u);
  EXPECT_EQ(a + b, 6);
  EXPECT_GT(observed.blocks_run(), 0u);
  const std::uint64_t before = observed.blocks_run();
  EXPECT_EQ(multiply(a, b, algorithm::fft), -7);
  EXPECT_EQ(multiply(a, b, algorithm::schoolbook), -7);
  EXPECT_GE(observed.blocks_run(), before + 4);
}

}  // namespace

}  // namespace gbi::test
