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
  void caught_up() noexcept { answered(false); }

  /// Whether it is time to ask CUDA.
  bool is_due() const noexcept { return since_ >= due_; }
  /// The last answer. A device that is behind stays behind until it reaches a point in time.
  bool is_behind() const noexcept { return is_behind_; }
  /// Asks CUDA whether the device is behind. Records a new point only if it has reached this one: a launch
  /// does not overlap with the one before a record.
  void ask() noexcept {
    const cudaError_t state = cudaEventQuery(event_);
    if (state != cudaSuccess) cudaGetLastError();  // a later call reports what is wrong with the device
    if (state == cudaErrorNotReady) {
      is_behind_ = true;
      due_ = since_ + until_next;
      return;
    }
    if (cudaEventRecord(event_, stream_) != cudaSuccess) cudaGetLastError();
    answered(due_ > launches);
  }

 private:
  /// After how many launches CUDA is asked again.
  static constexpr int until_next = 4;

  void answered(bool is_behind) noexcept {
    is_behind_ = is_behind;
    due_ = launches;
    since_ = 0;
  }

  cudaStream_t stream_;
  cudaEvent_t event_ = nullptr;
  int since_ = 0;       ///< launches since the event was recorded
  int due_ = launches;  ///< since_ when CUDA is asked
  bool is_behind_ = false;
};

}  // namespace gbi::exec::cuda
