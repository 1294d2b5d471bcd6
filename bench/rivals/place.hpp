/// \file
/// The context of a bench that compares the library with rivals.
#pragma once

#include <benchmark/benchmark.h>

#include "bench/rivals/cuda_stream.hpp"
#include "bench/rivals/versions.hpp"
#include "gpu_bigint/context.hpp"

namespace gbi::bench {

/// Describes the rivals in the report. With CUDA, the context has a stream that they may share.
inline context place_with_rivals() {
  const backend which = context::current().backend();
  void* stream = nullptr;
#if defined(GPU_BIGINT_WITH_CUDA)
  if (which == backend::cuda) {
    stream = new_cuda_stream();
    benchmark::AddCustomContext("cufft", cufft_version());
    benchmark::AddCustomContext("cub", cub_version());
  }
#endif
  return context(which, 0, stream);
}

}  // namespace gbi::bench
