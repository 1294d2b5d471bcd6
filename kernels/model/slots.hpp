/// \file
/// The marks of slots. A slot is a piece of shared memory that a block fills from device memory ahead of its
/// use (block.hpp). The marks are in shared memory, too.
#pragma once

#include <cstdint>

namespace gbi::kernels {

template <int Slots>
struct slot_marks {
  std::uint64_t filled[Slots], released[Slots];
};

}  // namespace gbi::kernels
