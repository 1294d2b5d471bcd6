/// \file
/// Words that the device computes and the host waits for: one launch each, and no copy.
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "kernels/word/reduction_target.hpp"
#include "src/exec/buffer.hpp"
#include "src/exec/mailboxes.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::exec {

/// Thread safety: any number of threads.
class answers {
 public:
  /// The mailboxes must outlive the answers.
  answers(executor& owner, mailboxes& boxes) : owner_(&owner), boxes_(&boxes) {}

  /// Calls launch(target), which queues a reduction to that target, and waits for the word.
  template <class Launch>
  std::uint64_t await(const Launch& launch) {
    const lease own(*this);
    launch(own.target());
    owner_->await(own.box.words, own.box.ticket, own.box.mark);
    return own.box.words[1];
  }

 private:
  /// The word of a reduction and its count of arrivals, both 0 between launches.
  using state = buffer<std::uint64_t>;

  struct lease {
    explicit lease(answers& from) : owner(from), memory(from.take()), box(from.boxes_->take()) {}
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease() {
      owner.boxes_->give_back(box);
      owner.put_back(std::move(memory));
    }

    kernels::reduction_target target() const {
      kernels::reduction_target result = memory.data();
      result.box = box.words;
      result.ticket = box.ticket;
      result.arrivals = reinterpret_cast<std::uint32_t*>(memory.data() + 1);
      return result;
    }

    answers& owner;
    state memory;
    mailboxes::box box;
  };

  state take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        state result = std::move(free_.back());
        free_.pop_back();
        return result;
      }
    }
    return cleared<std::uint64_t>(*owner_, 2);
  }
  /// If there is no memory for the list, the state is freed.
  void put_back(state&& used) noexcept try {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(used));
  } catch (const std::bad_alloc&) {
  }

  executor* owner_;
  mailboxes* boxes_;
  process::fork_mutex mutex_;
  std::vector<state> free_;
};

}  // namespace gbi::exec
