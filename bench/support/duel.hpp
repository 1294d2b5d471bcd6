/// \file
/// Duels: short work of ours and GMP's, measured in turn by the clock, so that whatever slows the machine
/// slows both.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace gbi::bench {

/// Both do the same `times` times.
struct duel {
  std::function<void(std::int64_t times)> ours, gmp;
};

/// Registers NAME/SIZE and NAME/gmp/SIZE: the median times of one of many repetitions, ours and GMP's in
/// turn.
void add_duel(const std::string& name, std::int64_t size, std::function<duel()> prepare);

}  // namespace gbi::bench
