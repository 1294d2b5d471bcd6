/// \file
/// Arithmetic modulo an odd number that is used again and again, in host memory, by the calling thread.
///
/// A residue is `width` limbs; it stands for a R modulo n, with a power R of two above n, and only these
/// routines look into it. Below seven limbs, and where the processor has no vectors of products, it is a
/// number below n in limbs; from seven limbs on otherwise it is a number below 2 n in digits of 52 bits.
/// Scratch memory is montgomery_scratch(size) limbs everywhere.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

enum class montgomery_form : unsigned char { fastest, limbs, digits };

/// A view of what make_montgomery() has written.
struct montgomery_modulus {
  const limb* n;  // odd, its top limb is not 0
  std::size_t size, width;
  const limb* n_residue;  // n as the form keeps it
  const limb* one;        // R mod n
  const limb* r_squared;  // R^2 mod n
  limb inverse;           // -1 / n modulo 2^64
  std::size_t digits;     // 0: limbs
};

/// Limbs that a view of a modulus of n limbs looks at.
std::size_t montgomery_memory(std::size_t n) noexcept;
std::size_t montgomery_scratch(std::size_t n) noexcept;
/// A view of memory, which it fills, and of n, which is odd with a top limb that is not 0. A division of 2 n
/// limbs. A form that the processor or the size does not have becomes limbs.
montgomery_modulus make_montgomery(const limb* n, std::size_t size, limb* memory, limb* scratch,
                                   montgomery_form form = montgomery_form::fastest) noexcept;

/// The residue of an a below n, of an <= size limbs.
void to_residue(limb* out, const limb* a, std::size_t an, const montgomery_modulus& m,
                limb* scratch) noexcept;
/// `size` limbs below n. `out` may be a.
void from_residue(limb* out, const limb* a, const montgomery_modulus& m, limb* scratch) noexcept;

/// out = a b mod n. `out` may be an operand, as in all that follows.
void multiply_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m,
                  limb* scratch) noexcept;
/// out = a^2 mod n
void square_mod(limb* out, const limb* a, const montgomery_modulus& m, limb* scratch) noexcept;
/// out = 2^twos a^2 mod n, twos <= 1; only fit as the operand of a square or a product.
void square_twice_mod(limb* out, const limb* a, int twos, const montgomery_modulus& m,
                      limb* scratch) noexcept;
/// out = a + b mod n
void add_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m) noexcept;
/// out = a - b mod n
void subtract_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m) noexcept;
/// Whether a is 0 modulo n.
bool is_zero_mod(const limb* a, const montgomery_modulus& m, limb* scratch) noexcept;

}  // namespace gbi::words
