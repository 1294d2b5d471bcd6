/// \file
/// Greatest common divisors, cofactors, inverses and Jacobi symbols of short numbers in host memory on the
/// calling thread. Operands have no leading zeros; 0 has no limbs. No result overlaps an operand.
///
/// If the first number is longer, it is first reduced modulo the second. Then n limbs take n Lehmer steps,
/// each with about 38 word divisions, and 4 word products per remaining limb. Above a few hundred limbs,
/// half-gcds replace them. Gcds and symbols of one or two limbs are found by halving (binary_gcd.hpp).
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::words {

/// Limbs of scratch memory for gcd() with operands of n and m limbs.
std::size_t gcd_scratch(std::size_t n, std::size_t m) noexcept;
/// The gcd; gcd(0, 0) = 0. \returns its limbs.
/// \param out has the limbs of the longer operand; those above the result are undefined.
std::size_t gcd(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                limb* scratch) noexcept;

/// The gcd of numbers of at most two limbs each; gcd(0, 0) = 0.
kernels::wide_limb gcd_of_pairs(const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept;

/// The limbs of a gcd and of a's cofactor, and the sign of the cofactor.
struct cofactor_size {
  std::size_t gcd, cofactor;
  bool negative;
};
std::size_t gcd_ext_scratch(std::size_t n, std::size_t m) noexcept;
/// gcd = cofactor a + t b with the smallest cofactors, as in gpu_bigint/gcd.hpp: |cofactor| <= b / (2 gcd); 0
/// for a = b; 1 for b = 2 gcd and for b = 0, unless a is 0.
/// \param out as in gcd(). \param cofactor has m limbs, at least one.
cofactor_size gcd_ext(limb* out, limb* cofactor, const limb* a, std::size_t n, const limb* b, std::size_t m,
                      limb* scratch) noexcept;

std::size_t invert_scratch(std::size_t n, std::size_t m) noexcept;
/// out = 1 / a modulo b, in m limbs. \returns false if there is no inverse; then `out` is undefined.
bool invert(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept;

std::size_t jacobi_scratch(std::size_t n, std::size_t m) noexcept;
/// The symbol (a / b), b odd.
int jacobi(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept;

}  // namespace gbi::words
