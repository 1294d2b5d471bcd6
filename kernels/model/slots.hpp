/// \file
/// The bookkeeping, in shared memory, of slots of shared memory that a block fills from device memory ahead
/// of their use (block.hpp).
#pragma once

#include <cstdint>

namespace gbi::kernels {

template <int Slots>
struct slot_marks {
  std::uint64_t filled[Slots], released[Slots];
};

}  // namespace gbi::kernels
