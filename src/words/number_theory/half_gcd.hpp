/// \file
/// Half-gcds of short numbers on the calling thread: Möller's recursion on top of Lehmer steps.
///
/// Steps for the leading halves of both numbers are right for the whole numbers if they stop when half of the
/// leading half remains. Four products apply their matrix to the lower halves. O(M(n) log n).
///
/// Source: N. Möller, "On Schönhage's algorithm and subquadratic integer gcd computation", Math. Comp. 77
/// (2008). src/number_theory/gcd/euclid.hpp has the same recursion for numbers in device memory.
#pragma once

#include "src/words/number_theory/euclid.hpp"

namespace gbi::words {

/// Numbers of up to this many limbs are faster with Lehmer steps, as measured.
inline constexpr std::size_t half_gcd_leaf = 112, whole_gcd_leaf = 200;

/// A half-gcd of numbers of n limbs keeps more than this many limbs.
constexpr std::size_t half_gcd_floor(std::size_t n) noexcept {
  return n / 2 + 1;
}

/// Limbs of scratch memory for half_gcd() with n limbs.
std::size_t half_gcd_scratch(std::size_t n) noexcept;
/// Takes steps that leave both numbers more than half_gcd_floor() limbs. The numbers end with at most two
/// limbs above that, unless their difference is shorter. \returns whether there was a step.
/// \param matrix the identity, with room for entries of n - half_gcd_floor(n) limbs; becomes the matrix of
/// the steps. \param leaf at least 16.
template <class Symbol>
bool half_gcd(euclid_pair& pair, euclid_matrix& matrix, Symbol& symbol, limb* scratch,
              std::size_t leaf = half_gcd_leaf) noexcept;

/// Limbs of scratch memory for whole_gcd() with n limbs.
std::size_t whole_gcd_scratch(std::size_t n) noexcept;
/// Takes steps that leave both numbers, which are positive, more than `floor` limbs, 0 or 1, until their
/// difference has no more than that. With floor = 0 both end as the gcd.
/// \param matrix if not null, multiplied by the matrix of the steps; it has room for entries of n limbs.
/// \param longest Lehmer steps handle numbers of up to this many limbs; at least 16.
template <class Symbol>
void whole_gcd(euclid_pair& pair, std::size_t floor, euclid_matrix* matrix, Symbol& symbol, limb* scratch,
               std::size_t longest = whole_gcd_leaf, std::size_t leaf = half_gcd_leaf) noexcept;

}  // namespace gbi::words
