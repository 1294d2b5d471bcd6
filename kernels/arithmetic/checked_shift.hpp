/// \file
/// A shift that is checked in the launch that computes it: every limb is shifted back and compared with the
/// limbs that it came from, which its thread keeps. The check is exact.
///
/// Reads and writes 8 bytes per limb. If the result is read again, that takes another 8 bytes.
#pragma once

#include "kernels/arithmetic/shift.hpp"
#include "kernels/model/opaque.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/verify/told.hpp"

namespace gbi::kernels {

/// \tparam ReadsAgain as for checked_add_kernel
template <bool ReadsAgain>
struct checked_shift_kernel : kernel<checked_shift_arguments, 256, ReadsAgain ? 8 : 6> {
  /// The loads of a thread overlap.
  static constexpr int rows = ReadsAgain ? 2 : 4;
  static constexpr int tile_limbs = checked_shift_kernel::threads * rows;

  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const checked_shift_arguments& args) {
    const shift_arguments& shift = args.shift;
    const auto index = [&](int thread, int row) GBI_INLINE {
      return std::uint64_t{block.index()} * tile_limbs +
             static_cast<std::uint32_t>(row * checked_shift_kernel::threads + thread);
    };
    tell_progress(block, args.report);
    per_thread<Block, shift_window> window[rows];
    per_thread<Block, limb> value[rows], sign;
    block.warp_phase([&](int thread) GBI_INLINE {
      unroll<rows>([&](auto row) GBI_INLINE {
        window[row][thread] = shift_window::of(shift.a, shift.offset, index(thread, row));
      });
      if (index(thread, 0) == 0) *shift.sign_result = sign[thread] = *shift.sign;
      unroll<rows>([&](auto row) GBI_INLINE {
        const limb shifted = value[row][thread] = window[row][thread].value();
        if (index(thread, row) < shift.out.count) shift.out.limbs[index(thread, row)] = shifted;
      });
    });
    block.warp_phase([&](int thread) GBI_INLINE {
      bool right = true;
      if constexpr (ReadsAgain) {
        unroll<rows>([&](auto row) GBI_INLINE {
          if (index(thread, row) < shift.out.count)
            value[row][thread] = block.observe_alone(shift.out.limbs + index(thread, row));
        });
        if (index(thread, 0) == 0) right = block.observe_alone(shift.sign_result) == sign[thread];
      }
      unroll<rows>([&](auto row) GBI_INLINE {
        right = right && window[row][thread].gives(opaque(value[row][thread]));
      });
      if (!right) block.leave_for_host(args.report.record, args.report.ticket);
    });
  }
};

}  // namespace gbi::kernels
