/// \file
/// Runs kernels of users on the target for which a test is compiled.
#pragma once

#include <gtest/gtest.h>

#include "gpu_bigint/device.cuh"
#include "tests/support/random.hpp"
#include "tests/support/seed.hpp"
#if defined(GPU_BIGINT_TEST_SHUFFLED) && !defined(__CUDACC__)
#include "tests/support/shuffled_executor.hpp"
#endif

namespace gbi::test {

#if defined(GPU_BIGINT_TEST_SHUFFLED) && !defined(__CUDACC__)
template <int Threads>
using other_block = shuffled_block<Threads>;
#else
template <int Threads>
using other_block = device::block<Threads>;
#endif

/// Runs a kernel on the blocks of users, and its twin on blocks of the host that shuffle their threads.
template <class Kernel, class Shuffled = Kernel, class Check>
void run_everywhere(std::uint32_t blocks, const typename Kernel::arguments& args, Check&& check) {
  const context where(device::target);
  device::launch<Kernel>(where, blocks, args);
  where.synchronize();
  check();
#if defined(GPU_BIGINT_TEST_SHUFFLED) && !defined(__CUDACC__)
  shuffled_executor executor(test_seed());
  executor.run<Shuffled>(blocks, 1, args);
  check();
#endif
}

class device_fixture : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_available(device::target)) GTEST_SKIP() << why_unavailable(device::target);
  }
};

}  // namespace gbi::test
