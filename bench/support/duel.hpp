/// \file
/// Duels: short operations of the library and of GMP, timed alternately by the clock. Anything that slows the
/// machine slows both.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gbi::bench {

/// Each function does its work `times` times.
struct duel {
  std::function<void(std::int64_t times)> ours, gmp;
};

/// Registers NAME/SIZE and NAME/gmp/SIZE: the median times of one repetition, the library and GMP in turn.
void add_duel(const std::string& name, std::int64_t size, std::function<duel()> prepare);

}  // namespace gbi::bench
