/// \file
/// The samples of docs/interop.md that need CUDA, whose headers nvcc includes by itself.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "gpu_bigint.hpp"
#include "gpu_bigint/view.hpp"

namespace {

class counted_memory : public gbi::memory_resource {
 public:
  void* allocate(std::size_t bytes, void* stream) override {
    void* memory = nullptr;
    if (cudaMallocAsync(&memory, bytes, static_cast<cudaStream_t>(stream)) != cudaSuccess)
      throw std::bad_alloc();
    total += bytes;
    return memory;
  }
  void deallocate(void* memory, std::size_t, void* stream) noexcept override {
    cudaFreeAsync(memory, static_cast<cudaStream_t>(stream));
  }
  std::atomic<std::size_t> total = 0;
};

class interop_cuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!gbi::is_available(gbi::backend::cuda)) GTEST_SKIP() << gbi::why_unavailable(gbi::backend::cuda);
  }
};

TEST_F(interop_cuda, streams_wait_for_each_other) {
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  const gbi::context mine{gbi::backend::cuda, 0, stream};
  cudaStream_t other = nullptr;
  cudaStreamCreate(&other);
  const gbi::scoped_context use{mine};
  const gbi::gpu_bigint number = (gbi::gpu_bigint{1} << 100'000) - 1;
  const gbi::limb_view limbs{number};
  std::uint64_t* copy = nullptr;
  ASSERT_EQ(cudaMalloc(&copy, limbs.size() * sizeof(std::uint64_t)), cudaSuccess);
  mine.precede(other);  // `other` waits for what is queued on the context
  cudaMemcpyAsync(copy, limbs.data(), limbs.size() * sizeof(std::uint64_t), cudaMemcpyDeviceToDevice, other);
  mine.follow(other);  // the context waits for `other`
  EXPECT_EQ(gbi::import_limbs(mine, copy, limbs.size()), number);
  cudaFree(copy);
}

TEST_F(interop_cuda, memory_of_the_caller) {
  const auto memory = std::make_shared<counted_memory>();
  gbi::context_options options;
  options.memory = memory;
  const gbi::context counted{gbi::backend::cuda, options};
  const gbi::scoped_context use{counted};
  EXPECT_EQ(((gbi::gpu_bigint{1} << 100'000) * (gbi::gpu_bigint{1} << 100'000)).bit_length(), 200'001U);
  EXPECT_GT(memory->total, 0U);
}

}  // namespace
