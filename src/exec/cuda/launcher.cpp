#include "src/exec/cuda/launcher.hpp"

#include <atomic>
#include <limits>
#include <string>

#include "gpu_bigint/error.hpp"
#include "src/exec/cuda/check.hpp"

namespace gbi::exec::cuda {

namespace {

/// Shared memory above 48 KiB must be requested, once for each kernel and device.
void allow_shared_memory(const kernel_entry& entry, int device) {
  if (entry.shared_bytes <= 48 * 1024) return;
  const std::atomic_ref<std::uint64_t> done(*entry.allowed);
  const std::uint64_t bit = std::uint64_t{1} << (device % 64);
  if (device < 64 && (done.load(std::memory_order_relaxed) & bit) != 0) return;
  check(cudaFuncSetAttribute(entry.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(entry.shared_bytes)),
        "cudaFuncSetAttribute(MaxDynamicSharedMemorySize)");
  done.fetch_or(bit, std::memory_order_relaxed);
}

}  // namespace

void cuda_launcher::launch(const kernel_entry& entry, std::uint64_t blocks, void** arguments) {
  if (blocks == 0) return;
  if (blocks > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
    throw device_error("launch of " + std::to_string(blocks) + " blocks: more than a grid holds");
  const device_scope scope(device_);
  allow_shared_memory(entry, device_);
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t grid{};
  grid.gridDim = static_cast<unsigned>(blocks);
  grid.blockDim = static_cast<unsigned>(entry.threads);
  grid.dynamicSmemBytes = entry.shared_bytes;
  grid.stream = stream_;
  grid.attrs = &overlap;
  grid.numAttrs = launches_overlap_ ? 1 : 0;
  check(cudaLaunchKernelExC(&grid, entry.function, arguments), "kernel launch");
}

}  // namespace gbi::exec::cuda
