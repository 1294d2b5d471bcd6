/// \file
/// A whole product inside one block: limbs to digits, twist, transforms, pointwise product, untwist, integer
/// coefficients. For products that fit `Points` digits an operand; everything between limbs and coefficients
/// stays on the chip.
#pragma once

#include "kernels/fft/right_angle.hpp"
#include "kernels/fft/rows.hpp"

namespace gbi::kernels {

template <int Points, bool Square>
struct block_product_kernel {
  using arguments = block_product_arguments;
  using fft = block_fft<Points, 1, arrangement::rows, double>;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = 1;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto position = [](int thread, int q) GBI_INLINE {
      return static_cast<std::uint32_t>(fft::template position<0>(fft::lane(thread), q));
    };
    const auto load_a = [&](int thread, complex<double>(&x)[16]) GBI_INLINE {
      unroll<16>([&](auto q) GBI_INLINE {
        const std::uint32_t j = position(thread, q);
        x[q] = twist(a.a, block.batch(), j, Points, a.folded_a, turn(a.turns, j));
      });
    };
    const auto load_b = [&](int thread, complex<double>(&x)[16]) GBI_INLINE {
      unroll<16>([&](auto q) GBI_INLINE {
        const std::uint32_t j = position(thread, q);
        x[q] = twist(a.b, block.batch(), j, Points, a.folded_b, turn(a.turns, j));
      });
    };
    const auto store = [&](int thread, complex<double>(&x)[16]) GBI_INLINE {
      unroll<16>([&](auto q) GBI_INLINE {
        const std::uint32_t j = position(thread, q);
        untwist(a.sink, block.batch(), j, Points, turn(a.turns, j), x[q]);
      });
    };
    multiply_in_block<fft, Square>(block, shared, a.roots, load_a, load_b, store);
  }
};

}  // namespace gbi::kernels
