#include "src/exec/cuda/bounce.hpp"

#include <atomic>
#include <cstring>

#include "src/exec/cuda/pinned.hpp"
#include "src/process/chunks.hpp"

namespace gbi::exec::cuda {

namespace {

struct bounce_block : pinned_block {
  bounce_block() : pinned_block(longest_bounce) {}
};
/// Each direction has a block of its own: a download is complete when its call returns, but an upload uses
/// its block until the stream has executed the copy.
struct download_block : bounce_block {};
struct upload_block : bounce_block {
  cudaStream_t last_user = nullptr;
};

/// The end of the work queued on a stream. The first thread that asks waits for the stream. The others spin.
class arrival {
 public:
  explicit arrival(cudaStream_t stream) : stream_(stream) {}

  /// \returns whether all work has succeeded
  bool wait() noexcept {
    if (!waiting_.exchange(true, std::memory_order_relaxed)) {
      result_ = cudaStreamSynchronize(stream_);
      done_.store(true, std::memory_order_release);
    }
    while (!done_.load(std::memory_order_acquire)) {
    }
    return result_ == cudaSuccess;
  }
  cudaError_t result() const noexcept { return result_; }

 private:
  cudaStream_t stream_;
  std::atomic<bool> waiting_ = false, done_ = false;
  cudaError_t result_ = cudaSuccess;
};

}  // namespace

bool bounced_download(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes,
                      const executor::reader& read) {
  if (bytes < shortest_bounce || bytes > longest_bounce) return false;
  return shared_by_device<download_block>::with(device, [&](const pinned_block& through) {
    const unsigned threads = read.threads;
    check(cudaEventRecord(through.free(), stream), "cudaEventRecord");
    check(cudaMemcpyAsync(through.memory(), source, bytes, cudaMemcpyDeviceToHost, stream),
          "copy to the host");
    // Threads should wake while the device copies, and not spin during its earlier work.
    if (threads > 1) check(cudaEventSynchronize(through.free()), "cudaEventSynchronize");
    arrival copy(stream);
    process::for_each_chunk(bytes, threads, [&](std::size_t begin, std::size_t size) noexcept {
      if (!copy.wait()) return;
      std::memcpy(static_cast<std::byte*>(target) + begin, through.memory() + begin, size);
      if (read.read) read.read(begin, size);
    });
    check(copy.result(), "copy to the host");
  });
}

bool bounced_upload(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes) {
  if (bytes < shortest_upload_bounce || bytes > longest_bounce || process::host_threads() == 1) return false;
  bool is_done = false;
  shared_by_device<upload_block>::with(device, [&](upload_block& through) {
    // Another stream may be held up by work that needs this upload.
    if (through.last_user != stream && cudaEventQuery(through.free()) != cudaSuccess) return;
    check(cudaEventSynchronize(through.free()), "cudaEventSynchronize");
    process::for_each_chunk(
        bytes, process::threads_for(bytes), [&](std::size_t begin, std::size_t size) noexcept {
          std::memcpy(through.memory() + begin, static_cast<const std::byte*>(source) + begin, size);
        });
    through.last_user = stream;
    check(cudaMemcpyAsync(target, through.memory(), bytes, cudaMemcpyHostToDevice, stream),
          "copy to the device");
    check(cudaEventRecord(through.free(), stream), "cudaEventRecord");
    is_done = true;
  });
  return is_done;
}

void trim_bounce(int device) {
  shared_by_device<download_block>::release(device);
  shared_by_device<upload_block>::release(device);
}

}  // namespace gbi::exec::cuda
