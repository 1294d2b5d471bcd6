/// \file
/// The outcome of the checks behind a value. A fault is reported by every value that was computed from the
/// wrong result, and by no other.
///
/// A verification that finds a wrong result after its repair writes a ticket into a record of pinned memory.
/// The records of an operation become the evidence of its results, together with the evidence of the operands
/// that it read. A null pointer means that nothing is wrong, so values without checks cost nothing. Every
/// reader of a value consults its evidence first (docs/decisions/0033).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace gbi::faults {

class ledger;

/// Set if a product with cached data had to be repaired: the cached data may be damaged.
using suspect_flag = std::shared_ptr<std::atomic<bool>>;

/// Two words of pinned memory. The device, or a check on the host, writes the ticket to the first word if the
/// relation still fails at the end, and to the second if the result was wrong at first.
struct record {
  static constexpr int failed_word = 0, repaired_word = 1, word_count = 2;

  std::uint64_t* words = nullptr;
  std::uint64_t ticket = 0;
  suspect_flag suspect;
  std::size_t limbs_a = 0, limbs_b = 0;  ///< of the operands, for messages

  bool says(int word) const noexcept {
    return std::atomic_ref<std::uint64_t>(words[word]).load(std::memory_order_acquire) == ticket;
  }
  void say(int word) const noexcept {
    std::atomic_ref<std::uint64_t>(words[word]).store(ticket, std::memory_order_release);
  }
};

/// Shared by all values that one operation made. Thread safety: any number of threads.
class evidence {
 public:
  enum class state : std::uint8_t { pending, right, failed };
  using pointer = std::shared_ptr<evidence>;

  /// Without an owner, this is evidence of a failure.
  evidence(ledger* owner, std::uint64_t mark, std::vector<record> records, std::vector<pointer> parents)
      : owner_(owner),
        mark_(mark),
        records_(std::move(records)),
        parents_(std::move(parents)),
        state_(owner != nullptr ? state::pending : state::failed) {}
  evidence(const evidence&) = delete;
  evidence& operator=(const evidence&) = delete;

  /// Evidence of a failure, for checks that the host makes itself.
  static pointer of_failure();

  /// What is known without reading device memory.
  state known() const noexcept { return state_.load(std::memory_order_acquire); }
  /// The ledger that settles the evidence while it is pending.
  ledger* owner() const noexcept { return owner_; }
  /// Waits for the device if nothing is known yet. \throws device_error if anything failed
  void require_right() const;

 private:
  friend class ledger;

  ledger* owner_;
  std::uint64_t mark_;
  std::vector<record> records_;   // empty once the state is known
  std::vector<pointer> parents_;  // empty once the state is known, so that freeing does not recurse
  std::atomic<state> state_;
};

/// Counts a check of this process that has found a wrong result.
void note_fault() noexcept;
/// How many checks of this process have found a wrong result, as far as the host knows. Whoever keeps tables
/// writes them again when this number has changed, because a damaged table may be the cause.
std::uint64_t faults() noexcept;

/// Keeps the lengths of the operands of a check that has failed, for the message of throw_fault().
void note_failure(const record& failed) noexcept;
/// \throws device_error that says what a failure means, and for which operands a check failed last
[[noreturn]] void throw_fault();

/// Gathers evidence during its lifetime on the calling thread: that of every number or batch whose memory is
/// read, and of every relation that is checked. Collectors nest. Each gathers only while it is the innermost;
/// the results of a nested operation contribute their evidence when they are read. Thread safety: one thread.
class collector {
 public:
  collector() noexcept : outer_(std::exchange(innermost_, this)) {}
  collector(const collector&) = delete;
  collector& operator=(const collector&) = delete;
  ~collector() {
    innermost_ = outer_;
    if (!records_.empty()) give_up();
  }

  /// Null outside any operation.
  static collector* innermost() noexcept { return innermost_; }

  /// \throws device_error if the operand is known to be wrong: nothing that depends on it is worth computing
  void add(const evidence::pointer& of_operand);
  void add(ledger& owner, const record& of_check);
  /// A check has failed, so everything made from now on is wrong.
  void fail() { operands_.push_back(evidence::of_failure()); }
  /// The evidence so far, or null if there is none. Later evidence includes it.
  evidence::pointer so_far();
  /// \throws device_error if anything is known to have failed. Does not wait
  void require_no_failure() const;

 private:
  /// The most entries that are gathered before they are merged into one evidence, which bounds memory in long
  /// loops.
  static constexpr std::size_t most = 32;

  void give_up() noexcept;

  static inline constinit thread_local collector* innermost_ = nullptr;
  collector* outer_;
  ledger* owner_ = nullptr;  ///< of the records
  std::vector<record> records_;
  std::vector<evidence::pointer> operands_;
};

/// Called whenever the memory of a value is read. Outside any operation, nothing could carry the evidence on,
/// so this waits for it. \throws device_error if the value is known to be wrong
inline void depend_on(const evidence::pointer& of_operand) {
  if (!of_operand || of_operand->known() == evidence::state::right) return;
  if (collector* const here = collector::innermost())
    here->add(of_operand);
  else
    of_operand->require_right();
}

/// Called before the host uses a value. Waits if nothing is known yet. \throws device_error if a check failed
inline void require_right(const evidence::pointer& of_value) {
  if (of_value) of_value->require_right();
}

/// The evidence for a result of the innermost operation.
inline evidence::pointer evidence_so_far() {
  collector* const here = collector::innermost();
  return here != nullptr ? here->so_far() : nullptr;
}

}  // namespace gbi::faults
