/// \file
/// The values that the threads of a team exchange between the steps of Montgomery's product. The first thread
/// sends its quotient to all threads. Every thread sends its lowest sum to the previous thread, and the first
/// thread sends its own to the last. Within a warp, values are shuffled; in larger blocks, they go through
/// two alternating places in shared memory.
#pragma once

#include "kernels/modular/team.hpp"

namespace gbi::kernels {

template <class Quotient, class Passed, int Threads>
struct handover_memory {
  using quotient_type = Quotient;
  using passed_type = Passed;
  static constexpr int readers = Threads > warp_threads ? Threads : 1;

  Quotient quotient[2][readers];
  Passed passed[2][readers];
};

/// A team whose threads pass values to each other.
/// \tparam Memory has a team_memory, `words`, and a handover_memory, `handed`.
template <class Block, int Limbs, class Memory>
class handing_team : public team<Block, Limbs> {
 public:
  using base = team<Block, Limbs>;
  using memory = Memory;
  using handed_memory = decltype(memory::handed);

  GBI_DEVICE handing_team(Block& block, memory& shared, int threads, std::uint32_t elements, int sharing = 1)
      : base(block, shared.words, threads, elements, sharing), memory_(&shared) {}

  GBI_DEVICE handed_memory& handed() const { return memory_->handed; }

 protected:
  memory* memory_;
};

/// \tparam Team has a handover_memory, `handed()`.
template <class Block, class Team>
class handover {
 public:
  using memory = typename Team::handed_memory;
  using quotient_type = typename memory::quotient_type;
  using passed_type = typename memory::passed_type;

  GBI_DEVICE explicit handover(const Team& team) : team_(&team) {}

  /// At the end of a phase; `step` counts them.
  GBI_DEVICE void tell(int thread, int step, quotient_type quotient, passed_type passed) {
    if constexpr (Team::is_one_warp) {
      quotient_[thread] = quotient;
      passed_[thread] = passed;
    } else {
      memory& handed = team_->handed();
      handed.quotient[step % 2][thread] = quotient;
      handed.passed[step % 2][thread] = passed;
    }
  }
  /// Between phases.
  GBI_DEVICE void deliver() {
    if constexpr (Team::is_one_warp) {
      quotient_ = team_->block().shuffle(quotient_, [&](int lane) { return team_->first(lane); });
      passed_ = team_->block().shuffle(passed_,
                                       [&](int lane) { return team_->first(lane) + team_->rank(lane + 1); });
    }
  }
  /// In the next phase.
  GBI_DEVICE quotient_type quotient(int thread, int step) const {
    if constexpr (Team::is_one_warp) return quotient_[thread];
    return team_->handed().quotient[step % 2][team_->first(thread)];
  }
  GBI_DEVICE passed_type passed(int thread, int step) const {
    if constexpr (Team::is_one_warp) return passed_[thread];
    return team_->handed().passed[step % 2][team_->first(thread) + team_->rank(thread + 1)];
  }

 private:
  const Team* team_;
  per_thread<Block, quotient_type> quotient_;
  per_thread<Block, passed_type> passed_;
};

}  // namespace gbi::kernels
