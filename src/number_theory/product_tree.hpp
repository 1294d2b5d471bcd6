/// \file
/// Trees of products: every node is the product of its two children. A level is one batched product.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::number_theory {

/// Nodes of one length, one behind the other. What is above a node's value is zeros.
struct tree_level {
  exec::buffer<limb> memory;
  std::uint64_t limbs;  ///< of each node
  std::uint32_t nodes;

  kernels::limb_span all() const { return {memory.data(), limbs, limbs}; }
};

class product_tree {
 public:
  enum class keep {
    root,  ///< memory of the levels below goes back as soon as it is not needed
    all    ///< for remainder trees
  };

  /// \param leaves a power of two of them.
  /// \param leaf_bits upper bounds of their bit lengths; the lengths of all levels follow from them, so that
  /// nothing is asked of the device.
  product_tree(const std::shared_ptr<detail::engine>& engine, tree_level leaves,
               std::span<const std::uint64_t> leaf_bits, keep what);

  /// The product of all leaves.
  const gpu_bigint& root() const { return root_; }
  /// Leaves first, without the root; empty unless they were to be kept.
  const std::vector<tree_level>& levels() const { return levels_; }

 private:
  std::vector<tree_level> levels_;
  gpu_bigint root_;
};

/// The product of words, none of which is 0.
gpu_bigint product_of_words(std::span<const limb> words);

/// Collects factors into as few words as greedily fit.
class packed_words {
 public:
  void multiply(limb factor);
  /// Everything so far.
  const std::vector<limb>& words();

 private:
  std::vector<limb> words_;
  limb last_ = 1;  ///< not among the words yet
};

}  // namespace gbi::number_theory
