/// \file
/// Arithmetic modulo an odd number for repeated use, in host memory, on the calling thread.
///
/// A number in Montgomery form has `width` limbs and stands for a R modulo n, where R is a power of two above
/// n. Only these routines access its contents. Below seven limbs, and on processors without vector products,
/// it is a number below n in limbs. Otherwise it is a number below 2 n in digits of 52 bits. All scratch
/// memory has montgomery_scratch(size) limbs.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

enum class montgomery_form : unsigned char { fastest, limbs, digits };

/// A view of memory that make_montgomery() has filled.
struct montgomery_modulus {
  const limb* n;  // odd, the top limb is not 0
  std::size_t size, width;
  const limb* n_montgomery;  // n in Montgomery form
  const limb* one;           // R mod n
  const limb* r_squared;     // R^2 mod n
  limb inverse;              // -1 / n modulo 2^64
  std::size_t digits;        // 0: numbers are in limbs
};

/// Limbs of memory that a view of a modulus of n limbs refers to.
std::size_t montgomery_memory(std::size_t n) noexcept;
std::size_t montgomery_scratch(std::size_t n) noexcept;
/// Fills memory and returns a view of it and of n, which is odd and whose top limb is not 0. The cost is a
/// division of 2 n limbs. If the processor or the size does not support the requested form, numbers are in
/// limbs.
montgomery_modulus make_montgomery(const limb* n, std::size_t size, limb* memory, limb* scratch,
                                   montgomery_form form = montgomery_form::fastest) noexcept;

/// The Montgomery form of an a below n that has an <= size limbs.
void to_montgomery(limb* out, const limb* a, std::size_t an, const montgomery_modulus& m,
                   limb* scratch) noexcept;
/// `size` limbs below n. `out` may be a.
void from_montgomery(limb* out, const limb* a, const montgomery_modulus& m, limb* scratch) noexcept;

/// out = a b mod n. `out` may be an operand, here and below.
void multiply_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m,
                  limb* scratch) noexcept;
/// out = a^2 mod n
void square_mod(limb* out, const limb* a, const montgomery_modulus& m, limb* scratch) noexcept;
/// out = 2^twos a^2 mod n, twos <= 1; valid only as the operand of a square or a product.
void square_twice_mod(limb* out, const limb* a, int twos, const montgomery_modulus& m,
                      limb* scratch) noexcept;
/// out = a + b mod n
void add_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m) noexcept;
/// out = a - b mod n
void subtract_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m) noexcept;
/// Whether a is 0 modulo n.
bool is_zero_mod(const limb* a, const montgomery_modulus& m, limb* scratch) noexcept;

}  // namespace gbi::words
