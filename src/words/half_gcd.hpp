/// \file
/// Half-gcds of short numbers, by the calling thread: Möller's recursion above Lehmer's steps.
///
/// The steps for the leading half of both numbers are right for the whole of them, if they stop where half of
/// that half is left. Their matrix is applied to the lower halves by four products. O(M(n) log n).
///
/// Source: N. Möller, "On Schönhage's algorithm and subquadratic integer gcd computation", Math. Comp. 77
/// (2008). src/number_theory/euclid.hpp has the same recursion, on numbers in device memory.
#pragma once

#include "src/words/euclid.hpp"

namespace gbi::words {

/// Limbs up to which Lehmer's steps are faster, as measured.
inline constexpr std::size_t half_gcd_leaf = 112, whole_gcd_leaf = 200;

/// Limbs that a half-gcd of numbers of n limbs keeps more than.
constexpr std::size_t half_gcd_kept(std::size_t n) noexcept {
  return n / 2 + 1;
}

/// Limbs of scratch memory of half_gcd() for n limbs.
std::size_t half_gcd_scratch(std::size_t n) noexcept;
/// Takes steps that leave both numbers more than half_gcd_kept() limbs, and the numbers with no more than two
/// limbs above that unless their difference is shorter. \returns whether there was one.
/// \param matrix the identity, with room for entries of n - half_gcd_kept(n) limbs; becomes that of the
/// steps. \param leaf at least 16.
template <class Symbol>
bool half_gcd(euclid_pair& pair, euclid_matrix& matrix, Symbol& symbol, limb* scratch,
              std::size_t leaf = half_gcd_leaf) noexcept;

/// Limbs of scratch memory of whole_gcd() for n limbs.
std::size_t whole_gcd_scratch(std::size_t n) noexcept;
/// Takes steps that leave both numbers, which are positive, more than `kept` limbs, 0 or 1, until their
/// difference has no more: with 0 both are the gcd in the end.
/// \param matrix when given, multiplied by that of the steps; room for entries of n limbs.
/// \param longest numbers up to this many limbs are left to Lehmer's steps; at least 16.
template <class Symbol>
void whole_gcd(euclid_pair& pair, std::size_t kept, euclid_matrix* matrix, Symbol& symbol, limb* scratch,
               std::size_t longest = whole_gcd_leaf, std::size_t leaf = half_gcd_leaf) noexcept;

}  // namespace gbi::words
