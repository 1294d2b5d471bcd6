/// \file
/// Torture that needs a device: its memory is full, a context ends while it works, many threads queue work.
/// Without a GPU these tests are skipped.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "bench/support/checksum.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/context.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/random.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/random.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

class CudaTorture : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const std::string why = why_unavailable(backend::cuda); !why.empty()) GTEST_SKIP() << why;
  }
  random_source random{test_seed()};
};

/// Allocates the device's memory until no block of `least` bytes is left.
std::vector<exec::buffer<std::byte>> fill(exec::executor& device, std::size_t least) {
  std::vector<exec::buffer<std::byte>> taken;
  for (std::size_t bytes = std::size_t{16} << 30; bytes >= least;) {
    try {
      taken.emplace_back(device, bytes);
    } catch (const out_of_memory&) {
      bytes /= 2;
    }
  }
  return taken;
}

TEST_P(CudaTorture, DeviceMemoryIsFull) {
  const context here(backend::cuda), other(backend::cuda);
  const scoped_context use(here);
  exec::executor& device = detail::engine_of(here)->executor();
  int refused = 0;
  for (const tortured& one : tortured_operations()) {
    if (one.most_bits < 1000000) continue;
    const gmp_operands a = random_operands(random, 4000000);
    const gmp_outcome right = one.theirs(a);
    const own_operands x = own(a);
    // Creates copies on the device, so that reading operands needs no memory.
    ASSERT_TRUE(match(x, a));
    {
      const auto taken = fill(device, std::size_t{1} << 16);
      try {
        EXPECT_TRUE(match(one.ours(x), right)) << one.name;
      } catch (const std::bad_alloc&) {
        ++refused;
      }
      EXPECT_TRUE(match(x, a)) << one.name;
      // Another context of the device has no memory either, and reports it.
      EXPECT_THROW((gpu_bigint(1).to(other) << 100000000).sign(), out_of_memory) << one.name;
    }
    EXPECT_TRUE(match(one.ours(x), right)) << one.name << " after memory was full";
  }
  EXPECT_GT(refused, 5);
  here.synchronize();
}

/// The same launches again and again become graphs, whose arguments change (docs/decisions/0061).
TEST_P(CudaTorture, OperationsRepeatWithOtherOperands) {
  const context here(backend::cuda);
  const scoped_context use(here);
  constexpr int times = 6;
  for (const std::uint64_t bits : {20000, 250000}) {
    for (const tortured& one : tortured_operations()) {
      if (one.most_bits < bits) continue;
      std::vector<gmp_outcome> right;
      std::vector<own_operands> operands;
      for (int i = 0; i < times; ++i) {
        const gmp_operands a = random_operands(random, bits);
        right.push_back(one.theirs(a));
        operands.push_back(own(a));
      }
      // All are queued before the first one is read.
      std::vector<own_outcome> results;
      for (const own_operands& x : operands) results.push_back(one.ours(x));
      for (std::size_t i = 0; i < results.size(); ++i)
        EXPECT_TRUE(match(results[i], right[i])) << one.name << ", " << bits << " bits, time " << i + 1;
    }
  }
}

TEST_P(CudaTorture, AContextEndsWhileItWorks) {
  const integer a(random_limbs(random, 60000)), b(random_limbs(random, 60000));
  for (int i = 0; i < 50; ++i) {
    const context here(backend::cuda);
    const scoped_context use(here);
    gpu_bigint x = from_oracle(a), y = from_oracle(b);
    for (int j = 0; j < 20; ++j) x = low_bits(x * y, 4000000);
    // Without a wait: handles and numbers are destroyed while their kernels are queued.
  }
  const context here(backend::cuda);
  const scoped_context use(here);
  EXPECT_TRUE(matches(from_oracle(a) * from_oracle(b), a * b));
}

/// Each thread computes and checks, in the context that context_of returns.
template <class ContextOf>
void compute_on_threads(std::uint64_t seed, ContextOf&& context_of) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (std::uint64_t i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      const scoped_context use(context_of(i));
      random_source own(seed + i);
      for (int round = 0; round < 60; ++round) {
        const integer a(random_limbs(own, own.log_uniform(1, 20000))),
            b(random_limbs(own, own.log_uniform(1, 20000)));
        const gpu_bigint x = from_oracle(a), y = from_oracle(b);
        if (!matches(x * y, a * b) || !matches(x / y, a / b) || !matches(x - y, a - b)) ++wrong;
      }
    });
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(CudaTorture, EightThreadsShareAContext) {
  const context here(backend::cuda);
  compute_on_threads(random.bits(), [&](std::uint64_t) { return here; });
}

TEST_P(CudaTorture, EightThreadsHaveAContextEach) {
  compute_on_threads(random.bits(), [](std::uint64_t) { return context(backend::cuda); });
}

TEST_P(CudaTorture, OperandsOf2To35Bits) {
  if (std::getenv("GPU_BIGINT_TEST_LARGE") == nullptr)
    GTEST_SKIP() << "takes much of the device's memory: GPU_BIGINT_TEST_LARGE is not set";
  const context here(backend::cuda);
  const scoped_context use(here);
  constexpr std::size_t bits = std::size_t{1} << 35;
  random_engine engine(random.bits());
  const gpu_bigint x = engine.bits(bits - 1) + (gpu_bigint(1) << (bits - 1));
  const auto checksum = [](const gpu_bigint& value) { return bench::checksum(value.to_limbs(), 64); };
  try {
    const gpu_bigint y = x * 3 + 1;
    EXPECT_EQ(checksum(y), bench::reduced(bench::checksum_product(checksum(x), 3) + 1));
    EXPECT_EQ(checksum(y >> 12345), checksum(y / (gpu_bigint(1) << 12345)));
    EXPECT_EQ(checksum(square(x)), bench::checksum_product(checksum(x), checksum(x)));
  } catch (const out_of_memory& said) {
    EXPECT_NE(std::string(said.what()), "");  // a smaller device
  }
  EXPECT_EQ(x.bit_length(), bits) << "an operand changed";
}

INSTANTIATE_TEST_SUITE_P(, CudaTorture, testing::Values("cuda"),
                         [](const auto& information) { return std::string(information.param); });

}  // namespace

}  // namespace gbi::test
