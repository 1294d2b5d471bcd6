/// \file
/// What the host-side code sees of an executor: memory, copies and the launch of every kernel. Everything is
/// ordered as on one stream; only download and synchronize wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "gpu_bigint/context.hpp"
#include "src/exec/device_properties.hpp"
#include "src/exec/launches.hpp"

namespace gbi::exec {

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

  /// Memory from the stream-ordered pool, aligned to 256 bytes, contents undefined. \throws out_of_memory
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  virtual void trim() = 0;

  /// Whether the host may read and write that memory whenever no launch is under way, which on such executors
  /// are over when they return.
  virtual bool memory_is_host() const noexcept = 0;
  /// Host memory that kernels write while the host reads it. \throws out_of_memory
  virtual void* allocate_pinned(std::size_t bytes) = 0;
  virtual void release_pinned(void* memory) noexcept = 0;
  /// Waits until a kernel has published `value` in a word of it, and counts that.
  virtual void await(const std::uint64_t* word, std::uint64_t value) = 0;

  /// The source may be reused as soon as upload returns; the target is complete when download returns.
  virtual void upload(void* target, const void* source, std::size_t bytes) = 0;
  virtual void download(void* target, const void* source, std::size_t bytes) = 0;
  virtual void copy(void* target, const void* source, std::size_t bytes) = 0;
  virtual void clear(void* target, std::size_t bytes) = 0;
  /// Whether kernels may read and write at that address, as far as the executor can know.
  virtual bool can_access(const void*) const { return true; }
  /// \throws std::invalid_argument naming the operation if they may not
  void require_access(const void* memory, const char* operation) const;
  virtual void synchronize() = 0;
  /// A word that kernels may write and that download and synchronize look at: if it is not 0 they set it to 0
  /// and throw device_error, because a product was wrong even with proven digits.
  virtual std::uint64_t* fault() noexcept = 0;
  /// \throws device_error if there was a fault.
  void check_fault();
  /// How often the host has waited in download and synchronize, whoever called them.
  std::uint64_t waits() const noexcept { return waits_; }
  /// Seconds that the device takes for what `work` queues (CUDA events; a clock on the host). Waits.
  virtual double seconds_of(const std::function<void()>& work) = 0;

  /// Launches the kernel with these arguments; if they say `batch`, so many problems of one shape run beside
  /// each other. \throws std::logic_error if the kernel has no instance for them
  template <launches::listed Arguments>
  void launch(const Arguments& a) {
    const std::size_t which = launches::index_of(a);
    if (which == launches::count) throw_not_listed();
    launch_listed(which, &a);
  }
  /// The same for number `which` of launches::all. Who overrides it to see what is launched asks
  /// launches::visit for the arguments in their type.
  virtual void launch_listed(std::size_t which, const void* arguments) = 0;

 protected:
  /// Called when the host has waited: counts that. \throws device_error if there was a fault.
  void after_wait() {
    ++waits_;
    check_fault();
  }

 private:
  [[noreturn]] static void throw_not_listed();

  std::atomic<std::uint64_t> waits_ = 0;
};

}  // namespace gbi::exec
