/// \file
/// The shuffled executor finds the mistakes that it exists for: a kernel without a necessary barrier or with
/// too weak a one, a phase that not all warps reach, a kernel that relies on the previous contents of memory,
/// and a launch that bypasses the executor.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
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
  template <class Kernel>
  words run(std::uint32_t blocks, std::size_t words_of_block) {
    const exec::buffer<std::uint64_t> input(executor, std::span<const std::uint64_t>(in));
    const exec::buffer<std::uint64_t> output(executor, blocks * words_of_block);
    executor.run<Kernel>(blocks, 1, word_arguments{input.data(), output.data()});
    words out(output.size());
    executor.download(out.data(), output.data(), out.size() * sizeof(std::uint64_t));
    return out;
  }
  words run_racing_kernel() { return run<racing_kernel>(1, in.size()); }

  /// How many blocks pass all words to the next warp in each of the three ways of hasty_kernel.
  template <bool Waits>
  std::array<int, 3> right_blocks() {
    const std::size_t n = in.size();
    const words out = run<hasty_kernel<Waits>>(blocks, hasty_kernel<Waits>::results * n);
    words meant = in;
    std::rotate(meant.begin(), meant.begin() + kernels::warp_threads, meant.end());
    std::array<int, 3> right{};
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t way = 0; way < right.size(); ++way)
        right[way] += std::equal(meant.begin(), meant.end(),
                                 out.begin() + (block * hasty_kernel<Waits>::results + way) * n);
    return right;
  }

  static constexpr int blocks = 64;
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

// Nearly always, one of eight warps is ahead of the one that it depends on.
TEST_F(ShuffledExecutor, DetectsABarrierOfWarpsInPlaceOfOneOfTheBlock) {
  for (const int right : right_blocks<false>()) EXPECT_LT(right, blocks / 8);
  for (const int right : right_blocks<true>()) EXPECT_EQ(right, blocks);
}

TEST_F(ShuffledExecutor, DetectsAPhaseThatSomeWarpsDoNotReach) {
  EXPECT_THROW(run<uneven_kernel>(1, in.size()), std::logic_error);
  EXPECT_EQ(right_blocks<true>(), (std::array{blocks, blocks, blocks})) << "nothing is left of the failure";
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
