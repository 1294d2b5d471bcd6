#include "bench/support/report.hpp"

#include <benchmark/benchmark.h>

namespace gbi::bench {

void describe(const context& where) {
  benchmark::AddCustomContext("device", where.device_name());
#if defined(GPU_BIGINT_CUDA_VERSION)
  benchmark::AddCustomContext("cuda", GPU_BIGINT_CUDA_VERSION);
#endif
  benchmark::AddCustomContext("commit", GPU_BIGINT_COMMIT);
}

}  // namespace gbi::bench
