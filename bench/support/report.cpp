#include "bench/support/report.hpp"

#include <gmp.h>
#include <malloc.h>

#include <cstdint>
#include <cstdio>

namespace gbi::bench {

namespace {

#if defined(__clang__)
constexpr const char* compiler = "clang " __clang_version__;
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

}  // namespace

void describe(const context& where) {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  benchmark::AddCustomContext("device", where.device_name());
#if defined(GPU_BIGINT_CUDA_VERSION)
  benchmark::AddCustomContext("cuda", GPU_BIGINT_CUDA_VERSION);
#endif
  benchmark::AddCustomContext("commit", GPU_BIGINT_COMMIT);
  benchmark::AddCustomContext("compiler", compiler);
  benchmark::AddCustomContext("gmp", gmp_version);
}

int run(int argc, char** argv, const std::function<void(bool gpu)>& add, context (*place)()) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const context where = place();
  const scoped_context use(where);
  describe(where);
  add(where.backend() == backend::cuda);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  where.synchronize();
  if (const std::uint64_t repairs = where.repairs(); repairs > 0)
    std::fprintf(stderr, "%llu results had to be repaired, and took longer\n",
                 static_cast<unsigned long long>(repairs));
  return 0;
}

void report_variation(benchmark::State& state, const measurement& time) {
  if (time.variation > 0) state.counters["variation"] = time.variation;
}

}  // namespace gbi::bench
