/// \file
/// Which processor instructions the routines on words use. The choice is made once, when the program starts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::words {

/// Each level includes the lower ones.
enum class level {
  generic,  ///< only what the compiler may assume
  adx,      ///< x86-64 with BMI2, ADX and AVX2: two carry chains at once, vectors of 256 bits
  ifma,     ///< AVX-512 with IFMA and VBMI: eight products of 52 bits at once
};

struct decimal_modulus;
struct decimal_sum;

/// Routines that differ between levels and are called through a pointer.
struct routines {
  limb (*multiply_1)(limb* out, const limb* a, std::size_t n, limb b) noexcept;
  limb (*add_product_1)(limb* out, const limb* a, std::size_t n, limb b) noexcept;
  limb (*subtract_product_1)(limb* out, const limb* a, std::size_t n, limb b) noexcept;
  /// Quadratic products and squares, of any size.
  void (*multiply)(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept;
  void (*square)(limb* out, const limb* a, std::size_t n) noexcept;
  /// Appends whole blocks of decimal digits to a checksum (decimal_blocks.hpp).
  decimal_sum (*append_blocks)(decimal_sum sum, const decimal_modulus& by, const char* at,
                               const char* end) noexcept;
  /// The limbs of a random number (linear/random_limbs.hpp).
  void (*random_limbs)(limb* out, std::size_t n, std::uint64_t seed, std::uint64_t draw) noexcept;
  /// The shortest operands, in limbs, for which subquadratic algorithms pay off.
  std::size_t long_product, long_square, long_division, long_exact_division;
};

/// The routines in use: those of the highest level that the processor supports.
extern routines in_use;

level processor_level() noexcept;
/// For tests: switches to the routines of a level that the processor supports. No other routine may run
/// meanwhile.
void use_level(level chosen) noexcept;

}  // namespace gbi::words
