#include "src/exec/cuda/launch_queue.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>

namespace gbi::exec::cuda {

namespace {

/// Makes a device the current one, as device_scope does, but returns errors. In the meantime the thread does
/// not disturb the capture of a graph by another thread, and is not disturbed: CUDA refuses calls like
/// cudaEventQuery while anybody captures in its strictest mode.
class visit : process::noncopyable {
 public:
  explicit visit(int device) noexcept : result_(cudaGetDevice(&before_)) {
    if (result_ == cudaSuccess && before_ != device) {
      result_ = cudaSetDevice(device);
      changed_ = result_ == cudaSuccess;
    }
    if (cudaThreadExchangeStreamCaptureMode(&mode_) != cudaSuccess) cudaGetLastError();
  }
  ~visit() {
    cudaThreadExchangeStreamCaptureMode(&mode_);
    if (changed_) cudaSetDevice(before_);
  }
  cudaError_t result() const noexcept { return result_; }

 private:
  int before_ = 0;
  bool changed_ = false;
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
  cudaError_t result_;
};

/// Whether somebody makes a graph of what is queued on the stream.
bool is_captured(cudaStream_t stream) noexcept {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess) return status != cudaStreamCaptureStatusNone;
  cudaGetLastError();
  return true;
}

}  // namespace

launch_queue::launch_queue(int device, cudaStream_t stream, bool overlaps, std::uint32_t widest)
    : device_(device), stream_(stream), overlaps_(overlaps), widest_(widest), lag_(stream) {}

launch_queue::answer launch_queue::take(const grid_launch& grid) noexcept {
  const kernel_entry& entry = *grid.entry;
  if (grid.blocks > widest_ || entry.launch != &cudaLaunchKernelExC || !entry.devices->contains(device_))
    return answer::alone;
  const std::scoped_lock lock(mutex_);
  const std::size_t bytes = (entry.argument_bytes + argument_alignment - 1) & ~(argument_alignment - 1);
  if (is_closed_ || lost_ != cudaSuccess || end_ == most || bytes > argument_bytes - used_)
    return answer::alone;
  // While others wait, this is not asked: sequences would end anywhere, and repeat less often.
  if (first_ == end_) {
    if (lag_.is_due()) {
      const visit here(device_);
      if (is_captured(stream_)) return answer::alone;
      lag_.ask();
    }
    if (lag_.is_behind()) return answer::alone;
  }
  if (!launch_scope::submit_at_end(shared_from_this())) return answer::alone;
  std::memcpy(arguments_.data() + used_, grid.arguments, entry.argument_bytes);
  grids_[end_] = grid;
  grids_[end_].arguments = arguments_.data() + used_;
  used_ += bytes;
  ++end_;
  lag_.launched();
  return end_ - first_ >= limit_ ? answer::full : answer::waiting;
}

cudaError_t launch_queue::submit() noexcept {
  const std::scoped_lock lock(mutex_);
  return submit_all();
}

cudaError_t launch_queue::submit_all() noexcept {
  if (lost_ != cudaSuccess || first_ == end_) return lost_;
  const visit here(device_);
  cudaError_t result = here.result();
  const auto all = std::span(grids_).subspan(first_, end_ - first_);
  if (result == cudaSuccess && (is_captured(stream_) || !chains_.launch(all, stream_, overlaps_)))
    while (result == cudaSuccess && first_ < end_)
      if (result = launch_one(grids_[first_]); result == cudaSuccess) ++first_;
  if (result != cudaSuccess) cudaGetLastError();  // another launch must not report it
  if (result == cudaErrorMemoryAllocation) return result;
  if (all.size() >= limit_) limit_ = std::min(2 * limit_, most);
  lost_ = result;
  forget();
  return result;
}

cudaError_t launch_queue::launch(const grid_launch& grid) {
  const kernel_entry& entry = *grid.entry;
  const device_scope scope(device_);
  const bool is_loaded = entry.devices->contains(device_);
  if (!is_loaded) {
    if (!entry.devices->may_load(device_)) return cudaErrorMemoryAllocation;
    if (entry.shared_bytes > 48 * 1024)  // must be requested
      if (const cudaError_t result =
              entry.set_attribute(entry.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(entry.shared_bytes));
          result != cudaSuccess)
        return result;
  }
  const cudaError_t result = launch_one(grid);
  if (result != cudaSuccess) return result;
  if (!is_loaded) entry.devices->add(device_);
  const std::scoped_lock lock(mutex_);
  lag_.launched();
  return result;
}

cudaError_t launch_queue::launch_one(const grid_launch& grid) const noexcept {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.entry->threads;
  config.dynamicSmemBytes = grid.entry->shared_bytes;
  config.stream = stream_;
  config.attrs = &overlap;
  config.numAttrs = overlaps_ ? 1 : 0;
  auto parameters = parameters_of(grid);
  return grid.entry->launch(&config, grid.entry->function, parameters.data());
}

void launch_queue::forget() noexcept {
  first_ = end_ = used_ = 0;
}

void launch_queue::lose() noexcept {
  const std::scoped_lock lock(mutex_);
  if (lost_ == cudaSuccess && first_ != end_) lost_ = cudaErrorLaunchFailure;
  forget();
}

void launch_queue::caught_up() noexcept {
  const std::scoped_lock lock(mutex_);
  limit_ = fewest;
  lag_.caught_up();
}

void launch_queue::operation_ended() noexcept {
  const std::scoped_lock lock(mutex_);
  submit_all();
  limit_ = fewest;
}

void launch_queue::trim() noexcept {
  const std::scoped_lock lock(mutex_);
  chains_.clear();
}

void launch_queue::close() noexcept {
  const std::scoped_lock lock(mutex_);
  submit_all();
  forget();
  is_closed_ = true;
  chains_.clear();
}

}  // namespace gbi::exec::cuda
