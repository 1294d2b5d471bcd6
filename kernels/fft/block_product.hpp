/// \file
/// A whole product inside one block: limbs to digits, twist, transforms, pointwise product, untwist, integer
/// coefficients. For products that fit `Points` digits an operand; everything between limbs and coefficients
/// stays on the chip.
#pragma once

#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/row_product.hpp"

namespace gbi::kernels {

template <int Points, bool Square>
struct block_product_kernel {
  using arguments = block_product_arguments;
  using fft = block_fft<Points, 1, double, arrangement::rows>;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = 1;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto digits_of = [&](const digit_source& source, bool folded) GBI_INLINE {
      return [&, folded](int, int) GBI_INLINE {
        return [&, folded](int position) GBI_INLINE {
          const auto j = static_cast<std::uint32_t>(position);
          return twist(digit_of(source, block.batch(), j), source, block.batch(), j, Points, folded,
                       turn(a.turns, j));
        };
      };
    };
    const auto store = [&](int, int) GBI_INLINE {
      return [&](int position, complex<double> z) GBI_INLINE {
        const auto j = static_cast<std::uint32_t>(position);
        untwist(a.sink, block.batch(), j, Points, turn(a.turns, j), z, nearest_integer);
      };
    };
    multiply_in_block<fft, Square ? row_factor::itself : row_factor::rows>(
        block, shared, a.roots, digits_of(a.a, a.folded_a), digits_of(a.b, a.folded_b), store);
  }
};

}  // namespace gbi::kernels
