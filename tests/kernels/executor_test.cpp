/// \file
/// On every executor, each primitive of the block model behaves as kernels/model/block.hpp specifies.
#include <algorithm>
#include <numeric>

#include "src/exec/buffer.hpp"
#include "tests/kernels/run_kernel.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

using words = std::vector<std::uint64_t>;

class Executor : public on_executor {
 protected:
  words random_words(std::size_t count) {
    words result(count);
    std::generate(result.begin(), result.end(), [&] { return random.bits(); });
    return result;
  }

  words read(const exec::buffer<std::uint64_t>& from) {
    words result(from.size());
    executor().download(result.data(), from.data(), from.size() * sizeof(std::uint64_t));
    return result;
  }

  /// Runs the kernel on output words of 0 and returns them.
  template <class Kernel>
  words run(const words& in, std::size_t out_words, std::uint32_t blocks = 1, std::uint32_t batch = 1) {
    const exec::buffer<std::uint64_t> input(executor(), std::span<const std::uint64_t>(in));
    const auto output = exec::cleared<std::uint64_t>(executor(), out_words);
    run_kernel<Kernel>(executor(), blocks, batch, word_arguments{input.data(), output.data()});
    return read(output);
  }

  template <int Threads>
  void expect_reversed() {
    constexpr std::size_t blocks = 7;
    const words in = random_words(blocks * Threads);
    const words out = run<reverse_kernel<Threads>>(in, in.size(), blocks);
    for (std::size_t block = 0; block < blocks; ++block)
      for (std::size_t t = 0; t < Threads; ++t)
        ASSERT_EQ(out[block * Threads + t],
                  3 * in[block * Threads + t] + in[block * Threads + Threads - 1 - t])
            << Threads << " threads, block " << block << ", thread " << t;
  }

