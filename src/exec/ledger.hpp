/// \file
/// The records of one executor, and the evidence that waits for them, in the order in which it was made.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "kernels/verify/arguments.hpp"
#include "src/exec/evidence.hpp"
#include "src/exec/fork_mutex.hpp"

namespace gbi::exec {

class executor;

/// Evidence gets a mark, which counts up, when all launches behind its records are queued. Evidence is
/// settled in this order, so parents come before their children. What the host waits for, and what a running
/// verification reports, tells a mark: everything up to it is done. So records are settled in passing, and
/// nobody waits for them. Thread safety: any number of threads.
class ledger {
 public:
  explicit ledger(executor& owner) : owner_(&owner) {}
  ledger(const ledger&) = delete;
  ledger& operator=(const ledger&) = delete;
  ~ledger();

  /// A record of a ticket of its own. Queued kernels may still write to a slot that was given back, but they
  /// run before those of its next owner, and their tickets differ. \throws out_of_memory
  record take();
  void give_back(const record& unused) noexcept;

  /// Makes evidence, unless one of the parents includes it all, and settles what is known to be done. Waits
  /// if very much is waiting.
  evidence::pointer make(std::vector<record>&& records, std::vector<evidence::pointer>&& parents);
  /// Gives a record whose launches are queued to the innermost operation. Outside of all operations, as in
  /// measurements, nobody reads the result, and only repairs are counted.
  void hand_over(const record& queued);

  /// What is queued from now on may say this mark: everything up to it is queued already.
  std::uint64_t mark() const noexcept { return marks_.load(std::memory_order_acquire); }
  /// The word into which a verification is to write this mark, null if an earlier one wrote a mark not long
  /// before: a short kernel is delayed by the write. \throws out_of_memory
  std::uint64_t* progress(std::uint64_t mark);
  /// Everything up to this mark is done.
  void settle(std::uint64_t mark) noexcept;
  /// Settles what the device has said to be done. Does not wait.
  void settle_known() noexcept;
  /// Waits until the evidence is settled.
  void finish(const evidence& wanted);

  /// How much evidence is not settled yet.
  std::size_t waiting() {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
  }
  /// How many results were wrong at first and computed again, as far as that is settled.
  std::uint64_t repairs() noexcept {
    settle_known();
    return repairs_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t slots_of_chunk = 256;
  /// Marks between two that are written.
  static constexpr std::uint64_t marks_between = 8;
  /// More evidence waits only where long chains of sums check nothing, so that no verification tells how far
  /// the device is.
  static constexpr std::size_t most_waiting = std::size_t{1} << 16;

  void add_chunk();
  std::uint64_t* make_words(std::size_t count);
  /// The parent that has all others as its parents; null if there is none.
  evidence::pointer including_all(const std::vector<evidence::pointer>& parents) const noexcept;
  /// Counts a repair, and says whether the relation holds in the end.
  bool is_right(const record& done) noexcept;
  void settle_locked(std::uint64_t mark) noexcept;
  void settle_as_told() noexcept;
  void settle_one(evidence& next) noexcept;

  executor* owner_;
  fork_mutex mutex_;
  std::uint64_t tickets_ = 0;
  std::vector<std::uint64_t*> chunks_, free_;
  std::deque<evidence::pointer> waiting_;
  std::atomic<std::uint64_t*> progress_ = nullptr;
  std::atomic<std::uint64_t> marks_ = 0, told_ = 0, settled_ = 0, repairs_ = 0;
};

/// A record while the launches that may write to it are being queued.
class open_record {
 public:
  /// \param kept is set if the result must be repaired
  explicit open_record(ledger& owner, doubt kept = nullptr);
  open_record(const open_record&) = delete;
  open_record& operator=(const open_record&) = delete;
  /// If not everything could be queued, nobody gets the record.
  ~open_record() {
    if (record_.words != nullptr) owner_->give_back(record_);
  }

  /// For the verification before the repair. It also says which earlier marks are done.
  kernels::verdict_report before_repair() const;
  /// For the verification after which nothing is repaired.
  kernels::verdict_report at_last() const;
  /// For a verification of which no repair follows.
  kernels::verdict_report alone() const;

  /// Whether the relation does not hold, on executors whose launches are complete when they return.
  bool failed() const noexcept { return record_.says(record::failed_word); }

  /// Hands the record to the innermost operation: all launches are queued.
  void queued();
  /// The same for a result that was wrong at first, as the host has found, and has been computed again.
  void repeated(bool is_right);

 private:
  ledger* owner_;
  record record_;
};

}  // namespace gbi::exec
