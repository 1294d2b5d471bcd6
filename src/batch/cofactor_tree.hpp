/// \file
/// A product tree over neighbouring elements of a batch, for the remainders of their cofactors: the product
/// of all other elements modulo each element.
///
/// Let N be the product of the elements n_i, and S the sum of all N / n_i. Modulo n_i, S is N / n_i, as n_i
/// divides all other summands. A node has the product P of its elements and the sum T of their cofactors,
/// P = P_l P_r and T = T_l P_r + P_l T_r.
///
/// The walk down the tree uses the fractions x = X / P modulo 1 of a number X, such as S. For the left child,
/// x_l = x P_r modulo 1, as X / P_l = (X / P) P_r. At a leaf, X mod n_i is x n_i.
///
/// A node whose product has L limbs keeps the L + 1 highest limbs of x. If x is too small by less than e
/// units of its last limb, then x P_r is too small by less than e 2^(-64 (2 l + 1)) 2^(64 l) for children of
/// l = L / 2 limbs: e units of a child's last limb. Truncation adds one unit. So leaves are too small by less
/// than 32 units, and adding 32 makes the product with n_i too large by less than 32 2^-64: its integer part
/// is exact.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "src/batch/storage.hpp"
#include "src/multiply/tree_level.hpp"

namespace gbi::detail {

/// Consecutive elements of a batch, from `first` on.
struct element_range {
  std::uint32_t first, count;
};

/// Part of the caller's operation.
class cofactor_tree {
 public:
  /// Queues the products.
  /// \param elements outlives the tree
  cofactor_tree(const batch& elements, element_range which);

  /// N, which is 0 if any element is 0.
  gpu_bigint product() const;
  /// S.
  gpu_bigint cofactors() const;
  /// X modulo each element.
  /// \param quotient floor(2^(64 fraction_limbs()) X / N), or its lowest fraction_limbs() limbs
  /// \param out has as many elements as the tree
  void remainders(const gpu_bigint& quotient, const kernels::batch_target& out) const;
  std::uint64_t fraction_limbs() const noexcept { return levels_.back().limbs + 1; }

  /// Limbs of the root of a tree over this many elements.
  static std::uint64_t root_limbs(const batch& elements, std::uint64_t count) noexcept;
  /// Bytes that a tree takes, including the division that finds the quotient.
  static std::uint64_t bytes_for(const batch& elements, std::uint64_t count) noexcept;

 private:
  /// The highest limbs of the fractions of a level, row by row.
  struct fractions {
    exec::buffer<limb> memory;
    kernels::limb_span highest;
  };

  exec::buffer<limb> word(limb value) const;
  products::tree_level new_level(std::uint64_t limbs, std::uint32_t nodes, limb neutral) const;
  gpu_bigint root(const limb* limbs) const;
  fractions from_root(const gpu_bigint& quotient) const;
  fractions lowered(const fractions& above, const products::tree_level& level) const;

  const batch& elements_;
  element_range which_;
  std::shared_ptr<engine> engine_;
  exec::executor& executor_;
  exec::buffer<limb> one_, units_;
  std::vector<products::tree_level> levels_;  ///< from the leaves up
};

}  // namespace gbi::detail
