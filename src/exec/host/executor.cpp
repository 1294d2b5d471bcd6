#include "src/exec/host/executor.hpp"

#include "gpu_bigint/error.hpp"
#include "src/exec/host/threads.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::exec::host {

namespace {

void require_baseline() {
  if (const std::string why = why_unavailable(); !why.empty()) throw device_error("host executor: " + why);
}

bool has_wide_vectors() {
#if defined(GBI_WIDE_INSTANCES)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

}  // namespace

std::string why_unavailable() {
#if defined(GBI_WIDE_INSTANCES)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2"))
    return "this build needs an x86-64-v3 processor (AVX2, FMA, BMI2); build with "
           "-DGPU_BIGINT_HOST_ARCH=native for an older one";
#endif
  return {};
}

host_executor::host_executor(vector_width vectors)
    : wide_vectors_((require_baseline(), vectors == vector_width::automatic && has_wide_vectors())) {}

host_executor::host_executor(const context_options& options)
    : memory_executor(options), wide_vectors_((require_baseline(), has_wide_vectors())) {}

std::string host_executor::device_name() const {
  const unsigned threads = thread_count();
  return concat(threads, threads == 1 ? " host thread" : " host threads");
}

void host_executor::launch_kernel(const launchable& kernel, const void* arguments) {
  const words::floating_scope environment;
  kernel.on_host(*this, arguments);
}

}  // namespace gbi::exec::host
