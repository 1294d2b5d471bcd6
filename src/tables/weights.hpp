/// \file
/// The weights 2^(r/N) of the irrational base (kernels/mersenne/arguments.hpp), in two short tables.
#pragma once

#include <cstdint>
#include <vector>

namespace gbi::tables {

/// 2^(r/N) for 0 <= r <= N is coarse[r >> fine_bits] (1 + fine[r mod 2^fine_bits]).
struct root_weights {
  std::vector<double> coarse, fine;
};

root_weights weights_of(std::uint64_t digits, std::uint32_t fine_bits);

}  // namespace gbi::tables
