/// \file
/// Launches that wait when a call of CUDA fails.
#include <string>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/exec/launch_scope.hpp"
#include "tests/context/fake_executor.hpp"

namespace gbi::test {

namespace {

using exec::launch_scope;
using strings = std::vector<std::string>;
using LaunchFailure = on_launch_queue;

/// The n-th call of a function finds no memory: the operation throws out_of_memory or nothing happens, and
/// afterwards everything is right.
TEST_F(LaunchFailure, NoFailureOfMemoryLosesALaunch) {
  int failures = 0, refusals = 0;
  for (const char* const function :
       {"", "cudaLaunchKernelExC", "cudaGraphCreate", "cudaGraphAddKernelNode", "cudaGraphAddDependencies",
        "cudaGraphInstantiate", "cudaGraphExecKernelNodeSetParams", "cudaGraphLaunch", "cudaMemGetInfo",
        "cudaEventRecord", "cudaEventQuery"})
    for (const bool and_all_after : {false, true})
      for (int n = 1; n <= 40; ++n) {
        fake_cuda::fail(function, n, cudaErrorMemoryAllocation, and_all_after);
        for (int times = 0; times < 4; ++times) {
          const launch_scope scope;
          for (int i = 0; i < 5; ++i) try {
              launch((n + i) % 5, 3, 1);
            } catch (const out_of_memory&) {
              // The launch that was to be submitted waits, or one that did not wait has not taken place.
              ++refusals;
              const bool failed = fake_cuda::stop_failing();
              EXPECT_TRUE(failed);
              failures += failed ? 1 : 0;
              const std::uint64_t value = executor_->value_of(at_), with = expected_ * 3 + 1;
              ASSERT_TRUE(value == expected_ || value == with) << function << ' ' << n;
              expected_ = value;
            }
        }
        failures += fake_cuda::stop_failing() ? 1 : 0;
        expect_right();
        ASSERT_FALSE(HasFailure()) << function << ' ' << n << ' ' << and_all_after;
      }
  EXPECT_GT(failures, 50);
  EXPECT_GT(refusals, 5);
}

TEST_F(LaunchFailure, AGraphThatFailsIsLaunchedOneByOne) {
  for (const char* const function :
       {"cudaGraphInstantiate", "cudaGraphExecKernelNodeSetParams", "cudaGraphLaunch"}) {
    const int kernel = function[9] == 'I' ? 0 : function[9] == 'E' ? 1 : 2;
    const std::vector<int> kernels{kernel, 3, kernel, 4};
    const int launched = fake_cuda::now().graph_launches;
    for (int times = 0; times < (kernel == 0 ? 2 : 3); ++times) run(kernels);
    fake_cuda::fail(function, 1, cudaErrorNotSupported);
    run(kernels);
    EXPECT_TRUE(fake_cuda::stop_failing()) << function;
    expect_right();
    for (int times = 0; times < 5; ++times) run(kernels);
    expect_right();
    EXPECT_EQ(fake_cuda::now().graph_launches, launched + (kernel == 0 ? 0 : 1)) << "refused for good";
  }
}

TEST_F(LaunchFailure, AGraphWithoutMemoryIsTriedLater) {
  for (int times = 0; times < 2; ++times) run({0, 1, 2});
  fake_cuda::fail("cudaGraphInstantiate", 1, cudaErrorMemoryAllocation);
  run({0, 1, 2});
  EXPECT_TRUE(fake_cuda::stop_failing());
  EXPECT_EQ(fake_cuda::now().graphs, 0);
  for (int times = 0; times < 3; ++times) {
    EXPECT_EQ(fake_cuda::now().graph_launches, 0);
    run({0, 1, 2});
  }
  EXPECT_EQ(fake_cuda::now().graph_launches, 1);
  expect_right();
}

TEST_F(LaunchFailure, ALostDeviceIsReportedByEveryReader) {
  {
    const launch_scope scope;
    launch(0, 2, 3);
    launch(1, 2, 3);
    fake_cuda::fail("cudaLaunchKernelExC", 2, cudaErrorLaunchFailure);
  }
  EXPECT_TRUE(fake_cuda::stop_failing());
  for (int times = 0; times < 2; ++times) {
    EXPECT_THROW(executor_->value_of(at_), device_error);
    EXPECT_THROW(executor_->synchronize(), device_error);
    const launch_scope scope;
    EXPECT_THROW(launch(0, 1, 0), device_error);
    EXPECT_NE(executor_->stream(), nullptr);
  }
  try {
    executor_->synchronize();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("kernel launch"), std::string::npos) << error.what();
  }
}

TEST_F(LaunchFailure, LaunchesThatMustBeGivenUpAreAnError) {
  constexpr std::size_t large = std::size_t{16} << 20;
  void* const memory = executor_->allocate(large);
  {
    const launch_scope scope;
    launch(0, 2, 3);
    fake_cuda::fail("cudaLaunchKernelExC", 1, cudaErrorMemoryAllocation, true);
    executor_->release(memory, large);  // cannot wait for the launch, which may use it
    EXPECT_TRUE(fake_cuda::stop_failing());
  }
  EXPECT_THROW(executor_->value_of(at_), device_error);
}

TEST_F(LaunchFailure, WhatFindsNoMemoryAtTheEndOfAnOperationFindsItLater) {
  executor_->release(executor_->allocate(8), 8);
  seen();
  {
    const launch_scope scope;
    launch(0, 2, 3);
    launch(1, 5, 7);
    fake_cuda::fail("cudaLaunchKernelExC", 1, cudaErrorMemoryAllocation, true);
  }
  EXPECT_EQ(seen(), strings{});
  EXPECT_THROW(executor_->value_of(at_), out_of_memory);
  executor_->release(executor_->allocate(8), 8);  // without the stream
  EXPECT_TRUE(fake_cuda::stop_failing());
  run({2, 3});
  expect_right();
}

}  // namespace

}  // namespace gbi::test
