/// \file
/// Product trees: every node is the product of its two children. One batched product makes a level.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/multiply/tree_level.hpp"

namespace gbi::number_theory {

using products::tree_level;

class product_tree {
 public:
  enum class keep {
    root,  ///< memory of lower levels is released as soon as possible
    all    ///< for remainder trees
  };

  /// Part of the caller's operation, which holds the evidence of the levels.
  /// \param leaves the leaves, whose number is a power of two
  /// \param leaf_bits upper bounds on their bit lengths. The lengths of all levels follow from them, so the
  /// device is not asked.
  product_tree(const std::shared_ptr<detail::engine>& engine, tree_level leaves,
               std::span<const std::uint64_t> leaf_bits, keep levels);

  /// The product of all leaves.
  const gpu_bigint& root() const { return root_; }
  /// The levels from the leaves up, without the root. Empty unless all levels are kept.
  const std::vector<tree_level>& levels() const { return levels_; }

 private:
  std::vector<tree_level> levels_;
  gpu_bigint root_;
};

/// The leaves of a tree over words in device memory, none of which is 0. Part of the caller's operation.
class word_leaves {
 public:
  /// Queues the leaves. The words are not needed afterwards.
  word_leaves(std::shared_ptr<detail::engine> engine, const limb* words, std::uint64_t count);

  std::uint64_t count() const noexcept { return level_.nodes; }
  /// Asks the device for the length of each leaf. Waits.
  void read_lengths();
  /// Sets an upper bound on the length of each leaf.
  void know_lengths(std::vector<std::uint64_t> bits) { bits_ = std::move(bits); }
  /// The product of all words. The lengths must be known.
  gpu_bigint product() &&;

 private:
  std::shared_ptr<detail::engine> engine_;
  tree_level level_;
  exec::buffer<std::uint64_t> lengths_;
  std::vector<std::uint64_t> bits_;
};

/// The product of words, none of which is 0.
gpu_bigint product_of_words(std::span<const limb> words);

/// Packs factors greedily into words, as many as fit in each.
class packed_words {
 public:
  void multiply(limb factor);
  /// All words so far.
  const std::vector<limb>& words();

 private:
  std::vector<limb> words_;
  limb last_ = 1;  ///< the word being filled, not yet among the words
};

}  // namespace gbi::number_theory
