/// \file
/// Every level of the scan, with both patterns, on functions that do not commute under composition.
#include <algorithm>
#include <vector>

#include "src/exec/buffer.hpp"
#include "tests/kernels/run_kernel.hpp"
#include "tests/kernels/scan_kernels.hpp"
#include "tests/support/executors.hpp"

namespace gbi::kernels {

bool operator==(const affine<std::uint32_t>& a, const affine<std::uint32_t>& b) {
  return a.factor == b.factor && a.term == b.term;
}

}  // namespace gbi::kernels

namespace gbi::test {

namespace {

constexpr std::uint32_t tile = scan_test_threads * scan_test_per_thread;

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

class ScanKernels : public on_executor {
 protected:
  std::vector<map> random_maps(std::size_t count) {
    std::vector<map> result(count);
    for (map& m : result)
      m = {static_cast<std::uint32_t>(random.bits()) | 1, static_cast<std::uint32_t>(random.bits())};
    return result;
  }

  exec::buffer<map> upload(const std::vector<map>& values) {
    return {executor(), std::span<const map>(values)};
  }
  std::vector<map> read(const exec::buffer<map>& from) {
    std::vector<map> result(from.size());
    executor().download(result.data(), from.data(), from.size() * sizeof(map));
    return result;
  }

  /// Scans of pieces of `size` elements.
  static std::vector<map> expected(const std::vector<map>& in, std::size_t size, bool exclusive) {
    std::vector<map> result(in.size());
    map running = maps::identity();
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (i % size == 0) running = maps::identity();
      const map with = maps{}(running, in[i]);
      result[i] = exclusive ? running : with;
      running = with;
    }
    return result;
  }

  /// `batch` contiguous problems; the kernels work in place.
  kernels::scan_arguments describe(const exec::buffer<map>& memory, std::uint64_t count, std::uint32_t batch,
                                   bool exclusive) {
    kernels::scan_arguments a{};
    a.in = a.out = memory.data();
    a.count = a.in_stride = a.out_stride = count;
    a.batch = batch;
    a.exclusive = exclusive;
    a.tiles = static_cast<std::uint32_t>(divide_up(count, tile));
    return a;
  }

  template <scan_pattern Pattern>
  void scan_short(kernels::scan_arguments a) {
    a.problems_per_block = static_cast<std::uint32_t>(tile / a.count);
    a.reciprocal = divide_up(std::uint64_t{1} << 32, a.count);
    run_kernel<map_short<Pattern>>(
        executor(), static_cast<std::uint32_t>(divide_up(a.batch, a.problems_per_block)), 1, a);
  }

  template <scan_pattern Pattern>
  void scan_with_look_back(kernels::scan_arguments a) {
    const auto memory = exec::cleared<std::uint64_t>(
        executor(), std::size_t{a.tiles} * a.batch * kernels::tile_words<map>::count);
    a.chain = {memory.data(), kernels::last_scan_epoch};
    run_kernel<map_look_back<Pattern>>(executor(), a.tiles, a.batch, a);
  }

  template <scan_pattern Pattern>
  void scan_in_cascade(kernels::scan_arguments a, std::uint32_t tiles_per_chunk) {
    a.tiles_per_chunk = tiles_per_chunk;
    a.chunks = static_cast<std::uint32_t>(divide_up(a.tiles, tiles_per_chunk));
    const exec::buffer<map> sums(executor(), std::size_t{a.chunks} * a.batch);
    a.sums = sums.data();
    run_kernel<map_totals<Pattern>>(executor(), a.chunks, a.batch, a);
    ASSERT_LE(a.chunks, tile);
    scan_short<Pattern>(describe(sums, a.chunks, a.batch, true));
    run_kernel<map_chunks<Pattern>>(executor(), a.chunks, a.batch, a);
  }

  template <scan_pattern Pattern>
  void check_device_level() {
    for (int round = 0; round < 12; ++round) {
      const std::uint64_t count = random.log_uniform(1, size({40000, 8000, 60000}));
      const auto batch = static_cast<std::uint32_t>(random.between(1, 3));
      const bool exclusive = random.coin();
      SCOPED_TRACE(testing::Message() << batch << " x " << count << (exclusive ? ", exclusive" : ""));
      const std::vector<map> in = random_maps(count * batch);
      const std::vector<map> out = expected(in, count, exclusive);

      const auto once = upload(in);
      scan_with_look_back<Pattern>(describe(once, count, batch, exclusive));
      EXPECT_TRUE(read(once) == out) << "look-back";
      for (const std::uint32_t tiles_per_chunk : {1u, 3u, 16u}) {
        if (divide_up(count, std::uint64_t{tile} * tiles_per_chunk) > tile) continue;
        const auto thrice = upload(in);
        scan_in_cascade<Pattern>(describe(thrice, count, batch, exclusive), tiles_per_chunk);
        EXPECT_TRUE(read(thrice) == out) << "cascade of " << tiles_per_chunk << " tiles a chunk";
      }
    }
  }

