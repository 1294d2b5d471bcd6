/// \file
/// The start of a bench that compares the library with a rival.
#pragma once

#include <benchmark/benchmark.h>

#include <optional>

#include "bench/rivals/cuda_stream.hpp"
#include "bench/rivals/versions.hpp"
#include "bench/support/report.hpp"
#include "gpu_bigint/context.hpp"

namespace gbi::bench {

/// Reads the options of Google Benchmark and describes the context and the rivals in its report. With CUDA,
/// the context has a stream that rivals may share. \returns nothing if an option is unknown
inline std::optional<context> begin(int& argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return std::nullopt;
  const backend which = context::current().backend();
  void* stream = nullptr;
#if defined(GPU_BIGINT_WITH_CUDA)
  if (which == backend::cuda) {
    stream = new_cuda_stream();
    benchmark::AddCustomContext("cufft", cufft_version());
    benchmark::AddCustomContext("cub", cub_version());
  }
#endif
  const context where(which, 0, stream);
  describe(where);
  return where;
}

}  // namespace gbi::bench
