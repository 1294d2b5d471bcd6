/// \file
/// Teams of threads that hold one number each. The teams of a warp work side by side: all of them take part
/// in each operation, and an operation is called between phases.
#pragma once

#include <cstdint>

#include "gpu_bigint/device/numbers.cuh"
#include "gpu_bigint/device/warp.cuh"
#include "kernels/model/recomputed.hpp"
#include "kernels/modular/team.hpp"

namespace gbi::device {

namespace detail {

constexpr int limbs_for(int bits) {
  return (bits + limb_bits - 1) / limb_bits;
}
/// An even number, because the host's products take two limbs at a time.
constexpr int limbs_of_thread(int bits, int threads) {
  return (limbs_for(bits) + 2 * threads - 1) / (2 * threads) * 2;
}
constexpr int threads_for(int bits) {
  int threads = 1;
  while (limbs_of_thread(bits, threads) > 8) threads *= 2;
  return threads;
}

}  // namespace detail

/// The threads of a team that hold at most 8 limbs each, which is fastest on most GPUs.
template <int Bits>
inline constexpr int team_threads = detail::threads_for(Bits);

/// What all kinds of numbers have in common.
template <int Bits, int Threads, class Team>
class teams {
  static_assert(Bits >= 64 && Bits <= 8192);
  static_assert(Threads >= 1 && Threads <= kernels::warp_threads && (Threads & (Threads - 1)) == 0);

 public:
  /// A value of each thread.
  template <class T>
  using each = typename Team::template each<T>;
  /// The teams of a warp.
  static constexpr int per_warp = kernels::warp_threads / Threads;
  /// The limbs that a thread holds.
  static constexpr int thread_limbs = detail::limbs_of_thread(Bits, Threads);
  static_assert(thread_limbs <= 12, "a thread holds at most 12 limbs: use more threads");
  /// The warps that hold `count` numbers.
  static constexpr std::uint32_t warps(std::uint64_t count) {
    return static_cast<std::uint32_t>((count + per_warp - 1) / per_warp);
  }
  /// A kernel's warps that share a multiprocessor.
  static constexpr int warps_of_multiprocessor = kernels::team_blocks<thread_limbs, kernels::warp_threads>;

  /// A phase of the warp.
  template <class Body>
  GBI_DEVICE void phase(Body&& body) const {
    team_.phase(body);
  }
  /// The index of the number that a thread's team holds.
  GBI_DEVICE std::uint64_t index(int thread) const { return team_.element(thread); }
  /// Whether there is a number of that index. Teams without one hold zeros and store nothing.
  GBI_DEVICE bool exists(int thread) const { return team_.is_present(thread); }
  /// Whether this thread speaks for its team: one thread of each team that has a number.
  GBI_DEVICE bool leads(int thread) const { return team_.rank(thread) == 0 && exists(thread); }
  /// Whether any thread of the warp has the flag.
  GBI_DEVICE bool any(const each<bool>& flag) const { return team_.any(flag); }

 protected:
  /// A number in words.
  using words_of_number = each<typename Team::value>;

  /// What a kind of numbers is built on.
  GBI_DEVICE explicit teams(const Team& team) : team_(team) {}

  /// x = value(index), of at most 64 bits
  template <class Value>
  GBI_DEVICE void fill_words(words_of_number& x, Value&& value) const {
    phase([&](int thread) {
      x[thread] = {};
      if (leads(thread)) Team::set_limb_at(x[thread], 0, value(index(thread)));
    });
  }
  /// Whether x = 0, for each team.
  GBI_DEVICE each<bool> is_zero(const words_of_number& x) const {
    each<bool> some;
    phase([&](int thread) {
      kernels::machine_word all = 0;
      kernels::unroll<Team::words>([&](auto i) { all |= x[thread].word[i]; });
      some[thread] = all != 0;
    });
    some = team_.any_of_team(some);
    phase([&](int thread) { some[thread] = !some[thread]; });
    return some;
  }
  /// Writes x to memory.
  GBI_DEVICE void store_words(const results& to, const words_of_number& x) const {
    phase([&](int thread) { team_.store(to, thread, x[thread], 0); });
  }

  /// The limbs of a team.
  static constexpr int team_limbs = thread_limbs * Threads;
  /// Places for whole numbers in shared memory, where one thread reads all limbs of its team. The operations
  /// of the kinds of numbers overwrite the front place.
  enum place : int { front, back };
  /// Writes x to such a place.
  GBI_DEVICE void put(place to, const words_of_number& x) const {
    phase([&](int thread) { team_.shared().blocks[to][team_.slot(thread)] = x[thread]; });
  }
  /// Reads x from there.
  GBI_DEVICE void take(words_of_number& x, place from) const {
    phase([&](int thread) { x[thread] = team_.shared().blocks[from][team_.slot(thread)]; });
  }
  /// Inside a phase: this team's number in such a place, as number 0. The compiler does not know its length:
  /// it would unroll loops over all limbs and spill registers.
  GBI_DEVICE results whole(place at, int thread) const {
    const auto limbs = static_cast<std::uint32_t>(kernels::recomputed<512>(team_limbs));
    return rows(team_.shared().limbs[at] + team_.first_slot(thread) * thread_limbs, limbs);
  }
  /// Runs body(thread) in one thread of each team that has a number. \returns its answers, to all threads.
  template <class Body>
  GBI_DEVICE each<bool> lead(Body&& body) const {
    each<bool> answer;
    phase([&](int thread) { answer[thread] = leads(thread) && body(thread); });
    return team_.any_of_team(answer);
  }

  Team team_;  ///< as the bodies of kernels see it
};

}  // namespace gbi::device
