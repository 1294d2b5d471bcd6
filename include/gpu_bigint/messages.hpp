/// \file
/// A communicator between processes, built on messages. mpi.hpp implements these messages with MPI.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Messages between processes, from host memory to host memory. To use a transport other than MPI, derive
/// from this class.
///
/// Messages from one process to another with the same tag arrive in the order in which they were sent. A
/// message may arrive before receive() is called for it. Thread safety: one thread at a time. All members but
/// done() return at once.
class GBI_API messages {
 public:
  messages() = default;
  messages(const messages&) = delete;
  messages& operator=(const messages&) = delete;
  /// Does not wait for the other processes.
  virtual ~messages();

  /// The number of processes.
  [[nodiscard]] virtual int size() const noexcept = 0;
  /// The number of this process, from 0 to size() - 1.
  [[nodiscard]] virtual int rank() const noexcept = 0;

  /// Begins to send.
  /// \param to another process
  /// \param tag from 0 to 32767
  /// \param data must stay unchanged until done() returns true
  /// \param bytes at least 1
  /// \returns a number for done() and cancel()
  virtual int send(int to, int tag, const void* data, std::size_t bytes) = 0;
  /// Begins to receive.
  /// \param from another process
  /// \param tag the tag of the message
  /// \param data may be written at any time until done() returns true
  /// \param bytes the size of the message, at least 1
  /// \returns a number for done() and cancel()
  virtual int receive(int from, int tag, void* data, std::size_t bytes) = 0;
  /// Whether a message has been sent or received. If so, its number is no longer valid.
  /// \throws device_error if the message has another size than expected, or cannot be delivered
  [[nodiscard]] virtual bool done(int request) = 0;
  /// Gives up a message. Afterwards, its number is no longer valid, and the memory of a message to receive is
  /// no longer written.
  virtual void cancel(int request) noexcept = 0;
  /// Called when a rank has given up. Messages without a receiver may then be in flight; they must not reach
  /// another communicator. Does nothing unless overridden.
  virtual void abandon() noexcept;
};

/// How long a process waits for the others in an exchange by default.
inline constexpr std::chrono::milliseconds default_timeout = std::chrono::minutes(10);

/// A communicator of processes with one rank each, built on messages between all pairs. Host memory is sent
/// directly. CUDA memory travels through pinned host memory, and the host waits for it; nccl_communicator()
/// is faster.
///
/// A rank that waits longer than the time-out, or whose exchange fails, tells the others. Every rank that is
/// waiting or arrives later then gets a device_error, which says which rank gave up and which rank it was
/// waiting for.
/// \param link carries the messages between the processes; the communicator owns it
/// \param timeout the longest wait for the other ranks in one exchange. It must exceed the time that any rank
/// computes between two exchanges. 0: no limit
/// \throws std::invalid_argument for null
[[nodiscard]] GBI_API std::unique_ptr<communicator> message_communicator(
    std::unique_ptr<messages> link, std::chrono::milliseconds timeout = default_timeout);

}  // namespace gbi
