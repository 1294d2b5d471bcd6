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

/// Registers NAME/SIZE and NAME/gmp/SIZE (turns.hpp).
template <class Prepare>
void add_duel(const std::string& name, std::int64_t size, Prepare prepare) {
  const std::string of_size = std::to_string(size);
  add_in_turn(
      {name + "/" + of_size, name + "/gmp/" + of_size},
      [prepare = std::move(prepare)] {
        duel both = prepare();
        return std::vector{std::move(both.ours), std::move(both.gmp)};
      },
      clock_seconds, benchmark::kNanosecond);
}

}  // namespace gbi::bench
