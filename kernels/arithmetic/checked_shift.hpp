/// \file
/// A shift whose result is checked in the launch that computes it: every limb is read again and shifted back,
/// by a different warp than the one that computed it. The check is exact.
///
/// Reads 8 bytes per limb of the result, and the operand a second time, mostly from the multiprocessor's
/// cache.
#pragma once

#include "kernels/arithmetic/shift.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/verify/told.hpp"

namespace gbi::kernels {

struct checked_shift_kernel : kernel<checked_shift_arguments, 256, 4> {
  /// The loads of a thread overlap.
  static constexpr int rows = 4;
  static constexpr int tile_limbs = threads * rows;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const shift_arguments& shift = args.shift;
    limb* const out = shift.out.limbs;
    const auto index = [&](int thread, int row) GBI_INLINE {
      return std::uint64_t{block.index()} * tile_limbs + static_cast<std::uint32_t>(row * threads + thread);
    };
    tell_progress(block, args.report);
    block.phase([&](int thread) GBI_INLINE {
      limb value[rows];
      unroll<rows>([&](auto row) GBI_INLINE {
        value[row] = shift_window::of(shift.a, shift.offset, index(thread, row)).value();
      });
      unroll<rows>([&](auto row) GBI_INLINE {
        if (index(thread, row) < shift.out.count) out[index(thread, row)] = value[row];
      });
      if (index(thread, 0) == 0) *shift.sign_result = *shift.sign;
    });
    block.warp_phase([&](int thread) GBI_INLINE {
      const int other = thread ^ (threads / 2);
      // All loads are under way before one is used.
      limb value[rows], sign[2] = {};
      shift_window window[rows];
      unroll<rows>([&](auto row) GBI_INLINE {
        const std::uint64_t l = index(other, row);
        value[row] = l < shift.out.count ? block.observe_alone(out + l) : 0;
      });
      if (index(other, 0) == 0) {
        sign[0] = block.observe_alone(shift.sign_result);
        sign[1] = *shift.sign;
      }
      unroll<rows>([&](auto row) GBI_INLINE {
        window[row] = shift_window::of(shift.a, shift.offset, index(other, row));
      });
      bool right = sign[0] == sign[1];
      unroll<rows>([&](auto row) GBI_INLINE {
        if (index(other, row) < shift.out.count) right = right && window[row].gives(value[row]);
      });
      if (!right) block.publish_to_host(args.report.record, args.report.ticket);
    });
  }
};

}  // namespace gbi::kernels
