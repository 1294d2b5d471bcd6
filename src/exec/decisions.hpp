/// \file
/// Decisions on checked products that the host still has to queue (docs/decisions/0054).
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <list>
#include <thread>

#include "kernels/verify/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/exec/fork_mutex.hpp"

namespace gbi::exec {

/// The launch that ends a checked product only adds residues. A later launch decides whether they are right:
/// that of the next checked product, or one of its own, which is queued before the host waits. Until then,
/// nothing that came after the product counts as done. Thread safety: any number of threads.
class decisions {
  struct entry {
    buffer<kernels::residue_sums> sums = {};
    kernels::decision_arguments what = {};
    std::uint64_t mark = 0;          ///< the ledger's newest mark when the launch was queued
    std::thread::id queued_by = {};  ///< while the decision is under way
  };
  using entries = std::list<entry>;

  /// The oldest decision that is due, if there is one. Unless it is queued, it is due again.
  class oldest {
   public:
    explicit oldest(decisions& owner);
    oldest(const oldest&) = delete;
    oldest& operator=(const oldest&) = delete;
    ~oldest();
    bool exists() const noexcept { return exists_; }
    kernels::decision_arguments what() const { return exists_ ? at_->what : kernels::decision_arguments{}; }
    void queued() noexcept;

   private:
    decisions* owner_;
    entries::iterator at_;
    bool exists_;
  };

 public:
  /// \param marks the newest mark of the ledger
  decisions(executor& owner, const std::atomic<std::uint64_t>& marks) : owner_(&owner), marks_(&marks) {}
  decisions(const decisions&) = delete;
  decisions& operator=(const decisions&) = delete;

  /// One checked product, from just before its launch until the launch is queued. If that fails, nothing
  /// changes. Other threads that are about to wait for the device first wait for the end of the turn.
  class turn {
   public:
    explicit turn(decisions& owner);
    /// The sums for the residues of this product, all zero.
    kernels::residue_sums* sums() const noexcept { return own_.front().sums.data(); }
    /// The decision on another product that this launch makes. It may be empty.
    kernels::decision_arguments earlier() const { return earlier_.what(); }
    /// From now on, the decision on this product is due.
    void queued(const kernels::decision_arguments& what) noexcept;

   private:
    decisions* owner_;
    entries own_;
    oldest earlier_;
  };

  /// Queues a launch for every decision that is due, and waits while other threads do so. Returns false if a
  /// turn of the calling thread itself still holds one.
  bool queue_all();
  /// Makes the decision on this record report nothing. Returns false if another thread is just queueing it.
  bool forget(const std::uint64_t* record) noexcept;
  /// What came after this mark waits for a decision that is not yet queued.
  std::uint64_t limit() const noexcept { return limit_.load(std::memory_order_acquire); }

 private:
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  static entries with_clean_sums(decisions& owner);
  bool others_are_queueing();
  void update_limit() noexcept;

  executor* owner_;
  const std::atomic<std::uint64_t>* marks_;
  fork_mutex mutex_;
  entries due_, under_way_, clean_;
  std::atomic<std::uint64_t> limit_ = unlimited;
};

}  // namespace gbi::exec
