/// \file
/// Steps of Euclid's algorithm on two short numbers, and the matrix of all of them, by the calling thread.
///
/// A step takes a multiple of either number from the other one. Steps are taken as long as both numbers keep
/// more than `kept` limbs, so that their difference fits `kept` limbs in the end; with 0 both become the gcd.
#pragma once

#include <cstddef>

#include "src/words/linear.hpp"
#include "src/words/symbol.hpp"

namespace gbi::words {

/// Two positive numbers, with zeros up to the limbs of the longer one.
struct euclid_pair {
  limb* a;
  limb* b;
  std::size_t limbs;

  /// The numbers without their first limbs.
  euclid_pair from(std::size_t first) const noexcept { return {a + first, b + first, limbs - first}; }
  /// Drops zeros on top of both.
  void trim() noexcept {
    while (limbs > 0 && (a[limbs - 1] | b[limbs - 1]) == 0) --limbs;
  }
};

/// m with (a; b) = m (a'; b'), of determinant 1 without negative entries, or its lower row. Every entry has
/// `limbs` limbs, `stride` behind the one before: row by row.
struct euclid_matrix {
  limb* first;
  std::size_t stride, limbs, rows;

  /// Makes the identity in memory of 2 `rows` entries, of `stride` limbs each. Steps that leave a pair of n
  /// limbs more than `kept` limbs have entries of at most n - kept limbs.
  static euclid_matrix identity(limb* memory, std::size_t stride, std::size_t rows) noexcept;

  /// Entry (row, column) of the rows that are there.
  limb* entry(std::size_t row, std::size_t column) const noexcept {
    return first + (2 * row + column) * stride;
  }
  /// Zeros up to `count` limbs.
  void extend(std::size_t count) noexcept;
  void trim() noexcept;
};

/// Takes steps of Lehmer's, of n words each, until none is left. \returns whether there was one.
/// \param matrix multiplied by that of the steps when given.
/// \tparam Symbol symbol_steps or no_symbol.
template <class Symbol>
bool take_steps(euclid_pair& pair, std::size_t kept, euclid_matrix* matrix, Symbol& symbol) noexcept;

/// A step on the larger number alone, where the leading words say nothing: one limb of the quotient.
/// \returns false if it would leave no more than `kept` limbs of either number.
template <class Symbol>
bool divide_step(euclid_pair& pair, std::size_t kept, euclid_matrix* matrix, Symbol& symbol) noexcept;

}  // namespace gbi::words
