/// \file
/// Scans of a block and of a grid by an operator of the user, and carry look-ahead. nvcc compiles this
/// source, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/device/rows.hpp"
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

struct term_arguments {
  const std::int32_t* terms;
  std::int32_t* result;
};

template <class Operator>
struct reduce_kernel
    : device::kernel<term_arguments, threads, 4, device::block_scan_memory<std::int32_t, threads>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, typename reduce_kernel::shared_memory& shared,
                             const term_arguments& args) {
    device::per_thread<Block, std::int32_t> value;
    block.phase([&](int thread) { value[thread] = args.terms[thread]; });
    device::block_reduce(block, shared, value, Operator{});
    block.phase([&](int thread) {
      if (thread == 0) *args.result = Operator{}(value[thread], Operator::identity());
    });
  }
};

TEST_F(DeviceBlocks, ReduceByTheOperatorsOfTheLibrary) {
  random_source random(test_seed());
  device::vector<std::int32_t> terms(threads), result(1);
  for (std::int32_t& term : terms) term = static_cast<std::int32_t>(random.below(41)) - 20;
  const auto expect = [&]<class Operator>(Operator, std::int32_t expected) {
    run_everywhere<reduce_kernel<Operator>>(1, {terms.data(), result.data()},
                                            [&] { EXPECT_EQ(result[0], expected); });
  };
  expect(device::minimum<std::int32_t>{}, *std::ranges::min_element(terms));
  expect(device::maximum<std::int32_t>{}, *std::ranges::max_element(terms));
  expect(device::sum<std::int32_t>{}, std::accumulate(terms.begin(), terms.end(), 0));
  for (std::int32_t& term : terms) term = term % 2 == 0 ? 1 : -1;
  expect(device::product<std::int32_t>{}, std::ranges::count(terms, -1) % 2 == 0 ? 1 : -1);
}

struct grid_arguments {
  const line* steps;
  line* scanned;
  device::scan_chain chain;
};

struct grid_kernel
    : device::ordered_kernel<grid_arguments, threads, 4, device::grid_scan_memory<line, threads>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const grid_arguments& args) {
    device::per_thread<Block, line> value;
    const std::uint32_t first = block.index() * threads;
    block.phase([&](int thread) { value[thread] = args.steps[first + static_cast<unsigned>(thread)]; });
    device::grid_inclusive_scan(block, shared, args.chain, value, compose{});
    block.phase([&](int thread) { args.scanned[first + static_cast<unsigned>(thread)] = value[thread]; });
  }
};

class steps_of_lines {
 public:
  steps_of_lines(random_source& random, std::size_t count) : steps(count), scanned(count) {
    for (line& step : steps)
      step = {static_cast<std::uint32_t>(random.bits()) | 1, static_cast<std::uint32_t>(random.bits())};
  }
  void check(bool exclusive) const {
    line expected = compose::identity();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const line before = expected;
      expected = compose{}(expected, steps[i]);
      const line& found = scanned[i];
      ASSERT_EQ(found.factor, exclusive ? before.factor : expected.factor) << i << " of " << steps.size();
      ASSERT_EQ(found.term, exclusive ? before.term : expected.term) << i << " of " << steps.size();
    }
  }

  device::vector<line> steps, scanned;
};

TEST_F(DeviceBlocks, ScanAGrid) {
  random_source random(test_seed());
  for (const std::uint32_t blocks : {1U, 2U, 33U, 100U}) {
    steps_of_lines lines(random, std::size_t{blocks} * threads);
    device::vector<std::uint64_t> words(2 * blocks);
    run_everywhere<grid_kernel>(blocks, {lines.steps.data(), lines.scanned.data(), {words.data(), 1}}, [&] {
      lines.check(false);
      std::ranges::fill(words, 0);
      std::ranges::fill(lines.scanned, line{});
    });
  }
}

TEST_F(DeviceBlocks, ScanADevice) {
  random_source random(test_seed());
  const context where(device::target);
  device::scan_memory memory;
  for (int round = 0; round < 20; ++round) {
    steps_of_lines lines(random, random.log_uniform(1, 100000));
    const bool exclusive = random.below(2) == 0;
    device::scan(where, lines.steps.data(), lines.scanned.data(), lines.steps.size(), memory, compose{},
                 exclusive);
    where.synchronize();
    lines.check(exclusive);
  }
}

struct carry_arguments {
  const std::uint64_t *a, *b;
  std::uint64_t* sum;
  std::uint32_t *above, first;
};

struct carry_kernel : device::kernel<carry_arguments, threads, 4, device::block_carry_memory<threads>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const carry_arguments& args) {
    device::per_thread<Block, std::uint64_t> sum;
    device::per_thread<Block, bool> generate, propagate;
    device::per_thread<Block, std::uint32_t> in, out;
    block.phase([&](int thread) {
      sum[thread] = args.a[thread] + args.b[thread];
      generate[thread] = sum[thread] < args.a[thread];
      propagate[thread] = sum[thread] == ~std::uint64_t{0};
    });
    device::find_carries<threads>(block, shared, generate, propagate, args.first, in, out);
    block.phase([&](int thread) {
      args.sum[thread] = sum[thread] + in[thread];
      if (thread == 0) *args.above = out[thread];
    });
  }
};

TEST_F(DeviceBlocks, LookAheadAtCarries) {
  random_source random(test_seed());
  constexpr std::size_t bits = 64 * threads;
  for (int round = 0; round < 50; ++round) {
    rows a(random, 1, threads), b(random, 1, threads), sum(1, threads);
    if (round % 3 == 0) b.set(0, (integer(1) << bits) - a[0] - integer(round % 2));  // carries run far
    device::vector<std::uint32_t> above(1);
    const auto first = static_cast<std::uint32_t>(random.below(2));
    run_everywhere<carry_kernel>(1, {a.in().limbs, b.in().limbs, sum.out().limbs, above.data(), first}, [&] {
      EXPECT_TRUE(matches(sum[0] + (integer(above[0]) << bits), a[0] + b[0] + integer(first)));
    });
  }
}

TEST_F(DeviceBlocks, LaunchOnlyForTheirOwnBackend) {
  const backend other = device::target == backend::host ? backend::cuda : backend::host;
  if (!is_available(other)) GTEST_SKIP() << why_unavailable(other);
  EXPECT_THROW(device::launch<line_kernel>(context(other), 1, {}), std::invalid_argument);
}

}  // namespace

}  // namespace gbi::test
