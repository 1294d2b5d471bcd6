/// \file
/// A communicator between processes, made of messages. mpi.hpp has such messages by MPI.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Messages between processes, from host memory to host memory. Whoever has another way to carry them than
/// MPI derives from this class.
///
/// Messages from one process to another with one tag arrive in the order in which they were sent. A message
/// may arrive before anyone asks for it. Thread safety: one thread at a time. All members but done() return
/// at once.
class GBI_API messages {
 public:
  messages() = default;
  messages(const messages&) = delete;
  messages& operator=(const messages&) = delete;
  /// Ends without waiting for the others.
  virtual ~messages();

  /// The number of processes.
  [[nodiscard]] virtual int size() const noexcept = 0;
  /// The number of this process, from 0 to size() - 1.
  [[nodiscard]] virtual int rank() const noexcept = 0;

  /// Begins to send.
  /// \param to another process
  /// \param tag from 0 to 32767
  /// \param data stays as it is until done() says so
  /// \param bytes at least 1
  /// \returns a number for done() and cancel()
  virtual int send(int to, int tag, const void* data, std::size_t bytes) = 0;
  /// Begins to receive.
  /// \param from another process
  /// \param tag that of the message
  /// \param data is written at any time until done() says so
  /// \param bytes of the message, at least 1
  /// \returns a number for done() and cancel()
  virtual int receive(int from, int tag, void* data, std::size_t bytes) = 0;
  /// Whether a message is sent or received. If so, the number is not valid any longer.
  /// \throws device_error if the message has another size than expected, or cannot be delivered
  [[nodiscard]] virtual bool done(int request) = 0;
  /// Gives a message up. Afterwards the memory of a message to receive is not written any more, and the
  /// number is not valid.
  virtual void cancel(int request) noexcept = 0;
  /// Called when a rank has given up, so that messages may be under way for which nobody asks any more: they
  /// must not reach another communicator. Does nothing unless overridden.
  virtual void abandon() noexcept;
};

/// How long a process waits for the others in an exchange, unless it says otherwise.
inline constexpr std::chrono::milliseconds default_timeout = std::chrono::minutes(10);

/// A communicator of processes with one rank each, made of messages between all pairs. Memory of the host is
/// sent as it is. That of a CUDA device travels through pinned host memory, and the host waits for it;
/// nccl_communicator() does better.
///
/// A rank that waits longer than the time-out, or whose exchange fails, tells the others, and all ranks that
/// wait or come later get a device_error. It says which rank gave up, and for which one that rank was
/// waiting.
/// \param link between the processes; the communicator owns it
/// \param timeout the longest wait in one exchange for the other ranks, which must be longer than any rank
/// computes between two exchanges. 0: no limit
/// \throws std::invalid_argument for null
[[nodiscard]] GBI_API std::unique_ptr<communicator> message_communicator(
    std::unique_ptr<messages> link, std::chrono::milliseconds timeout = default_timeout);

}  // namespace gbi
