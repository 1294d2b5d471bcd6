/// \file
/// The interface of an executor for host-side code: memory, copies and the launch of every kernel. All work
/// is ordered as on one stream. Only download, await, synchronize and seconds_of wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "gpu_bigint/backend.hpp"
#include "src/exec/device_properties.hpp"
#include "src/exec/launchable.hpp"
#include "src/process/function_ref.hpp"

namespace gbi {
struct memory_statistics;
}

namespace gbi::exec {

/// What an executor tells of its waits, so that results are judged without waits of their own.
class wait_listener {
 public:
  virtual ~wait_listener() = default;
  /// The mark of the work queued so far.
  virtual std::uint64_t mark() const noexcept = 0;
  /// The host has waited for everything up to this mark.
  /// \throws device_error if something failed that the calling thread's operation has read
  virtual void waited(std::uint64_t mark) = 0;
};

class executor {
 public:
  executor() = default;
  executor(const executor&) = delete;
  executor& operator=(const executor&) = delete;
  virtual ~executor() = default;

  virtual gbi::backend backend() const noexcept = 0;
  virtual int device() const noexcept = 0;
  virtual std::string device_name() const = 0;
  virtual device_properties properties() const = 0;

  /// Memory from the stream-ordered pool, aligned to 256 bytes, with undefined contents.
  /// \throws out_of_memory
  virtual void* allocate(std::size_t bytes) = 0;
  /// \param bytes what allocate() was asked for
  virtual void release(void* memory, std::size_t bytes) noexcept = 0;
  /// Memory for the points of a long operation, at least as many bytes as asked for: a workspace that is kept
  /// if that is long enough, otherwise memory of allocate(). \throws out_of_memory
  virtual std::span<std::byte> take_workspace(std::size_t bytes) {
    return {static_cast<std::byte*>(allocate(bytes)), bytes};
  }
  /// Releases a workspace, or keeps it until memory is short or trim() is called.
  virtual void keep_workspace(std::span<std::byte> used) noexcept { release(used.data(), used.size()); }
  virtual void trim() = 0;
  virtual memory_statistics memory() const = 0;

  /// The cudaStream_t on which launches are queued, all of those so far; null if every launch is complete
  /// when it returns.
  virtual void* stream() const noexcept { return nullptr; }
  /// Queues on another stream a wait for everything queued here so far.
  virtual void precede(void* /*other*/) {}
  /// Queues here a wait for everything queued on another stream so far.
  virtual void follow(void* /*other*/) {}

  /// Whether the host may read and write the executor's memory whenever no launch is running. On such
  /// executors every launch is complete when it returns.
  virtual bool memory_is_host() const noexcept = 0;
  /// Host memory that kernels can write while the host reads it. \throws out_of_memory
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) noexcept = 0;
  /// Waits until a kernel has published `value` in a word of pinned memory. Counts as one wait.
  /// \param mark the executor's mark when the kernel was queued
  virtual void await(const std::uint64_t* word, std::uint64_t value, std::uint64_t mark) = 0;

  /// The source may be reused when upload returns. The target is complete when download returns.
  virtual void upload(void* target, const void* source, std::size_t bytes) = 0;
  virtual void download(void* target, const void* source, std::size_t bytes) = 0;
  /// Host code that reads the bytes of a download.
  struct reader {
    /// Reads `size` bytes of the target from `begin` on. Must not throw.
    process::function_ref<void(std::size_t begin, std::size_t size)> read = {};
    unsigned threads = 1;  ///< how many host threads are worth waking for all bytes (pieces.hpp)
  };
  /// Downloads, and lets host threads read the parts concurrently, each part as soon as it has arrived. When
  /// the call returns, every byte has been read once.
  virtual void download(void* target, const void* source, std::size_t bytes, const reader& read) = 0;
  virtual void copy(void* target, const void* source, std::size_t bytes) = 0;
  virtual void clear(void* target, std::size_t bytes) = 0;
  /// Whether kernels may read and write that address, as far as the executor can tell.
  virtual bool can_access(const void*) const { return true; }
  /// \throws std::invalid_argument naming the operation if kernels may not access the memory
  void require_access(const void* memory, const char* operation) const;
  virtual void synchronize() = 0;
  /// Sets who is told of every wait, or nobody. It outlives all launches of checks.
  void inform(wait_listener* listener) noexcept { listener_ = listener; }
  /// The mark of the work queued so far, for a wait.
  std::uint64_t mark() const noexcept { return listener_ != nullptr ? listener_->mark() : 0; }
  /// How often the host has waited in download, await and synchronize, whichever code called them.
  std::uint64_t waits() const noexcept { return waits_; }
  /// Seconds that the device takes for the work that `work` queues (CUDA events; a clock on the host). Waits.
  virtual double seconds_of(process::function_ref<void()> work) = 0;

  /// Launches the kernel that takes these arguments. If they have a member `batch`, that many problems of one
  /// shape run side by side. \throws std::logic_error if the kernel has no instance for them
  template <class Arguments>
  void launch(const Arguments& a) {
    launch_kernel(launch_of<Arguments>, &a);
  }
  /// Launches a kernel of the library. An override that inspects launches gets the typed arguments from
  /// launches::visit (src/exec/all_launches.hpp).
  virtual void launch_kernel(const launchable& kernel, const void* arguments) = 0;

 protected:
  /// Called after every wait of the host for what was queued when the executor had this mark. Counts the
  /// wait.
  /// \throws device_error if something failed that the calling thread's operation has read
  void after_wait(std::uint64_t mark);

 private:
  std::atomic<std::uint64_t> waits_ = 0;
  wait_listener* listener_ = nullptr;
};

}  // namespace gbi::exec
