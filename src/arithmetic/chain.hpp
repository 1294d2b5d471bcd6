/// \file
/// Memory of a carry chain between blocks.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/normalize/arguments.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::arithmetic {

/// States and ticket for `batch` results of `limbs` limbs each, cleared; no memory when one tile suffices.
class carry_chain {
 public:
  carry_chain(exec::executor& executor, std::size_t limbs, std::uint32_t batch)
      : tiles_(tiles_of(limbs)),
        memory_(exec::cleared<std::uint64_t>(executor,
                                             tiles_ == 1 ? 0 : std::size_t{tiles_} * batch + ticket_words)) {}

  kernels::tile_chain get() const {
    return {memory_.data() + ticket_words, reinterpret_cast<std::uint32_t*>(memory_.data()), tiles_};
  }

  /// Tiles of `limbs` limbs, at least one.
  static std::uint32_t tiles_of(std::size_t limbs) {
    return static_cast<std::uint32_t>(
        std::max<std::size_t>(1, (limbs + kernels::carry_tile_limbs - 1) / kernels::carry_tile_limbs));
  }

 private:
  // The ticket has a line of memory to itself: all blocks hit it.
  static constexpr std::size_t ticket_words = 16;

  std::uint32_t tiles_;
  exec::buffer<std::uint64_t> memory_;
};

}  // namespace gbi::arithmetic