  template <int Threads>
  void expect_collectives() {
    constexpr std::size_t n = Threads, warp = std::min<std::size_t>(n, 32);
    const words in = random_words(n);
    const words out = run<collectives_kernel<Threads>>(in, n * collectives_kernel<Threads>::results);
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t first = t / warp * warp, lane = t % warp;
      std::uint64_t votes = 0;
      for (std::size_t i = 0; i < warp; ++i) votes |= (in[first + i] & 1) << i;
      const auto begin = in.begin() + static_cast<std::ptrdiff_t>(first);
      const std::uint64_t scan =
          std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(lane) + 1, std::uint64_t{0});
      SCOPED_TRACE("thread " + std::to_string(t) + " of " + std::to_string(n));
      EXPECT_EQ(out[0 * n + t], in[first + (lane + 5) % warp]) << "shuffle";
      EXPECT_EQ(out[1 * n + t], in[lane < 1 ? t : t - 1]) << "shuffle_up by 1";
      EXPECT_EQ(out[2 * n + t], in[lane < 7 ? t : t - 7]) << "shuffle_up by 7";
      EXPECT_EQ(out[3 * n + t], in[first + (lane ^ 1)]) << "shuffle_xor with 1";
      EXPECT_EQ(out[4 * n + t], in[first + warp - 1 - lane]) << "shuffle_xor with all bits";
      EXPECT_EQ(out[5 * n + t], in[first + 3]) << "broadcast";
      EXPECT_EQ(out[6 * n + t], votes) << "ballot";
      EXPECT_EQ(out[7 * n + t], scan) << "warp scan";
    }
  }

  template <class Kernel>
  void expect_byte_product() {
    constexpr std::size_t rows = Kernel::rows, columns = Kernel::columns, depth = Kernel::depth;
    words in = random_words((rows + columns) * depth / 8);
    std::fill(in.begin(), in.begin() + depth / 8, ~std::uint64_t{0});
    const words out = run<Kernel>(in, rows * columns);
    const auto byte = [&](std::size_t row, std::size_t k) {
      const std::size_t at = row * depth + k;
      return in[at / 8] >> (8 * (at % 8)) & 255;
    };
    // Byte k of column j (kernels/model/byte_product.hpp).
    const auto column_byte = [&](std::size_t j, std::size_t k) {
      const std::size_t block = k / 32 * Kernel::blocks + j / 16, half = j / 2 % 2,
                        g = j % 16 / 4 * 2 + j % 2;
      const std::size_t at = rows * depth + block * 512 + half * 256 + k / 16 % 2 * 128 + g * 16 + k % 16;
      return in[at / 8] >> (8 * (at % 8)) & 255;
    };
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) {
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < depth; ++k) sum += byte(i, k) * column_byte(j, k);
        ASSERT_EQ(out[i * columns + j], sum) << "row " << i << ", column " << j;
      }
  }

  template <class Kernel>
  void expect_byte_convolution() {
    constexpr std::size_t bytes = Kernel::bytes, results = 128 * Kernel::tiles;
    words in = random_words(Kernel::warps * bytes / 4);
    std::fill(in.begin(), in.begin() + bytes / 4, ~std::uint64_t{0});
    const words out = run<Kernel>(in, Kernel::warps * results);
    for (std::size_t warp = 0; warp < Kernel::warps; ++warp) {
      const auto byte = [&](std::size_t which, std::size_t k) {
        const std::size_t at = (2 * warp + which) * bytes + k;
        return in[at / 8] >> (8 * (at % 8)) & 255;
      };
      for (std::size_t p = 0; p < results; ++p) {
        std::uint64_t sum = 0;
        for (std::size_t i = p < bytes ? 0 : p - bytes + 1; i <= p && i < bytes; ++i)
          sum += byte(0, i) * byte(1, p - i);
        ASSERT_EQ(out[warp * results + p], 2 * sum) << "warp " << warp << ", byte " << p;
      }
    }
  }

  template <class Kernel>
  void expect_byte_window() {
    constexpr std::size_t depth = 32 * Kernel::steps, results = 128 * Kernel::tiles;
    words in = random_words(Kernel::warps * Kernel::limbs);
    std::fill(in.begin(), in.begin() + Kernel::limbs, ~std::uint64_t{0});
    const words out = run<Kernel>(in, Kernel::warps * results);
    for (std::size_t warp = 0; warp < Kernel::warps; ++warp) {
      const auto byte = [&](std::size_t k) {
        const std::size_t at = 8 * warp * Kernel::limbs + k;
        return in[at / 8] >> (8 * (at % 8)) & 255;
      };
      const std::size_t b = 8 * Kernel::limbs_a, rounds = warp + 1 < Kernel::warps ? 2 : 1;
      for (std::size_t p = 0; p < results; ++p) {
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < depth; ++k)
          sum += byte(p / 8 * 8 + depth - 1 - k) * byte(b + p % 8 + 1 + k);
        ASSERT_EQ(out[warp * results + p], rounds * sum) << "warp " << warp << ", byte " << p;
      }
    }
  }

  template <int Threads>
  void expect_slots() {
    using kernel = slots_kernel<Threads>;
    constexpr std::size_t words_of_piece = kernel::words;
    const words in = random_words(words_of_piece * kernel::pieces);
    const words out = run<kernel>(in, Threads);
    for (std::size_t t = 0; t < Threads; ++t) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < in.size(); ++i)
        sum += (i + 1) * in[i / words_of_piece * words_of_piece + (i + t) % words_of_piece];
      ASSERT_EQ(out[t], sum) << "thread " << t << " of " << Threads;
    }
  }

  template <int Threads>
  void expect_scan() {
    constexpr std::size_t n = Threads;
    const words in = random_words(2 * n);
    const words out = run<scan_kernel<Threads>>(in, 4 * n);
    affine so_far = compose::identity();
    for (std::size_t t = 0; t < n; ++t) {
      so_far = compose{}(so_far, {in[t], in[n + t]});
      ASSERT_EQ(out[t], so_far.factor) << "scan, thread " << t << " of " << n;
      ASSERT_EQ(out[n + t], so_far.term) << "scan, thread " << t << " of " << n;
    }
    for (std::size_t t = 0; t < n; ++t) {
      ASSERT_EQ(out[2 * n + t], so_far.factor) << "reduction as seen by thread " << t << " of " << n;
      ASSERT_EQ(out[3 * n + t], so_far.term) << "reduction as seen by thread " << t << " of " << n;
    }
  }
};

TEST_P(Executor, EveryBlockKnowsItsProblemAndItsIndex) {
  constexpr std::uint32_t batch = 5, blocks = position_kernel::blocks;
  const words out = run<position_kernel>({0}, 2 * batch * blocks, blocks, batch);
  for (std::uint32_t problem = 0; problem < batch; ++problem)
    for (std::uint32_t block = 0; block < blocks; ++block) {
      EXPECT_EQ(out[(problem * blocks + block) * 2], problem);
      EXPECT_EQ(out[(problem * blocks + block) * 2 + 1], block);
    }
}

