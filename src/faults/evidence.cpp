#include "src/faults/evidence.hpp"

#include <algorithm>

#include "gpu_bigint/error.hpp"
#include "src/faults/ledger.hpp"
#include "src/process/concat.hpp"

namespace gbi::faults {

namespace {

constinit std::atomic<std::uint64_t> known_faults = 0;
constinit std::atomic<std::size_t> failed_a = 0, failed_b = 0;

}  // namespace

void note_fault() noexcept {
  known_faults.fetch_add(1, std::memory_order_release);
}
std::uint64_t faults() noexcept {
  return known_faults.load(std::memory_order_acquire);
}

void note_failure(const record& failed) noexcept {
  failed_a = failed.limbs_a;
  failed_b = failed.limbs_b;
}

void throw_fault() {
  const std::size_t a = failed_a, b = failed_b;
  const std::string operands =
      a == 0 ? "" : concat(", the last one for operands of ", a, " and ", b, " limbs");
  throw device_error("this value was computed from a result that failed its check" + operands +
                     ". The hardware is faulty");
}

evidence::pointer evidence::of_failure() {
  return std::make_shared<evidence>(nullptr, 0, std::vector<record>{}, std::vector<pointer>{});
}

void evidence::require_right() const {
  if (known() == state::right) return;
  if (known() == state::pending) owner_->finish(*this);
  if (known() != state::right) throw_fault();
}

void collector::add(const evidence::pointer& of_operand) {
  if (!of_operand || of_operand->known() == evidence::state::right) return;
  if (of_operand->known() == evidence::state::failed) throw_fault();
  if (std::find(operands_.begin(), operands_.end(), of_operand) != operands_.end()) return;
  if (operands_.size() >= most) so_far();
  operands_.push_back(of_operand);
}

void collector::add(ledger& owner, const record& of_check) {
  if (records_.size() >= most || (owner_ != &owner && !records_.empty())) so_far();
  records_.push_back(of_check);
  owner_ = &owner;
}

evidence::pointer collector::so_far() {
  std::erase_if(operands_, [](const auto& e) { return e->known() == evidence::state::right; });
  if (records_.empty()) {
    if (operands_.empty()) return nullptr;
    const auto failed = std::find_if(operands_.begin(), operands_.end(),
                                     [](const auto& e) { return e->known() == evidence::state::failed; });
    if (failed != operands_.end()) operands_ = {*failed};
    if (operands_.size() == 1) return operands_.front();
  }
  ledger& owner = records_.empty() ? *operands_.front()->owner() : *owner_;
  // A ledger orders only its own evidence, so evidence of other ledgers must be settled first.
  for (const evidence::pointer& e : operands_)
    if (e->known() == evidence::state::pending && e->owner() != &owner) e->owner()->finish(*e);
  std::vector<evidence::pointer> result(1);
  result.front() = owner.make(std::move(records_), std::move(operands_));
  records_.clear();
  operands_ = std::move(result);
  return operands_.front();
}

void collector::require_no_failure() const {
  for (const evidence::pointer& e : operands_)
    if (e->known() == evidence::state::failed) throw_fault();
  for (const record& r : records_)
    if (r.says(record::failed_word)) {
      note_failure(r);
      throw_fault();
    }
}

void collector::give_up() noexcept try {
  static_cast<void>(owner_->make(std::move(records_), {}));  // so that its repairs are counted
} catch (...) {                                              // out of memory
  for (const record& r : records_) owner_->give_back(r);
}

}  // namespace gbi::faults