  template <scan_pattern Pattern>
  void check_short() {
    for (const std::uint64_t count :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{31}, std::uint64_t{33},
          std::uint64_t{tile - 1}, std::uint64_t{tile}, random.between(1, tile), random.between(1, tile)}) {
      const auto batch = static_cast<std::uint32_t>(random.between(1, 100));
      const bool exclusive = random.coin();
      SCOPED_TRACE(testing::Message() << batch << " x " << count << (exclusive ? ", exclusive" : ""));
      const std::vector<map> in = random_maps(count * batch);
      const auto memory = upload(in);
      scan_short<Pattern>(describe(memory, count, batch, exclusive));
      EXPECT_TRUE(read(memory) == expected(in, count, exclusive));
    }
  }

  template <int Threads, scan_pattern Pattern>
  void check_block() {
    SCOPED_TRACE(Threads);
    const std::vector<map> in = random_maps(Threads);
    const auto input = upload(in);
    const exec::buffer<map> of_warp(executor(), Threads), of_block(executor(), Threads);
    run_kernel<level_kernel<Threads, Pattern>>(
        executor(), 1, 1, block_scan_arguments{input.data(), of_warp.data(), of_block.data()});
    EXPECT_TRUE(read(of_warp) == expected(in, 32, false));
    EXPECT_TRUE(read(of_block) == expected(in, Threads, false));
  }

  template <scan_pattern Pattern>
  void check_levels() {
    check_block<16, Pattern>();
    check_block<32, Pattern>();
    check_block<96, Pattern>();
    check_block<1024, Pattern>();
  }
};

/// Runs a check with both patterns.
template <class Check>
void with_both_patterns(Check&& check) {
  {
    SCOPED_TRACE("Kogge, Stone");
    check.template operator()<scan_pattern::kogge_stone>();
  }
  SCOPED_TRACE("Ladner, Fischer");
  check.template operator()<scan_pattern::ladner_fischer>();
}

TEST_P(ScanKernels, WarpsAndBlocks) {
  with_both_patterns([&]<scan_pattern Pattern>() { check_levels<Pattern>(); });
}
TEST_P(ScanKernels, ShortProblems) {
  with_both_patterns([&]<scan_pattern Pattern>() { check_short<Pattern>(); });
}
TEST_P(ScanKernels, LongProblems) {
  with_both_patterns([&]<scan_pattern Pattern>() { check_device_level<Pattern>(); });
}

GPU_BIGINT_ON_EVERY_EXECUTOR(ScanKernels);

// The sources of each step, written out for 8 lanes as in a drawing of the two networks.
TEST(ScanPattern, SourcesAreThoseOfTheNetworks) {
  const auto sources = []<scan_pattern Pattern>(int step) {
    std::vector<int> result;
    for (int lane = 0; lane < 8; ++lane)
      result.push_back(std::max(-1, kernels::scan_source<Pattern>(lane, step)));
    return result;
  };
  const auto kogge_stone = [&](int step) { return sources.operator()<scan_pattern::kogge_stone>(step); };
  const auto ladner_fischer = [&](int step) {
    return sources.operator()<scan_pattern::ladner_fischer>(step);
  };
  EXPECT_EQ(kogge_stone(0), (std::vector{-1, 0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(kogge_stone(1), (std::vector{-1, -1, 0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(kogge_stone(2), (std::vector{-1, -1, -1, -1, 0, 1, 2, 3}));
  EXPECT_EQ(ladner_fischer(0), (std::vector{-1, 0, -1, 2, -1, 4, -1, 6}));
  EXPECT_EQ(ladner_fischer(1), (std::vector{-1, -1, 1, 1, -1, -1, 5, 5}));
  EXPECT_EQ(ladner_fischer(2), (std::vector{-1, -1, -1, -1, 3, 3, 3, 3}));
}

}  // namespace

}  // namespace gbi::test
