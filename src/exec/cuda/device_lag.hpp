/// \file
/// Whether a device is behind the host that queues its work.
#pragma once

#include <cuda_runtime_api.h>

#include "src/exec/cuda/check.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::exec::cuda {

/// A point in the stream that was some launches back, and whether the device has reached it. Thread safety:
/// one thread at a time.
class device_lag : process::noncopyable {
 public:
  /// The device is behind if it has not reached a point this many launches back.
  static constexpr int launches = 16;

  /// The current device is the stream's. \throws device_error
  explicit device_lag(cudaStream_t stream) : stream_(stream) {
    check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate");
  }
  ~device_lag() { cudaEventDestroy(event_); }

  void launched() noexcept { ++since_; }
  /// The host has waited for the stream.
  void caught_up() noexcept { since_ = 0; }

  /// Whether it is time to ask. If not, the device has kept up so far.
  bool is_due() const noexcept { return since_ >= launches; }
  /// Asks CUDA whether the device is behind. Records a new point only if it is not: a launch does not overlap
  /// with the one before a record.
  bool is_long() noexcept {
    const cudaError_t state = cudaEventQuery(event_);
    if (state != cudaSuccess) cudaGetLastError();  // a later call reports what is wrong with the device
    if (state == cudaErrorNotReady) return true;
    if (cudaEventRecord(event_, stream_) != cudaSuccess) cudaGetLastError();
    since_ = 0;
    return false;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t event_ = nullptr;
  int since_ = 0;  ///< launches since the event was recorded
};

}  // namespace gbi::exec::cuda
