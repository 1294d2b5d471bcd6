/// \file
/// Duels: short operations of the library and of GMP, timed in turn by the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bench/support/turns.hpp"

namespace gbi::bench {

struct duel {
  repeated_work ours, gmp;
};

/// Registers NAME/SIZE and NAME/gmp/SIZE (turns.hpp). `prepare` makes the duel. The time of one of so many
/// parts is reported.
template <class Prepare>
void add_duel(const std::string& name, std::int64_t size, Prepare prepare, std::size_t parts = 1) {
  const std::string of_size = std::to_string(size);
  add_in_turn(
      {name + "/" + of_size, name + "/gmp/" + of_size},
      [prepare = std::move(prepare)] {
        duel both = prepare();
        return std::vector{std::move(both.ours), std::move(both.gmp)};
      },
      clock_seconds, benchmark::kNanosecond, parts);
}

/// One repetition is work(set) for each of the sets.
template <class Work>
repeated_work on_sets(std::size_t sets, Work work) {
  return [sets, work = std::move(work)](std::int64_t times) {
    while (times-- > 0)
      for (std::size_t set = 0; set < sets; ++set) work(set);
  };
}

}  // namespace gbi::bench
