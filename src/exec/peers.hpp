/// \file
/// Device functions for exchanges between the executors of one process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/process/function_ref.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::exec {

/// Executors of one process with the same backend, numbered from 0.
class peers : process::noncopyable {
 public:
  virtual ~peers() = default;

  /// Copies queued between begin() and end() run concurrently, after everything queued on the executors
  /// before begin(). Work queued on an executor after end() starts after the copies from and to that
  /// executor. The host does not wait.
  /// \throws device_error
  virtual void begin() = 0;
  virtual void copy(int from, const void* source, int to, void* target, std::size_t bytes) = 0;
  virtual void end() = 0;

  /// As above, but until follow(), work queued on the executors overlaps with the copies, including copies
  /// inside a device. The number of copies from and to an executor at the same time may be limited.
  virtual void begin_apart() = 0;
  /// \returns a number that identifies these copies
  virtual std::uint64_t end_apart() = 0;
  /// Makes work queued on the executors from now on start after the copies with that number.
  virtual void follow(std::uint64_t number) = 0;

  /// Calls f while the executor's device is the calling thread's current device.
  virtual void on_device(int at, process::function_ref<void()> f) = 0;
};

}  // namespace gbi::exec
