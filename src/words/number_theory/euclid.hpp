/// \file
/// Steps of Euclid's algorithm on two short numbers, and the matrix of these steps, on the calling thread.
///
/// A step subtracts a multiple of one number from the other. Steps continue while both numbers keep more than
/// `floor` limbs, so in the end their difference fits in `floor` limbs. With floor = 0, both become the gcd.
#pragma once

#include <cstddef>

#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/symbol.hpp"

namespace gbi::words {

/// Two positive numbers, padded with zeros to the limbs of the longer one.
struct euclid_pair {
  limb* a;
  limb* b;
  std::size_t limbs;

  /// The numbers without their first limbs.
  euclid_pair from(std::size_t first) const noexcept { return {a + first, b + first, limbs - first}; }
  /// Drops common leading zeros.
  void trim() noexcept {
    while (limbs > 0 && (a[limbs - 1] | b[limbs - 1]) == 0) --limbs;
  }
};

/// The matrix m with (a; b) = m (a'; b'), determinant 1 and no negative entries, or its lower row. The
/// entries are stored row by row. Each has `limbs` limbs; consecutive entries are `stride` limbs apart.
struct euclid_matrix {
  limb* first;
  std::size_t stride, limbs, rows;

  /// Makes the identity, in memory for 2 `rows` entries of `stride` limbs each. The entries for steps that
  /// leave more than `floor` of n limbs have at most n - floor limbs.
  static euclid_matrix identity(limb* memory, std::size_t stride, std::size_t rows) noexcept;

  /// Entry (row, column). With a single row, the entry of that row.
  limb* entry(std::size_t row, std::size_t column) const noexcept {
    return first + (2 * row + column) * stride;
  }
  /// Pads entries with zeros to `count` limbs.
  void extend(std::size_t count) noexcept;
  void trim() noexcept;
};

/// Takes Lehmer steps of n words each until none is possible. \returns whether there was one.
/// \param matrix if not null, multiplied by the matrix of the steps.
/// \tparam Symbol symbol_steps or no_symbol.
template <class Symbol>
bool take_steps(euclid_pair& pair, std::size_t floor, euclid_matrix* matrix, Symbol& symbol) noexcept;

/// A step on the larger number alone, for when the leading words allow no step: one limb of the quotient.
/// \returns false if it would leave at most `floor` limbs of either number.
template <class Symbol>
bool divide_step(euclid_pair& pair, std::size_t floor, euclid_matrix* matrix, Symbol& symbol) noexcept;

}  // namespace gbi::words
