/// \file
/// Boxes of pinned memory. Kernels write reports to them, which the host can read while kernels run.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "kernels/arithmetic/arguments.hpp"
#include "src/exec/executor.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::exec {

/// Thread safety: any number of threads.
class mailboxes {
 public:
  /// The most limbs of a short number that fit in a box.
  static constexpr std::uint32_t most_limbs = 1024;

  explicit mailboxes(executor& owner) : owner_(&owner) {}
  mailboxes(const mailboxes&) = delete;
  mailboxes& operator=(const mailboxes&) = delete;
  ~mailboxes() {
    for (std::uint64_t* chunk : chunks_) owner_->release_pinned(chunk);
  }

  /// One box and the ticket of its next report. Queued kernels may still write to a box that was given back.
  /// They run before the kernels of its next owner, and their tickets differ from the new one.
  struct box {
    std::uint64_t* words = nullptr;
    std::uint64_t ticket = 0;
    std::uint64_t mark = 0;  ///< the executor's mark before the kernel that writes to the box
  };
  box take() {
    const std::uint64_t mark = owner_->mark();
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) add_chunk();
    const box result{free_.back(), ++tickets_, mark};
    free_.pop_back();
    return result;
  }
  void give_back(const box& used) noexcept {
    const std::scoped_lock lock(mutex_);
    free_.push_back(used.words);  // does not allocate: reserved with its chunk
  }

 private:
  static constexpr std::size_t box_words = kernels::report_limbs + most_limbs;
  static constexpr std::size_t boxes_of_chunk = 32;

  void add_chunk() {
    free_.reserve((chunks_.size() + 1) * boxes_of_chunk);
    chunks_.reserve(chunks_.size() + 1);
    auto* const chunk = static_cast<std::uint64_t*>(
        owner_->allocate_pinned(boxes_of_chunk * box_words * sizeof(std::uint64_t)));
    chunks_.push_back(chunk);
    for (std::size_t i = 0; i < boxes_of_chunk; ++i) {
      chunk[i * box_words + kernels::report_ticket] = 0;
      free_.push_back(chunk + i * box_words);
    }
  }

  executor* owner_;
  process::fork_mutex mutex_;
  std::uint64_t tickets_ = 0;
  std::vector<std::uint64_t*> chunks_, free_;
};

}  // namespace gbi::exec
