/// \file
/// Shifts a magnitude by any number of bits, left or right.
///
/// Reads and writes 8 bytes per limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// Two neighbouring limbs of the magnitude, and the bit of the lower one at which the shifted limb starts.
struct shift_window {
  limb low, high;
  std::uint32_t shift;

  GBI_DEVICE static shift_window of(const limb_span& a, std::int64_t offset, std::uint64_t l) {
    // Arithmetic shift and mask round towards minus infinity, so indices of limbs below limb 0 wrap around
    // and become huge.
    const std::int64_t bit = static_cast<std::int64_t>(l) * limb_bits + offset;
    const std::uint64_t j = static_cast<std::uint64_t>(bit >> 6);
    return {j < a.count ? a.limbs[j] : 0, j + 1 < a.count ? a.limbs[j + 1] : 0,
            static_cast<std::uint32_t>(bit & 63)};
  }
  GBI_DEVICE limb value() const { return (low >> shift) | (high << 1 << (63 - shift)); }
};

struct shift_kernel : elementwise<shift_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const limb_span a{args.a.limbs + block.batch() * args.a.stride, args.a.count, 0};
    for_each(block, args.out.count, [&](std::uint64_t l) {
      args.out.limbs[block.batch() * args.out.stride + l] = shift_window::of(a, args.offset, l).value();
      if (args.sign != nullptr && l == 0) *args.sign_result = *args.sign;
    });
  }
};

}  // namespace gbi::kernels
