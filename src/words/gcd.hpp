/// \file
/// Greatest common divisors, cofactors, inverses and Jacobi symbols of short numbers in host memory, by the
/// calling thread. Operands have no zeros on top; 0 has no limbs. No result overlaps an operand.
///
/// A longer first number is divided once by the other one. Then Lehmer's steps: n of them for n limbs, of
/// some 38 divisions of words and 4 products of words for each limb that is left; above a few hundred limbs
/// half-gcds.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Limbs of scratch memory that gcd() takes for operands of n and m limbs.
std::size_t gcd_scratch(std::size_t n, std::size_t m) noexcept;
/// The gcd, 0 of two zeros. \returns its limbs.
/// \param out of the limbs of the longer operand; what is above the result is undefined.
std::size_t gcd(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                limb* scratch) noexcept;

/// Limbs of a gcd and of a's cofactor, and the cofactor's sign.
struct cofactor_size {
  std::size_t gcd, cofactor;
  bool negative;
};
std::size_t gcd_ext_scratch(std::size_t n, std::size_t m) noexcept;
/// gcd = cofactor a + t b with the smallest cofactors, as gpu_bigint/gcd.hpp says: |cofactor| <= b / (2 gcd);
/// 0 for a = b; 1 for b = 2 gcd and for b = 0, unless a is 0.
/// \param out as gcd(). \param cofactor of m limbs, at least one.
cofactor_size gcd_ext(limb* out, limb* cofactor, const limb* a, std::size_t n, const limb* b, std::size_t m,
                      limb* scratch) noexcept;

std::size_t invert_scratch(std::size_t n, std::size_t m) noexcept;
/// out = 1 / a modulo b, of m limbs. \returns false if there is none; then `out` is undefined.
bool invert(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept;

std::size_t jacobi_scratch(std::size_t n, std::size_t m) noexcept;
/// The symbol (a / b), b odd.
int jacobi(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept;

}  // namespace gbi::words
