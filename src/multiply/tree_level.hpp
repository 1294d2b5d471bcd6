/// \file
/// A level of a tree of products.
#pragma once

#include <cstdint>

#include "kernels/word/limb_span.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::products {

/// Nodes of one length, contiguous in memory. Zeros follow the value of a node. Nodes at even places are left
/// children, and their siblings follow them.
struct tree_level {
  exec::buffer<limb> memory;
  std::uint64_t limbs;  ///< of each node
  std::uint32_t nodes;

  kernels::limb_span all() const { return {memory.data(), limbs, limbs}; }
  kernels::limb_target rows() const { return {memory.data(), limbs, limbs}; }
  kernels::limb_span left() const { return {memory.data(), limbs, 2 * limbs}; }
  kernels::limb_span right() const { return {memory.data() + limbs, limbs, 2 * limbs}; }
  /// The number of parents. If the number of nodes is odd, the last node needs a row after it.
  std::uint32_t pairs() const { return nodes / 2 + nodes % 2; }
};

}  // namespace gbi::products
