/// \file
/// Exchanges of bytes between the ranks of a group (device_group.hpp). A program may bring a communicator of
/// its own; those of the library are made by direct_communicator(), message_communicator() (messages.hpp),
/// nccl_communicator() (nccl.hpp) and mpi_communicator() (mpi.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Exchanges of bytes between the ranks of a group. Each process has one object, which serves the ranks that
/// live in this process, the local ones: the numbers first() to first() + local() - 1.
///
/// Every call but size(), first(), local() and abort() is collective: all processes call the same, in the
/// same order, with sizes that match. check_calls() turns a mistake there into an exception. Spans of
/// arguments have an entry for each local rank, in the order of the ranks.
///
/// Memory is that of each rank's context: device memory on CUDA, host memory on the host. An exchange is
/// queued behind what the rank's context has queued, and what the context queues later begins after it. The
/// host does not wait where the engine can do without; on the host, an exchange is done when the call
/// returns.
///
/// Thread safety: one thread at a time. Every member but the destructor may throw device_error if a rank has
/// failed or given up.
class GBI_API communicator {
 public:
  communicator() = default;
  communicator(const communicator&) = delete;
  communicator& operator=(const communicator&) = delete;
  virtual ~communicator();

  /// The number of ranks in all processes.
  [[nodiscard]] virtual int size() const noexcept = 0;
  /// The number of the first local rank.
  [[nodiscard]] virtual int first() const noexcept = 0;
  /// How many ranks live in this process.
  [[nodiscard]] virtual int local() const noexcept = 0;
  /// Called once, by device_group, before any exchange. Collective.
  /// \param ranks the contexts of the local ranks. The communicator may keep copies
  /// \throws std::invalid_argument if the communicator cannot serve these contexts
  virtual void attach(std::span<const context> ranks) = 0;

  /// Memory of one rank. Both parts must not overlap.
  struct buffers {
    const void* send;  ///< what the rank sends
    void* receive;     ///< where it receives
  };
  /// Block o of rank g becomes block g of rank o. Each buffer has size() blocks.
  /// \param local an entry for each local rank
  /// \param bytes of each block
  virtual void all_to_all(std::span<const buffers> local, std::size_t bytes) = 0;

  /// Memory of one rank in blocks of different sizes. Blocks to send and blocks to receive must not overlap.
  struct segments {
    const void* send;                              ///< where the blocks to send begin to be counted
    std::span<const std::size_t> send_bytes;       ///< size() entries: bytes for each rank
    std::span<const std::size_t> send_offsets;     ///< size() entries: where those begin, in bytes
    void* receive;                                 ///< where the blocks to receive begin to be counted
    std::span<const std::size_t> receive_bytes;    ///< size() entries: bytes from each rank
    std::span<const std::size_t> receive_offsets;  ///< size() entries: where those go, in bytes
  };
  /// The block of rank g for rank o becomes the block of rank o from rank g.
  /// \param local an entry for each local rank
  /// \throws std::invalid_argument if sizes of local ranks do not match
  virtual void all_to_all_v(std::span<const segments> local) = 0;

  /// Begins an all_to_all_v() that runs beside what the contexts queue later. Nobody may write to the memory,
  /// or read what is received, before finish() has been called. Several exchanges may be under way. An engine
  /// that cannot do this does the whole exchange here, which is the default.
  /// \param local an entry for each local rank. Its spans must live until finish()
  /// \returns the number of the exchange, for finish()
  virtual std::uint64_t start(std::span<const segments> local);
  /// What the contexts queue from now on begins after that exchange. Collective, once for each exchange.
  /// \param exchange what start() has returned
  virtual void finish(std::uint64_t exchange);

  /// Every rank gets the bytes of all ranks, in the order of the ranks.
  /// \param local an entry for each local rank
  /// \param bytes that each rank sends. It receives size() times as many
  virtual void all_gather(std::span<const buffers> local, std::size_t bytes) = 0;

  /// How all_reduce() joins words.
  enum class reduction {
    sum,  ///< modulo 2^64
    max   ///< the largest
  };
  /// Every rank gets word by word the sum or the maximum of the words of all ranks. Here, `send` and
  /// `receive` of a rank may be the same memory.
  /// \param local an entry for each local rank
  /// \param words of 64 bits that each rank sends and receives
  /// \param how sum or max
  virtual void all_reduce(std::span<const buffers> local, std::size_t words, reduction how) = 0;

  /// Every rank gets what one rank has.
  /// \param local the memory of each local rank
  /// \param bytes of each memory
  /// \param root the rank that has the bytes
  virtual void broadcast(std::span<void* const> local, std::size_t bytes, int root) = 0;

  /// Every process gets a few words of all ranks, in the order of the ranks. The words are in host memory,
  /// and the host waits for those of the other processes, not for its own contexts.
  /// \param local as many words for each local rank
  /// \param all size() / local() times as many, if all processes have the same number of ranks: the words of
  /// all
  virtual void share(std::span<const std::uint64_t> local, std::span<std::uint64_t> all) = 0;

  /// Returns when all processes have called it. Waits for the hosts, not for their devices.
  virtual void barrier() = 0;

  /// Ends every pending and every later call here and on the other ranks with device_error, as far as the
  /// engine can.
  virtual void abort() noexcept = 0;
};

/// A communicator of ranks that all live in this process: copies between GPUs by their copy engines, copies
/// in memory between contexts of the host. All contexts must be of one backend.
/// \param ranks at least 1
/// \throws std::invalid_argument
[[nodiscard]] GBI_API std::unique_ptr<communicator> direct_communicator(int ranks);

/// A communicator that compares what the processes call before each exchange. If they call different
/// operations, or the same with sizes that do not match, all of them get a device_error that names two ranks
/// and what they called, where an unchecked exchange would hang or mix up bytes. Each call waits for all
/// processes, so this is for tests, and for looking for a mistake.
/// \param checked what does the exchanges. All processes check, or none
/// \throws std::invalid_argument for null
[[nodiscard]] GBI_API std::unique_ptr<communicator> check_calls(std::unique_ptr<communicator> checked);

}  // namespace gbi
