/// \file
/// Several devices that work together: the GPUs of this machine, or one or more for each process of many.
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
/// Ranks are numbered from 0 to size() - 1 over all processes. This process has local_size() of them, from
/// first() on. A program of several processes runs the same calls in each of them. If an exception ends the
/// last handle of one process, the exchanges of the others end with device_error.
///
/// Thread safety: operations of a group run one at a time, in one thread of each process. at() and the
/// numbers may be asked by any thread.
class GBI_API device_group {
 public:
  /// A rank for every GPU of this machine that this process can use. Without a GPU, or if the environment
  /// variable GPU_BIGINT_BACKEND says host, host(1).
  /// \throws as the default constructor of context
  [[nodiscard]] static device_group local();

  /// Ranks on the host, which share its cores. Of use for tests of distributed programs without a GPU: they
  /// are not faster than one rank.
  /// \param ranks at least 1
  /// \throws std::invalid_argument
  [[nodiscard]] static device_group host(int ranks);

  /// A group of contexts of the caller's choice. Collective.
  /// \param link joins the ranks; the group owns it
  /// \param ranks a context for each local rank of the link, all of one backend
  /// \throws std::invalid_argument if there is no link, or the number of contexts is not that of its local
  /// ranks
  /// \throws as communicator::attach()
  explicit device_group(std::unique_ptr<communicator> link, std::vector<context> ranks);

  /// The number of ranks in all processes.
  [[nodiscard]] int size() const noexcept;
  /// The number of the first rank of this process.
  [[nodiscard]] int first() const noexcept;
  /// How many ranks this process has.
  [[nodiscard]] int local_size() const noexcept;
  /// The context of a rank of this process.
  /// \param local_rank from 0 to local_size() - 1
  /// \throws std::out_of_range
  [[nodiscard]] const context& at(int local_rank) const;
  /// Waits until everything queued so far on the ranks of this process is done.
  /// \throws device_error if a device reports an error
  void synchronize() const;

  /// Whether both handles refer to one group.
  friend bool operator==(const device_group&, const device_group&) = default;

 private:
  friend std::shared_ptr<distribute::group> distribute::of(const device_group& handle) noexcept;

  std::shared_ptr<distribute::group> group_;
};

/// The elements of one rank, out of many that are split over a group.
struct part {
  std::size_t first;  ///< the first element
  std::size_t size;   ///< how many elements follow each other from there on; may be 0
  int rank;           ///< the number of the rank
};

/// Which of `count` elements a rank has. Parts follow each other in the order of the ranks, and their sizes
/// differ by at most 1.
/// \param count any number
/// \param rank from 0 to ranks - 1
/// \param ranks at least 1
/// \throws std::invalid_argument
[[nodiscard]] GBI_API part part_of(std::size_t count, int rank, int ranks);

namespace detail {
/// A context for one of several processes on a machine: the GPU of its number among them, or the host.
GBI_API context context_of_process(int number);
GBI_API void run_parts(const device_group& on, std::size_t count, const std::function<void(const part&)>& f);
}  // namespace detail

/// Calls f(part) for every rank of this process that has elements: side by side, each on a thread with the
/// rank's context as the current one (context::current()). So f computes with ordinary numbers and batches,
/// and writes its results to places of its own. Returns when all calls have returned. Their devices may still
/// be at work.
///
/// Nothing is exchanged between ranks or processes, so this is not collective, and an exception is one of
/// this process only.
///
/// \param on the ranks
/// \param count how many elements there are, over all ranks
/// \param f called with the part of each rank. Different threads call it at the same time
/// \throws as f: the exception of the lowest rank that threw one, after all calls have ended
template <class F>
void for_each_part(const device_group& on, std::size_t count, F&& f) {
  detail::run_parts(on, count, [&f](const part& own) { f(own); });
}

}  // namespace gbi
