/// \file
/// The records of one executor, and the evidence that waits for them, in order of creation.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "kernels/verify/arguments.hpp"
#include "src/exec/executor.hpp"
#include "src/faults/evidence.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::faults {

/// Evidence gets the next mark, an increasing number, when all launches that write its records are queued.
/// Evidence is settled in the order of marks, so parents are settled before their children. Every wait of the
/// host and every report of a running verification gives a mark up to which all work is complete. So records
/// are settled along the way, and no thread waits for them. Thread safety: any number of threads.
class ledger final : public exec::wait_listener {
 public:
  explicit ledger(exec::executor& owner) : owner_(&owner) {}
  ledger(const ledger&) = delete;
  ledger& operator=(const ledger&) = delete;
  ~ledger() override;

  /// A record with a new ticket. Queued kernels may still write to a slot that was given back. They run
  /// before the kernels of its next owner, and their tickets differ. \throws out_of_memory
  record take();
  void give_back(const record& unused) noexcept;

  /// Makes evidence, unless one of the parents includes all of it, and settles whatever is known to be done.
  /// Waits if too much evidence is unsettled.
  evidence::pointer make(std::vector<record>&& records, std::vector<evidence::pointer>&& parents);
  /// Gives a record whose launches are queued to the innermost operation. Outside any operation, as in
  /// benchmarks, nobody reads the result, and only repairs are counted.
  void hand_over(const record& queued);

  /// Work queued from now on may report this mark, because everything up to it is already queued.
  std::uint64_t mark() const noexcept override { return marks_.load(std::memory_order_acquire); }
  /// The word to which a verification should write this mark. Null if an earlier verification writes a recent
  /// mark: the write delays a short kernel. \throws out_of_memory
  std::uint64_t* progress(std::uint64_t mark);
  /// Settles everything up to this mark, all of which is done.
  void settle(std::uint64_t mark) noexcept;
  void waited(std::uint64_t mark) override;
  /// Settles what the device has reported as done. Does not wait.
  void settle_known() noexcept;
  /// Waits until the evidence is settled.
  void finish(const evidence& wanted);

  /// The amount of evidence that is not yet settled.
  std::size_t waiting() {
    const std::scoped_lock lock(mutex_);
    return waiting_.size();
  }
  /// The number of results, as far as settled, that were wrong at first and computed again.
  std::uint64_t repairs() noexcept {
    settle_known();
    return repairs_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t slots_of_chunk = 256;
  /// The distance between two marks that are written.
  static constexpr std::uint64_t marks_between = 32;
  /// A limit that is reached only where long chains of sums check nothing, so that no verification reports
  /// how far the device is.
  static constexpr std::size_t most_waiting = std::size_t{1} << 16;

  void add_chunk();
  std::uint64_t* make_words(std::size_t count);
  /// The parent that has all the others as its own parents; null if there is none.
  evidence::pointer including_all(const std::vector<evidence::pointer>& parents) const noexcept;
  /// Counts a repair, if any, and returns whether the relation holds in the end.
  bool is_right(const record& done) noexcept;
  void settle_locked(std::uint64_t mark) noexcept;
  void settle_as_reported() noexcept;
  void settle_one(evidence& next) noexcept;

  exec::executor* owner_;
  process::fork_mutex mutex_;
  std::uint64_t tickets_ = 0;
  std::vector<std::uint64_t*> chunks_, free_;
  std::deque<evidence::pointer> waiting_;
  std::atomic<std::uint64_t*> progress_ = nullptr;
  std::atomic<std::uint64_t> marks_ = 0, reported_ = 0, settled_ = 0, repairs_ = 0;
};

/// A record while the launches that may write to it are being queued.
class open_record {
 public:
  /// \param suspect set if the result must be repaired
  explicit open_record(ledger& owner, suspect_flag suspect = nullptr);
  open_record(const open_record&) = delete;
  open_record& operator=(const open_record&) = delete;
  /// If not everything could be queued, the record is given back.
  ~open_record() {
    if (record_.words != nullptr) owner_->give_back(record_);
  }

  /// Says in messages which operands the check is about.
  void name(std::size_t limbs_a, std::size_t limbs_b) noexcept {
    record_.limbs_a = limbs_a;
    record_.limbs_b = limbs_b;
  }
  /// For the verification before the repair, which also reports which earlier marks are done.
  kernels::verdict_report before_repair() const;
  /// For the verification after the repair.
  kernels::verdict_report at_last() const;
  /// For a verification that no repair follows.
  kernels::verdict_report alone() const;

  /// Whether the relation fails, on executors whose launches are complete when they return.
  bool failed() const noexcept { return record_.says(record::failed_word); }

  /// Hands the record to the innermost operation: all launches are queued.
  void queued();
  /// As above, for a result that the host has found wrong and computed again.
  void repeated(bool is_right);

 private:
  ledger* owner_;
  record record_;
};

}  // namespace gbi::faults
