#include "bench/support/report.hpp"

namespace gbi::bench {

void describe(const context& where) {
  benchmark::AddCustomContext("device", where.device_name());
#if defined(GPU_BIGINT_CUDA_VERSION)
  benchmark::AddCustomContext("cuda", GPU_BIGINT_CUDA_VERSION);
#endif
  benchmark::AddCustomContext("commit", GPU_BIGINT_COMMIT);
}

void report_variation(benchmark::State& state, const measurement& time) {
  if (time.variation > 0) state.counters["variation"] = time.variation;
}

}  // namespace gbi::bench
