/// \file
/// Scans of a block by an operator of the user.
#include <gtest/gtest.h>

#include "tests/device/run.hpp"

namespace gbi::test {

namespace {

/// x -> factor x + term modulo 2^32, and the composition of such functions, which is not commutative.
struct line {
  std::uint32_t factor, term;
};
struct compose {
  GBI_BOTH static constexpr line identity() { return {1, 0}; }
  GBI_BOTH constexpr line operator()(const line& first, const line& second) const {
    return {second.factor * first.factor, second.factor * first.term + second.term};
  }
};

struct line_arguments {
  const line* steps;
  line *scanned, *all;
};

constexpr int threads = 96;

struct line_kernel : device::kernel<line_arguments, threads, 4, device::block_scan_memory<line, threads>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const line_arguments& args) {
    device::per_thread<Block, line> value;
    block.phase([&](int thread) { value[thread] = args.steps[thread]; });
    device::block_inclusive_scan(block, shared, value, compose{});
    block.phase([&](int thread) {
      args.scanned[thread] = value[thread];
      value[thread] = args.steps[thread];
    });
    device::block_reduce(block, shared, value, compose{});
    block.phase([&](int thread) { args.all[thread] = value[thread]; });
  }
};

using DeviceBlocks = device_fixture;

TEST_F(DeviceBlocks, ScanByAnOperatorOfTheUser) {
  random_source random(test_seed());
  device::vector<line> steps(threads), scanned(threads), all(threads);
  for (line& step : steps)
    step = {static_cast<std::uint32_t>(random.bits()), static_cast<std::uint32_t>(random.bits())};
  run_everywhere<line_kernel>(1, {steps.data(), scanned.data(), all.data()}, [&] {
    line expected = compose::identity();
    for (std::size_t i = 0; i < threads; ++i) {
      expected = compose{}(expected, steps[i]);
      EXPECT_EQ(scanned[i].factor, expected.factor);
      EXPECT_EQ(scanned[i].term, expected.term);
    }
    for (const line& each : all) EXPECT_EQ(each.term, expected.term);
  });
}

TEST_F(DeviceBlocks, LaunchOnlyForTheirOwnBackend) {
  const backend other = device::target == backend::host ? backend::cuda : backend::host;
  if (!is_available(other)) GTEST_SKIP() << why_unavailable(other);
  EXPECT_THROW(device::launch<line_kernel>(context(other), 1, {}), std::invalid_argument);
}

}  // namespace

}  // namespace gbi::test
