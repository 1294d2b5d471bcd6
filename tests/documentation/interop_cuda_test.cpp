/// \file
/// The samples of docs/interop.md that need CUDA.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "gpu_bigint.hpp"

namespace {

TEST(interop, stream_of_the_caller) {
  if (!gbi::is_available(gbi::backend::cuda)) GTEST_SKIP() << gbi::why_unavailable(gbi::backend::cuda);
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  const gbi::context mine{gbi::backend::cuda, 0, stream};
  {
    const gbi::scoped_context use{mine};
    EXPECT_EQ((gbi::gpu_bigint{1} << 100'000).context(), mine);
  }
}

}  // namespace
