/// \file
/// Integers of equal width in device memory, limb-interleaved or contiguous.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// Integers of one width: limb j of element g is limbs[j * limb_stride + g * element_stride], zero from
/// `count` on. A batch is limb-interleaved: limb_stride is the number of elements and element_stride is 1. So
/// neighbouring threads read neighbouring words if each has one element. With element_stride 0, all elements
/// are the same integer.
struct batch_span {
  const limb* limbs;
  std::uint32_t count;
  std::uint64_t limb_stride, element_stride;
};

/// Integers to write; `top_mask` truncates the last limb.
struct batch_target {
  limb* limbs;
  std::uint32_t count;
  std::uint64_t limb_stride, element_stride;
  limb top_mask;
};

/// One element's number in a workspace.
struct batch_row {
  limb* limbs;
  std::uint64_t stride;
  GBI_DEVICE limb& operator[](std::uint32_t j) const { return limbs[j * stride]; }
};

GBI_DEVICE limb limb_of(const batch_span& a, std::uint64_t element, std::uint64_t index) {
  return index < a.count ? a.limbs[index * a.limb_stride + element * a.element_stride] : 0;
}

GBI_DEVICE void set_limb(const batch_target& out, std::uint64_t element, std::uint64_t index, limb value) {
  out.limbs[index * out.limb_stride + element * out.element_stride] =
      index + 1 == out.count ? value & out.top_mask : value;
}

}  // namespace gbi::kernels
