/// \file
/// Powers modulo a number, in host memory, by the calling thread.
#pragma once

#include <cstddef>

#include "src/words/montgomery.hpp"

namespace gbi::words {

/// Limbs of scratch memory that power_mod() takes.
std::size_t power_mod_scratch(std::size_t base, std::size_t exponent, std::size_t modulus) noexcept;
/// out = base^exponent mod n, of `size` limbs; n >= 1, and its top limb is not 0. Base and exponent may have
/// zeros on top, or no limbs; 0^0 = 1 mod n. A square for each bit of the exponent and, by sliding windows, a
/// product for about one bit in log2(bits) - 1; an even n = odd 2^k takes a power modulo each factor.
/// Source: H. Cohen, "A Course in Computational Algebraic Number Theory", 1.2.
void power_mod(limb* out, const limb* base, std::size_t base_size, const limb* exponent,
               std::size_t exponent_size, const limb* n, std::size_t size, limb* scratch,
               montgomery_form form = montgomery_form::fastest) noexcept;

/// Limbs of scratch memory that power_residue() takes for an exponent of so many bits.
std::size_t power_residue_scratch(std::size_t bits, std::size_t size) noexcept;
/// out = base^exponent of residues; the exponent's top limb is not 0. `out` may be the base.
void power_residue(limb* out, const limb* base, const limb* exponent, std::size_t exponent_size,
                   const montgomery_modulus& m, limb* scratch) noexcept;
/// out = 2^exponent, a residue, the exponent >= 1 without zeros on top: squares only.
void power_of_two_residue(limb* out, const limb* exponent, std::size_t exponent_size,
                          const montgomery_modulus& m, limb* scratch) noexcept;

}  // namespace gbi::words
