/// \file
/// Which of the processor's instructions the routines on words use: chosen once, when the program starts.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Each level includes those before it.
enum class level {
  generic,  ///< what the compiler was told to use
  adx,      ///< x86-64 with BMI2 and ADX: two carry chains at once
  ifma,     ///< AVX-512 with IFMA and VBMI: eight products of 52 bits at once
};

/// What is called through a pointer because it differs between levels.
struct routines {
  limb (*multiply_1)(limb* out, const limb* a, std::size_t n, limb b) noexcept;
  limb (*add_product_1)(limb* out, const limb* a, std::size_t n, limb b) noexcept;
  limb (*subtract_product_1)(limb* out, const limb* a, std::size_t n, limb b) noexcept;
  /// Quadratic products and squares, of any size.
  void (*multiply)(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept;
  void (*square)(limb* out, const limb* a, std::size_t n) noexcept;
  /// Limbs of the shortest operands that are worth more than a quadratic algorithm.
  std::size_t long_product, long_square, long_division, long_exact_division;
};

/// The routines in use: those of the highest level that the processor has.
extern routines in_use;

level processor_level() noexcept;
/// For tests: uses the routines of a level that the processor has. Nothing else may run meanwhile.
void use_level(level chosen) noexcept;

}  // namespace gbi::words
