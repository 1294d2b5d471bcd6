/// \file
/// Several devices that work together: the GPUs of this machine, or one or more for each of several
/// processes.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/context.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

class device_group;

namespace distribute {
class group;
std::shared_ptr<group> of(const device_group& handle) noexcept;
}  // namespace distribute

/// A handle to a group of ranks: a context for each, and a communicator between them. Copies refer to the
/// same group.
///
/// Ranks are numbered from 0 to size() - 1 across all processes. This process has local_size() of them,
/// starting at first(). A program of several processes makes the same calls in each process. If an exception
/// destroys the last handle in one process, exchanges in the others fail with device_error.
///
/// Thread safety: operations of a group run one at a time, in one thread of each process. Any thread may call
/// at(), size(), first() and local_size().
class GBI_API device_group {
 public:
  /// A rank for every GPU of this machine that this process can use. Without a GPU, or if the environment
  /// variable GPU_BIGINT_BACKEND is host, this is host(1).
  /// \throws as the default constructor of context
  [[nodiscard]] static device_group local();

  /// Ranks on the host, which share its cores. They serve to test distributed programs without a GPU and are
  /// not faster than one rank.
  /// \param ranks at least 1
  /// \throws std::invalid_argument for fewer
  [[nodiscard]] static device_group host(int ranks);

  /// A group of contexts of the caller's choice. Collective.
  /// \param link connects the ranks; the group owns it
  /// \param ranks a context for each local rank of the link, all with the same backend
  /// \param machine the number of ranks of each machine, which are neighbours; 0: all ranks are on one
  /// machine \throws std::invalid_argument if the link is null, if the number of contexts differs from its
  /// number of local ranks, or if its ranks cannot be divided into such machines \throws as
  /// communicator::attach()
  explicit device_group(std::unique_ptr<communicator> link, std::vector<context> ranks, int machine = 0);

  /// The number of ranks across all processes.
  [[nodiscard]] int size() const noexcept;
  /// The number of the first rank of this process.
  [[nodiscard]] int first() const noexcept;
  /// How many ranks this process has.
  [[nodiscard]] int local_size() const noexcept;
  /// How many ranks each machine has. size() if all ranks are on one machine.
  [[nodiscard]] int machine_size() const noexcept;
  /// The context of a rank of this process.
  /// \param local_rank from 0 to local_size() - 1
  /// \throws std::out_of_range for any other rank
  [[nodiscard]] const context& at(int local_rank) const;
  /// Waits until everything queued so far on the ranks of this process is done.
  /// \throws device_error if a device reports an error
  void synchronize() const;

  /// Whether both handles refer to the same group.
  friend bool operator==(const device_group&, const device_group&) = default;

 private:
  friend std::shared_ptr<distribute::group> distribute::of(const device_group& handle) noexcept;

  std::shared_ptr<distribute::group> group_;
};

/// One rank's share of elements that are split over a group.
struct part {
  std::size_t first;  ///< the first element
  std::size_t size;   ///< the number of consecutive elements; may be 0
  int rank;           ///< the number of the rank
};

/// Which of `count` elements a rank has. Parts are consecutive, in rank order, and their sizes differ by at
/// most 1.
/// \param count any number
/// \param rank from 0 to ranks - 1
/// \param ranks at least 1
/// \throws std::invalid_argument for a rank or ranks outside these limits
[[nodiscard]] GBI_API part part_of(std::size_t count, int rank, int ranks);

namespace detail {
/// A context for one of several processes on a machine: the GPU with the process's number, or the host.
GBI_API context context_of_process(int number);
GBI_API void run_parts(const device_group& on, std::size_t count, const std::function<void(const part&)>& f);
}  // namespace detail

/// Calls f(part) for every rank of this process that has elements. The calls run in parallel, each on a
/// thread whose current context (context::current()) is the rank's. So f computes with ordinary numbers and
/// batches; different calls must write their results to different places. Returns when all calls have
/// returned. The devices may still be working.
///
/// Ranks and processes exchange nothing, so this is not collective, and an exception affects this process
/// only.
///
/// \param on the ranks
/// \param count the number of elements over all ranks
/// \param f called with the part of each rank, from different threads at the same time
/// \throws as f: the exception of the lowest rank that threw, after all calls have ended
template <class F>
void for_each_part(const device_group& on, std::size_t count, F&& f) {
  detail::run_parts(on, count, [&f](const part& own) { f(own); });
}

}  // namespace gbi
