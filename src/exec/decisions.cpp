#include "src/exec/decisions.hpp"

#include <algorithm>
#include <mutex>

namespace gbi::exec {

decisions::oldest::oldest(decisions& owner) : owner_(&owner) {
  const std::scoped_lock lock(owner.mutex_);
  at_ = owner.due_.begin();
  exists_ = at_ != owner.due_.end();
  if (!exists_) return;
  at_->queued_by = std::this_thread::get_id();
  owner.under_way_.splice(owner.under_way_.end(), owner.due_, at_);
}

decisions::oldest::~oldest() {
  if (!exists_) return;
  const std::scoped_lock lock(owner_->mutex_);
  owner_->due_.splice(owner_->due_.begin(), owner_->under_way_, at_);
}

void decisions::oldest::queued() noexcept {
  if (!exists_) return;
  exists_ = false;
  const std::scoped_lock lock(owner_->mutex_);
  owner_->clean_.splice(owner_->clean_.end(), owner_->under_way_, at_);
  owner_->update_limit();
}

decisions::entries decisions::with_clean_sums(decisions& owner) {
  entries result;
  {
    const std::scoped_lock lock(owner.mutex_);
    if (!owner.clean_.empty()) result.splice(result.end(), owner.clean_, owner.clean_.begin());
  }
  if (result.empty()) result.push_back({.sums = cleared<kernels::residue_sums>(*owner.owner_, 1)});
  return result;
}

decisions::turn::turn(decisions& owner) : owner_(&owner), own_(with_clean_sums(owner)), earlier_(owner) {}

void decisions::turn::queued(const kernels::decision_arguments& what) noexcept {
  earlier_.queued();
  own_.front().what = what;
  const std::scoped_lock lock(owner_->mutex_);
  own_.front().mark = owner_->marks_->load(std::memory_order_acquire);
  owner_->due_.splice(owner_->due_.end(), own_);
  owner_->update_limit();
}

bool decisions::queue_all() {
  while (limit() != unlimited) {
    oldest next(*this);
    if (next.exists()) {
      owner_->launch(next.what());
      next.queued();
    } else if (others_are_queueing()) {
      std::this_thread::yield();
    } else {
      return false;
    }
  }
  return true;
}

bool decisions::others_are_queueing() {
  const std::scoped_lock lock(mutex_);
  return std::any_of(under_way_.begin(), under_way_.end(),
                     [](const entry& one) { return one.queued_by != std::this_thread::get_id(); });
}

bool decisions::forget(const std::uint64_t* record) noexcept {
  const std::scoped_lock lock(mutex_);
  for (entry& one : due_)
    if (one.what.record == record) one.what.record = nullptr;
  return std::none_of(under_way_.begin(), under_way_.end(),
                      [&](const entry& one) { return one.what.record == record; });
}

void decisions::update_limit() noexcept {
  std::uint64_t limit = unlimited;
  for (const entries* const open : {&due_, &under_way_})
    for (const entry& one : *open) limit = std::min(limit, one.mark);
  limit_.store(limit, std::memory_order_release);
}

}  // namespace gbi::exec
