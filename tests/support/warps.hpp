/// \file
/// The warps of a block, each on a stack of its own. A warp runs until it waits for the others, in random
/// order. So it may be a whole barrier ahead of them, as on a GPU: what it must not read before the barrier
/// is not written yet, and what it must not overwrite is not read yet.
#pragma once

#include <exception>
#include <memory>
#include <vector>

#include "src/process/function_ref.hpp"
#include "tests/support/shuffler.hpp"

namespace gbi::test {

class warps {
 public:
  explicit warps(shuffler& source);
  ~warps();

  /// Calls body(warp) for all warps, in turns on this thread. \throws what a warp throws; the others then end
  /// where they are, without destructors. \throws std::logic_error if some warps wait for others that return
  void run(int count, process::function_ref<void(int)> body);

  /// The running warp waits until all warps call this.
  void await_all();
  /// Other warps run before the running one goes on.
  void let_others_run();
  /// The running warp waits until others have made the condition true. \throws std::logic_error if none does
  template <class Condition>
  void await(Condition&& holds) {
    for (int attempts = 0; !holds(); ++attempts) {
      if (attempts == most_attempts) give_up();
      let_others_run();
    }
  }

 private:
  struct fiber;
  static constexpr int most_attempts = 100000, caller = -1;

  [[noreturn]] static void give_up();
  static void enter();
  void work();
  void make_all_ready();
  void resume_next();
  fiber& fiber_of(int warp);

  shuffler* source_;
  std::vector<std::unique_ptr<fiber>> fibers_;  ///< kept from block to block
  std::unique_ptr<fiber> caller_;
  int running_ = 0, count_ = 0, waiting_ = 0;
  std::vector<int> ready_;  ///< the last one is next
  process::function_ref<void(int)> body_;
  std::exception_ptr failure_;
};

}  // namespace gbi::test
