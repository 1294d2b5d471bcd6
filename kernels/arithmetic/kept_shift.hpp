/// \file
/// A long shift, checked in its launch from what its threads keep in registers: every limb is shifted back.
/// Nothing is read again; kept_add.hpp gives the reason.
///
/// Reads and writes 8 bytes per limb.
#pragma once

#include "kernels/arithmetic/shift.hpp"
#include "kernels/model/opaque.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/verify/told.hpp"

namespace gbi::kernels {

struct kept_shift_kernel : kernel<checked_shift_arguments, 256, 6> {
  static constexpr int rows = 4, tile_limbs = threads * rows;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const shift_arguments& shift = args.shift;
    tell_progress(block, args.report);
    block.warp_phase([&](int thread) GBI_INLINE {
      const std::uint64_t first =
          std::uint64_t{block.index()} * tile_limbs + static_cast<std::uint32_t>(thread);
      bool right = true;
      shift_window window[rows];
      unroll<rows>([&](auto row) GBI_INLINE {
        window[row] = shift_window::of(shift.a, shift.offset, first + row * threads);
      });
      unroll<rows>([&](auto row) GBI_INLINE {
        const limb value = window[row].value();
        if (first + row * threads < shift.out.count) shift.out.limbs[first + row * threads] = value;
        right = right && window[row].gives(opaque(value));
      });
      if (first == 0) *shift.sign_result = *shift.sign;
      if (!right) block.publish_to_host(args.report.record, args.report.ticket);
    });
  }
};

}  // namespace gbi::kernels
