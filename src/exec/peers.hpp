/// \file
/// What exchanges between executors of one process need of their devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "src/exec/noncopyable.hpp"

namespace gbi::exec {

/// Executors of one process and one backend, numbered from 0.
class peers : noncopyable {
 public:
  virtual ~peers() = default;

  /// Copies that are queued between begin() and end() run side by side, after everything that was queued on
  /// the executors before begin(). What is queued on them after end() begins after the copies from or to
  /// them. The host does not wait.
  /// \throws device_error
  virtual void begin() = 0;
  virtual void copy(int from, const void* source, int to, void* target, std::size_t bytes) = 0;
  virtual void end() = 0;

  /// The same, but what is queued on the executors goes on beside the copies until follow(): also beside
  /// those inside a device. Later copies between the same two executors come after them.
  virtual void begin_apart() = 0;
  /// \returns the number of these copies
  virtual std::uint64_t end_apart() = 0;
  /// What is queued on the executors from now on begins after the copies of that number.
  virtual void follow(std::uint64_t number) = 0;

  /// Calls f with the executor's device as the calling thread's current one.
  virtual void on_device(int at, const std::function<void()>& f) = 0;
};

}  // namespace gbi::exec
