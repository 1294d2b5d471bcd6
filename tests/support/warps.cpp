// A checked longjmp refuses to change stacks.
#undef _FORTIFY_SOURCE

#include "tests/support/warps.hpp"

#include <ucontext.h>

#include <csetjmp>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "src/exec/host/stack.hpp"

namespace gbi::test {

/// A stack and a place in its code. A new stack is entered by setcontext, which takes system calls, and then
/// left and resumed by longjmp, which takes none.
struct warps::fiber {
  std::unique_ptr<std::byte[]> stack;
  ucontext_t begin;
  std::jmp_buf place;
  bool is_entered = false;

  void resume(fiber& next) {
    if (setjmp(place) != 0) return;
    if (next.is_entered) std::longjmp(next.place, 1);
    next.is_entered = true;
    setcontext(&next.begin);
  }
};

namespace {
thread_local warps* entered = nullptr;  ///< the object whose fiber begins
}

warps::warps(shuffler& source) : source_(&source), caller_(std::make_unique<fiber>()) {
  caller_->is_entered = true;
}
warps::~warps() = default;

void warps::run(int count, process::function_ref<void(int)> body) {
  count_ = count;
  if (count == 1) return body(0);
  while (fibers_.size() < static_cast<std::size_t>(count)) {
    fiber& added = *fibers_.emplace_back(std::make_unique<fiber>());
    added.stack.reset(new std::byte[exec::host::least_stack]);  // only pages in use are there
    getcontext(&added.begin);
    added.begin.uc_stack = {.ss_sp = added.stack.get(), .ss_flags = 0, .ss_size = exec::host::least_stack};
    added.begin.uc_link = nullptr;
    makecontext(&added.begin, &warps::enter, 0);
  }
  entered = this;
  body_ = body;
  waiting_ = 0;
  running_ = caller;
  make_all_ready();
  resume_next();
  if (!failure_ && waiting_ == 0) return;
  fibers_.clear();  // some are in the middle of the block
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  throw std::logic_error("a warp waits for others that have returned");
}

void warps::enter() {
  entered->work();
}
void warps::work() {
  for (;;) {
    try {
      body_(running_);
    } catch (...) {
      failure_ = std::current_exception();
      ready_.clear();
    }
    resume_next();
  }
}

void warps::await_all() {
  if (++waiting_ == count_) {
    waiting_ = 0;
    make_all_ready();
  }
  resume_next();
}

void warps::let_others_run() {
  if (ready_.empty()) return;
  ready_.push_back(running_);
  std::swap(ready_.back(), ready_[source_->below(ready_.size())]);
  resume_next();
}

void warps::make_all_ready() {
  ready_.resize(static_cast<std::size_t>(count_));
  std::iota(ready_.begin(), ready_.end(), 0);
  source_->shuffle(ready_);
}

/// The next ready warp, or the caller of run().
void warps::resume_next() {
  fiber& from = fiber_of(running_);
  running_ = ready_.empty() ? caller : ready_.back();
  if (running_ != caller) ready_.pop_back();
  if (fiber& next = fiber_of(running_); &next != &from) from.resume(next);
}
warps::fiber& warps::fiber_of(int warp) {
  return warp == caller ? *caller_ : *fibers_[static_cast<std::size_t>(warp)];
}

void warps::give_up() {
  throw std::logic_error("the warps of a block wait for each other");
}

}  // namespace gbi::test
