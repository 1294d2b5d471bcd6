/// \file
/// Exchanges of bytes between the ranks of a group (device_group.hpp). A program may supply its own
/// communicator; the library's are made by direct_communicator(), message_communicator() (messages.hpp),
/// nccl_communicator() (nccl.hpp) and mpi_communicator() (mpi.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Exchanges bytes between the ranks of a group. Each process has one object, which serves the ranks that
/// live in that process. These are its local ranks, numbered first() to first() + local() - 1.
///
/// Every call except size(), first(), local() and abort() is collective: all processes make the same calls in
/// the same order, with matching sizes. check_calls() turns a violation into an exception. Spans passed as
/// arguments have one entry for each local rank, in rank order.
///
/// Buffers are in the memory of each rank's context: device memory on CUDA, host memory on the host backend.
/// An exchange starts after the work that the rank's context has already queued, and work that the context
/// queues later starts after the exchange. The host waits only if the transport requires it. On the host
/// backend, an exchange is complete when the call returns.
///
/// Thread safety: one thread at a time. Every member except the destructor may throw device_error if a rank
/// has failed or given up.
class GBI_API communicator {
 public:
  communicator() = default;
  communicator(const communicator&) = delete;
  communicator& operator=(const communicator&) = delete;
  virtual ~communicator();

  /// The number of ranks across all processes.
  [[nodiscard]] virtual int size() const noexcept = 0;
  /// The number of the first local rank.
  [[nodiscard]] virtual int first() const noexcept = 0;
  /// How many ranks live in this process.
  [[nodiscard]] virtual int local() const noexcept = 0;
  /// Called once, by device_group, before any exchange. Collective.
  /// \param ranks the contexts of the local ranks; the communicator may keep copies
  /// \throws std::invalid_argument if the communicator cannot serve these contexts
  virtual void attach(std::span<const context> ranks) = 0;

  /// The buffers of one rank, which must not overlap.
  struct buffers {
    const void* send;  ///< the bytes to send
    void* receive;     ///< where to put the bytes received
  };
  /// Block o of rank g becomes block g of rank o. Each buffer has size() blocks.
  /// \param local an entry for each local rank
  /// \param bytes the size of each block
  virtual void all_to_all(std::span<const buffers> local, std::size_t bytes) = 0;

  /// The buffers of one rank, in blocks of different sizes. Blocks to send must not overlap blocks to
  /// receive.
  struct segments {
    const void* send;                              ///< the address that send_offsets refer to
    std::span<const std::size_t> send_bytes;       ///< size() entries: bytes for each rank
    std::span<const std::size_t> send_offsets;     ///< size() entries: offsets of those bytes
    void* receive;                                 ///< the address that receive_offsets refer to
    std::span<const std::size_t> receive_bytes;    ///< size() entries: bytes from each rank
    std::span<const std::size_t> receive_offsets;  ///< size() entries: offsets for those bytes
  };
  /// The block that rank g sends to rank o becomes the block that rank o receives from rank g.
  /// \param local an entry for each local rank
  /// \throws std::invalid_argument if the sizes of two local ranks do not match
  virtual void all_to_all_v(std::span<const segments> local) = 0;

  /// Starts an all_to_all_v() that overlaps with work queued on the contexts later. Until finish() has been
  /// called, the caller must not write to either buffer or read the bytes received. Several exchanges may be
  /// in flight. A communicator that cannot overlap performs the whole exchange here; this is the default.
  /// \param local an entry for each local rank; its spans must stay valid until finish()
  /// \returns a number that identifies the exchange to finish()
  virtual std::uint64_t start(std::span<const segments> local);
  /// Makes work that the contexts queue from now on start after that exchange. Collective, once for each
  /// exchange.
  /// \param exchange the number that start() returned
  virtual void finish(std::uint64_t exchange);

  /// Every rank receives the bytes of all ranks, in rank order.
  /// \param local an entry for each local rank
  /// \param bytes that each rank sends; it receives size() times as many
  virtual void all_gather(std::span<const buffers> local, std::size_t bytes) = 0;

  /// How all_reduce() combines words.
  enum class reduction {
    sum,  ///< modulo 2^64
    max   ///< the largest
  };
  /// Every rank receives, word by word, the sum or the maximum of the words of all ranks. A rank's `send` and
  /// `receive` may be the same memory.
  /// \param local an entry for each local rank
  /// \param words the number of 64-bit words that each rank sends and receives
  /// \param how sum or max
  virtual void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) = 0;

  /// Copies the bytes of one rank to every rank.
  /// \param local the buffer of each local rank
  /// \param bytes the size of each buffer
  /// \param root the rank that has the bytes
  virtual void broadcast(std::span<void* const> local, std::size_t bytes, int root) = 0;

  /// Every process receives a few words from all ranks, in rank order. The words are in host memory. The host
  /// waits for the words of the other processes, but not for its own contexts.
  /// \param local the words of the local ranks, the same number for each
  /// \param all receives the words of all ranks: size() / local() times as many words, if all processes have
  /// the same number of ranks
  virtual void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) = 0;

  /// Returns when all processes have called it. Waits for the host threads, not for their devices.
  virtual void barrier() = 0;

  /// Makes every pending and every later call fail with device_error, here and on the other ranks as far as
  /// the transport allows.
  virtual void abort() noexcept = 0;
};

/// A communicator for ranks that all live in this process. GPUs exchange bytes with their copy engines, and
/// host contexts copy memory. All contexts must have the same backend.
/// \param ranks at least 1
/// \throws std::invalid_argument for fewer
[[nodiscard]] GBI_API std::unique_ptr<communicator> direct_communicator(int ranks);

/// A communicator that compares the calls of all processes before each exchange. If they call different
/// operations, or the same operation with sizes that do not match, every process gets a device_error that
/// names two ranks and their calls. An unchecked exchange would hang or mix up bytes. Each call waits for all
/// processes, so use this in tests and for debugging.
/// \param checked the communicator that performs the exchanges. Either all processes check, or none
/// \throws std::invalid_argument for null
[[nodiscard]] GBI_API std::unique_ptr<communicator> check_calls(std::unique_ptr<communicator> checked);

}  // namespace gbi
