#include "src/faults/ledger.hpp"

#include <algorithm>
#include <limits>

#include "src/exec/executor.hpp"

namespace gbi::faults {

ledger::~ledger() {
  settle(std::numeric_limits<std::uint64_t>::max());
  for (std::uint64_t* const chunk : chunks_) {
    if (owner_->memory_is_host())
      delete[] chunk;
    else
      owner_->release_pinned(chunk);
  }
}

std::uint64_t* ledger::make_words(std::size_t count) {
  if (owner_->memory_is_host()) return new std::uint64_t[count]{};
  auto* const words = static_cast<std::uint64_t*>(owner_->allocate_pinned(count * sizeof(std::uint64_t)));
  std::fill_n(words, count, std::uint64_t{0});
  return words;
}

void ledger::add_chunk() {
  chunks_.reserve(chunks_.size() + 1);
  free_.reserve((chunks_.size() + 1) * slots_of_chunk);
  std::uint64_t* const chunk = make_words(slots_of_chunk * record::word_count);
  chunks_.push_back(chunk);
  std::size_t first = 0;
  if (progress_ == nullptr) {
    progress_ = chunk;
    first = 1;
  }
  for (std::size_t i = slots_of_chunk; i-- > first;) free_.push_back(chunk + i * record::word_count);
}

record ledger::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) add_chunk();
  record result{free_.back(), ++tickets_, nullptr, 0, 0};
  free_.pop_back();
  return result;
}

void ledger::give_back(const record& unused) noexcept {
  const std::scoped_lock lock(mutex_);
  free_.push_back(unused.words);  // does not allocate: reserved with its chunk
}

std::uint64_t* ledger::progress(std::uint64_t mark) {
  if (mark < reported_.load(std::memory_order_relaxed) + marks_between) return nullptr;
  reported_.store(mark, std::memory_order_relaxed);
  if (std::uint64_t* const known = progress_.load(std::memory_order_acquire)) return known;
  const std::scoped_lock lock(mutex_);
  if (progress_ == nullptr) add_chunk();
  return progress_;
}

evidence::pointer ledger::including_all(const std::vector<evidence::pointer>& parents) const noexcept {
  for (const evidence::pointer& one : parents)
    if (one->owner_ == this &&
        std::all_of(parents.begin(), parents.end(), [&one](const evidence::pointer& other) {
          return other == one ||
                 std::find(one->parents_.begin(), one->parents_.end(), other) != one->parents_.end();
        }))
      return one;
  return nullptr;
}

evidence::pointer ledger::make(std::vector<record>&& records, std::vector<evidence::pointer>&& parents) {
  evidence::pointer made;
  bool too_many = false;
  {
    const std::scoped_lock lock(mutex_);
    if (records.empty())
      if (evidence::pointer whole = including_all(parents)) return whole;
    waiting_.emplace_back();
    try {
      const std::uint64_t mark = marks_.load(std::memory_order_relaxed) + 1;
      made = std::make_shared<evidence>(this, mark, std::move(records), std::move(parents));
      waiting_.back() = made;
      marks_.store(mark, std::memory_order_release);
    } catch (...) {
      waiting_.pop_back();
      throw;
    }
    settle_as_reported();
    too_many = waiting_.size() > most_waiting;
  }
  if (too_many) owner_->synchronize();
  return made;
}

void ledger::hand_over(const record& queued) {
  collector* const here = collector::innermost();
  if (owner_->memory_is_host()) {  // the launches are complete
    if (!is_right(queued) && here != nullptr) here->fail();
    give_back(queued);
  } else if (here != nullptr) {
    here->add(*this, queued);
  } else {
    static_cast<void>(make({queued}, {}));
  }
}

bool ledger::is_right(const record& done) noexcept {
  const bool repaired = done.says(record::repaired_word), failed = done.says(record::failed_word);
  if (repaired) repairs_.fetch_add(1, std::memory_order_relaxed);
  if (repaired || failed) {
    note_fault();
    if (done.suspect) done.suspect->store(true, std::memory_order_relaxed);
    if (failed) note_failure(done);
  }
  return !failed;
}

void ledger::settle_one(evidence& next) noexcept {
  bool right = true;
  for (const record& r : next.records_) {
    right = is_right(r) && right;
    free_.push_back(r.words);  // does not allocate: reserved with its chunk
  }
  for (const evidence::pointer& parent : next.parents_)
    right = right && parent->known() == evidence::state::right;
  next.records_ = {};
  next.parents_ = {};
  next.state_.store(right ? evidence::state::right : evidence::state::failed, std::memory_order_release);
}

void ledger::settle_locked(std::uint64_t mark) noexcept {
  while (!waiting_.empty() && waiting_.front()->mark_ <= mark) {
    settle_one(*waiting_.front());
    settled_.store(waiting_.front()->mark_, std::memory_order_release);
    waiting_.pop_front();
  }
}

void ledger::settle(std::uint64_t mark) noexcept {
  if (settled_.load(std::memory_order_acquire) >= std::min(mark, marks_.load(std::memory_order_acquire)))
    return;
  const std::scoped_lock lock(mutex_);
  settle_locked(mark);
}

void ledger::waited(std::uint64_t mark) {
  settle(mark);
  if (const collector* const here = collector::innermost()) here->require_no_failure();
}

void ledger::settle_as_reported() noexcept {
  if (progress_ != nullptr)
    settle_locked(std::atomic_ref<std::uint64_t>(*progress_).load(std::memory_order_acquire));
}

void ledger::settle_known() noexcept {
  const std::scoped_lock lock(mutex_);
  settle_as_reported();
}

void ledger::finish(const evidence& wanted) {
  settle_known();
  if (wanted.known() == evidence::state::pending) owner_->synchronize();
}

open_record::open_record(ledger& owner, suspect_flag suspect) : owner_(&owner), record_(owner.take()) {
  record_.suspect = std::move(suspect);
}

kernels::verdict_report open_record::before_repair() const {
  const std::uint64_t mark = owner_->mark();
  return {record_.words, record_.ticket, owner_->progress(mark), mark, false};
}
kernels::verdict_report open_record::at_last() const {
  return {record_.words, record_.ticket, nullptr, 0, true};
}
kernels::verdict_report open_record::alone() const {
  kernels::verdict_report result = before_repair();
  result.is_last = true;
  return result;
}

void open_record::queued() {
  owner_->hand_over(record_);
  record_ = {};
}

void open_record::repeated(bool is_right) {
  record_.say(record::repaired_word);
  if (!is_right) record_.say(record::failed_word);
  queued();
}

}  // namespace gbi::faults
