/// \file
/// Powers modulo a number, in host memory, on the calling thread.
#pragma once

#include <cstddef>

#include "kernels/word/small_modulus.hpp"
#include "src/words/number_theory/montgomery.hpp"

namespace gbi::words {

/// Limbs of scratch memory for power_mod().
std::size_t power_mod_scratch(std::size_t base, std::size_t exponent, std::size_t modulus) noexcept;
/// out = base^exponent mod n, in `size` limbs; n >= 1, and its top limb is not 0. Base and exponent may have
/// leading zeros or no limbs; 0^0 = 1 mod n. Every bit of the exponent costs a square. With sliding windows,
/// about one bit in log2(bits) - 1 costs a product. For an even n = odd 2^k, a power modulo each factor is
/// computed.
/// Source: H. Cohen, "A Course in Computational Algebraic Number Theory", 1.2.
void power_mod(limb* out, const limb* base, std::size_t base_size, const limb* exponent,
               std::size_t exponent_size, const limb* n, std::size_t size, limb* scratch,
               montgomery_form form = montgomery_form::fastest) noexcept;

/// Limbs of scratch memory for power_montgomery() with an exponent of the given bits.
std::size_t power_montgomery_scratch(std::size_t bits, std::size_t size) noexcept;
/// out = base^exponent in Montgomery form; the exponent's top limb is not 0. `out` may be the base.
void power_montgomery(limb* out, const limb* base, const limb* exponent, std::size_t exponent_size,
                      const montgomery_modulus& m, limb* scratch) noexcept;
/// out = 2^exponent in Montgomery form, exponent >= 1 without leading zeros; squares only.
void power_of_two_montgomery(limb* out, const limb* exponent, std::size_t exponent_size,
                             const montgomery_modulus& m, limb* scratch) noexcept;

}  // namespace gbi::words