TEST_P(Executor, PhasesAreBarriersAndThreadsKeepTheirValues) {
  expect_reversed<32>();
  expect_reversed<1024>();
}

TEST_P(Executor, WarpCollectivesExchangeLanes) {
  expect_collectives<16>();
  expect_collectives<32>();
  expect_collectives<256>();
}

TEST_P(Executor, MultipliesBytes) {
  expect_byte_product<byte_product_kernel<32, 1, 1, 1>>();
  expect_byte_product<byte_product_kernel<96, 2, 2, 3>>();
  expect_byte_product<byte_product_kernel<128, 1, 3, 2>>();
  expect_byte_product<byte_product_kernel<128, 1, 4, 3>>();
  expect_byte_product<byte_product_kernel<256, 2, 4, 1>>();
  expect_byte_product<byte_product_kernel<128, 1, 5, 2>>();
}

TEST_P(Executor, SlotsHoldWhatTheyWereFilledWith) {
  expect_slots<32>();
  expect_slots<384>();
}

TEST_P(Executor, ConvolvesBytes) {
  expect_byte_convolution<byte_convolution_kernel<1, 256, 4>>();
  expect_byte_convolution<byte_convolution_kernel<8, 256, 2>>();
  expect_byte_convolution<byte_convolution_kernel<4, 512, 8>>();
  expect_byte_convolution<byte_convolution_kernel<2, 512, 4>>();
}

TEST_P(Executor, ConvolvesPartsOfLongerRunsOfBytes) {
  expect_byte_window<byte_window_kernel<1, 8, 1>>();
  expect_byte_window<byte_window_kernel<12, 16, 2>>();
  expect_byte_window<byte_window_kernel<3, 16, 3>>();
}

TEST_P(Executor, BlockScanAndReductionKeepTheOrderOfOperands) {
  expect_scan<32>();
  expect_scan<96>();
  expect_scan<256>();
  expect_scan<1024>();
}

TEST_P(Executor, AtomicsLoseNothing) {
  constexpr std::size_t blocks = 100, threads = atomics_kernel::threads;
  const words in = random_words(blocks * threads);
  const words out = run<atomics_kernel>(in, 2 + blocks * threads, blocks);
  EXPECT_EQ(out[0], blocks * threads);
  EXPECT_EQ(out[1], *std::max_element(in.begin(), in.end()));
  EXPECT_EQ(static_cast<std::size_t>(std::count(out.begin() + 2, out.end(), 1u)), blocks * threads)
      << "a ticket was given twice or not at all";
}

TEST_P(Executor, ABlockSeesWhatTheBlockBeforeItPublished) {
  const std::uint32_t blocks = 2000;
  const words in = random_words(blocks);
  const exec::buffer<std::uint64_t> input(executor(), std::span<const std::uint64_t>(in));
  const exec::buffer<std::uint64_t> total(executor(), blocks);
  const auto flags = exec::cleared<std::uint32_t>(executor(), blocks);
  run_kernel<chain_kernel>(executor(), blocks, 1, chain_arguments{flags.data(), total.data(), input.data()});
  words expected(blocks);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  EXPECT_EQ(read(total), expected);
}

TEST_P(Executor, CopiesMoveEveryByte) {
  const words in = random_words(1001);
  const exec::buffer<std::uint64_t> first(executor(), std::span<const std::uint64_t>(in));
  const exec::buffer<std::uint64_t> second(executor(), in.size());
  executor().copy(second.data(), first.data(), in.size() * sizeof(std::uint64_t));
  EXPECT_EQ(read(second), in);
  executor().clear(second.data(), 8 * sizeof(std::uint64_t));
  words expected = in;
  std::fill_n(expected.begin(), 8, 0);
  EXPECT_EQ(read(second), expected);
}

TEST_P(Executor, MemoryIsAlignedAndMayBeUsedUpAgainAndAgain) {
  for (int round = 0; round < 3; ++round) {
    std::vector<exec::buffer<unsigned char>> blocks;
    for (int i = 0; i < 50; ++i) {
      blocks.emplace_back(executor(), random.log_uniform(1, 1 << 20));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.back().data()) % 256, 0u);
    }
    executor().trim();
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Executor);

}  // namespace

}  // namespace gbi::test
