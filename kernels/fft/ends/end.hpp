/// \file
/// What a column pass (columns.hpp) asks of its end, and the defaults.
#pragma once

#include "kernels/fft/ends/place.hpp"
#include "kernels/model/block.hpp"

namespace gbi::kernels {

/// Policy of a column pass with this end. It has the members of plain_end, `place`, which is one of
/// place.hpp, and for a forward pass
///
///     load(shared, here)(which)(row)
///
/// the point in a row and in column `which` of the block, or for a backward pass
///
///     store(shared, here)(which, state)(row, z)
///
/// which writes it. `here` is the place of the block, and `shared` its memory. The first call is made between
/// phases, the second by every thread. load() may return `either` of two functions (block_fft.hpp).
/// \tparam Fft the transform of a block
template <class End, class Fft>
struct column_end;

template <class End, class Fft>
struct plain_end {
  static constexpr bool of_ranks = false;  ///< whether ranks share the transform
  static constexpr bool repairs = false;   ///< whether a repair of a product has such passes
  using staging = no_shared_memory;        ///< `shared.staged`, which shares memory with the exchange
  using memory = no_shared_memory;         ///< `shared.end_memory`
  struct thread_state {};                  ///< what a thread keeps from `store` to `finish`

  /// A factor of all results, with which the twiddles before the transform are multiplied.
  GBI_DEVICE static constexpr typename End::real scale(const auto&) { return typename End::real{1}; }

  /// Phases before the transform.
  template <class Block>
  GBI_DEVICE static void prepare(Block&, auto&, const auto&) {}
  /// Phases after the transform.
  template <class Block>
  GBI_DEVICE static void finish(Block&, auto&, const auto&, const auto&) {}
};

}  // namespace gbi::kernels
