#include "src/exec/cuda/staging.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "src/exec/cuda/pinned.hpp"
#include "src/process/host_threads.hpp"

namespace gbi::exec::cuda {

namespace {

constexpr std::size_t slot_bytes = std::size_t{1} << 20;
constexpr unsigned most_lanes = 8, slots_of_lane = 2;
/// Shorter copies take less time than waking threads.
constexpr std::size_t least_bytes = 4 * slot_bytes;

/// The memory of one piece.
struct slot : pinned_block {
  slot() : pinned_block(slot_bytes) {}
};
using slots = std::array<slot, most_lanes * slots_of_lane>;

/// One copy. A lane is a thread with slots of its own. A lane takes the next piece when one of its slots is
/// free.
class staged_copy {
 public:
  staged_copy(int device, cudaStream_t stream, const slots& by, std::size_t bytes)
      : device_(device), stream_(stream), slots_(by), bytes_(bytes) {}

  void to_host(std::byte* target, const std::byte* source) {
    run([&](const slot* own) noexcept { lane_to_host(own, target, source); }, "copy to the host");
  }
  void to_device(std::byte* target, const std::byte* source) {
    run([&](const slot* own) noexcept { lane_to_device(own, target, source); }, "copy to the device");
  }

 private:
  struct piece {
    std::size_t begin, size;  ///< size 0: there is none
  };

  template <class Lane>
  void run(const Lane& lane, const char* name) {
    // Threads spin while they wait for their slots, so the wait for earlier work is here.
    check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
    process::on_host_threads(std::min(process::host_threads(), most_lanes), [&]() noexcept {
      const unsigned index = lanes_.fetch_add(1, std::memory_order_relaxed);
      if (index < most_lanes && succeeds(cudaSetDevice(device_))) lane(&slots_[slots_of_lane * index]);
    });
    if (failure_ == cudaSuccess) return;
    cudaStreamSynchronize(stream_);  // no copy may write to the slots any more
    check(failure_, name);
  }

  void lane_to_host(const slot* own, std::byte* target, const std::byte* source) noexcept {
    std::array<piece, slots_of_lane> coming{};
    for (unsigned index = 0, empty = 0; empty < slots_of_lane; index = (index + 1) % slots_of_lane) {
      const slot& at = own[index];
      // This also waits for an earlier copy of another stream.
      const bool is_free = succeeds(cudaEventSynchronize(at.free()));
      if (is_free && coming[index].size > 0)
        std::memcpy(target + coming[index].begin, at.memory(), coming[index].size);
      coming[index] = next();
      empty = coming[index].size > 0 ? 0 : empty + 1;
      if (coming[index].size > 0) queue(at, at.memory(), source + coming[index].begin, coming[index].size);
    }
  }

  void lane_to_device(const slot* own, std::byte* target, const std::byte* source) noexcept {
    for (unsigned index = 0;; index = (index + 1) % slots_of_lane) {
      const piece going = next();
      const slot& at = own[index];
      if (going.size == 0 || !succeeds(cudaEventSynchronize(at.free()))) return;
      std::memcpy(at.memory(), source + going.begin, going.size);
      queue(at, target + going.begin, at.memory(), going.size);
    }
  }

  /// The next piece of the copy; none after a failure.
  piece next() noexcept {
    if (failure_.load(std::memory_order_relaxed) != cudaSuccess) return {};
    const std::size_t begin = next_.fetch_add(slot_bytes, std::memory_order_relaxed);
    return {begin, begin < bytes_ ? std::min(slot_bytes, bytes_ - begin) : 0};
  }

  void queue(const slot& at, void* target, const void* source, std::size_t bytes) noexcept {
    if (succeeds(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream_)))
      succeeds(cudaEventRecord(at.free(), stream_));
  }

  bool succeeds(cudaError_t result) noexcept {
    if (result == cudaSuccess) return true;
    cudaGetLastError();  // an error that is not sticky must not be reported again by the next launch
    failure_ = result;
    return false;
  }

  int device_;
  cudaStream_t stream_;
  const slots& slots_;
  std::size_t bytes_;
  std::atomic<unsigned> lanes_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<cudaError_t> failure_ = cudaSuccess;
};

}  // namespace

bool staged_download(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes) {
  return bytes >= least_bytes && process::host_threads() > 1 &&
         shared_by_device<slots>::with(device, [&](const slots& by) {
           staged_copy(device, stream, by, bytes)
               .to_host(static_cast<std::byte*>(target), static_cast<const std::byte*>(source));
         });
}

bool staged_upload(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes) {
  return bytes >= least_bytes && process::host_threads() > 1 &&
         shared_by_device<slots>::with(device, [&](const slots& by) {
           staged_copy(device, stream, by, bytes)
               .to_device(static_cast<std::byte*>(target), static_cast<const std::byte*>(source));
         });
}

void trim_staging(int device) {
  shared_by_device<slots>::release(device);
}

}  // namespace gbi::exec::cuda
