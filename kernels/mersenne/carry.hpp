/// \file
/// The step between two transforms of a squaring modulo 2^p - 1: remove weights, round, carry, apply weights.
///
/// Digits may stay redundant, so carries need not ripple. A coefficient is split into the digits of three
/// positions, and these are added. The sums have about two digits' size and pass on what exceeds their width
/// once more. So digits end up in [-2^(w-1) - c, 2^(w-1) + c] with c = 1, slightly more for narrow digits.
/// Digit j depends only on the coefficients j - 3 to j, and no block waits for another.
///
/// Reads and writes 8 bytes per digit, and measures the distance of coefficients from integers.
#pragma once

#include "kernels/fft/monitor.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct weighted_carry_kernel : kernel<weighted_carry_arguments, 256, 4> {
  struct shared_memory {
    std::int64_t coefficient[weighted_halo + weighted_tile];
    std::int64_t sum[weighted_halo + weighted_tile];
    std::uint32_t phase[weighted_halo + weighted_tile];
    block_monitor<threads> monitor;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const irrational_base& base = a.base;
    const std::uint32_t first = block.index() * weighted_tile;
    const std::uint32_t left = base.digits - first;
    const int end = weighted_halo + static_cast<int>(left < weighted_tile ? left : weighted_tile);
    const std::uint32_t first_phase = base.tile_phase[block.index()];
    const auto width = [&](int at) GBI_INLINE { return width_at(base, shared.phase[at]); };

    per_thread<Block, rounding_monitor> measured;
    block.phase([&](int thread) GBI_INLINE {
      measured[thread] = {0, 0};
      for (int at = thread; at < end; at += threads) {
        const auto offset = static_cast<std::uint32_t>(at);
        // The halo of the first tile is the end of the number.
        const std::uint32_t j =
            first + offset - weighted_halo + (first + offset < weighted_halo ? base.digits : 0);
        const std::uint32_t step = read_only(base.steps + offset);
        const std::uint32_t phase = first_phase - step + (first_phase < step ? base.digits : 0);
        // A table that was damaged makes a wrong number, which a check finds, but leads to no other memory.
        const std::uint32_t r = phase < base.digits ? phase : 0;
        const double scaled = a.in[j] * (twice_inverse_weight_at(base, r) * a.scale);
        shared.coefficient[at] = measured[thread].round(scaled) - (j == 0 ? a.subtrahend : 0);
        shared.phase[at] = r;
      }
    });
    block.phase([&](int thread) GBI_INLINE {
      for (int at = 2 + thread; at < end; at += threads) {
        const std::uint32_t w0 = width(at), w1 = width(at - 1), w2 = width(at - 2);
        shared.sum[at] = low_digit(shared.coefficient[at], w0) +
                         low_digit(high_digit(shared.coefficient[at - 1], w1), w0) +
                         high_digit(high_digit(shared.coefficient[at - 2], w2), w1);
      }
    });
    block.phase([&](int thread) GBI_INLINE {
      for (int at = weighted_halo + thread; at < end; at += threads) {
        const std::int64_t digit =
            low_digit(shared.sum[at], width(at)) + high_digit(shared.sum[at - 1], width(at - 1));
        a.out[first + static_cast<std::uint32_t>(at - weighted_halo)] =
            static_cast<double>(digit) * weight_at(base, shared.phase[at]);
      }
    });
    shared.monitor.report(block, measured, *a.measured);
  }
};

}  // namespace gbi::kernels
