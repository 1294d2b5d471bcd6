/// \file
/// What the kernel of Euclid's algorithm is told.
#pragma once

#include "kernels/word/jacobi.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

/// What the host learns of a reduction.
struct reduction_result {
  std::uint64_t limbs;         ///< of the larger number that is left
  std::uint64_t matrix_limbs;  ///< of the largest entry of the matrix
  std::uint64_t any;           ///< whether there was a step
};

/// Subtracts multiples of either number from the other one as long as both keep more than `kept` limbs: their
/// difference fits `kept` limbs in the end. With 0 both become the gcd. Numbers that have no more limbs from
/// the start stay as they are; so does 0, whose gcd with x is x.
struct euclid_arguments {
  limb_span a, b;
  std::uint64_t kept;
  /// When given, the numbers that are left, as long as the longer operand; may be the operands.
  limb* out_a;
  limb* out_b;
  limb_target gcd;  ///< when given, the gcd (kept = 0)
  limb_target
      matrix;  ///< when given, m with (a; b) = m (a'; b'): rows (m00, m01), (m10, m11), entry by entry
  jacobi_state* symbol;      ///< when given, follows the steps
  reduction_result* result;  ///< when given
};

/// Limbs of the longer operand for which one block suffices.
inline constexpr std::uint64_t euclid_limbs = 511, euclid_limbs_with_matrix = 240;
inline constexpr std::uint64_t short_euclid_limbs = 127, short_euclid_limbs_with_matrix = 56;

}  // namespace gbi::kernels
