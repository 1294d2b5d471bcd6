/// \file
/// Numbers in memory, as kernels read and write them.
#pragma once

#include <cstdint>

#include "kernels/word/batch_span.hpp"

namespace gbi::device {

/// Numbers to read: limb j of number i is at limbs[j * limb_stride + i * element_stride]. Limbs from `count`
/// on are zeros.
using numbers = kernels::batch_span;
/// Numbers to write, in the same layout. Limbs from `count` on are not written.
using results = kernels::batch_target;

/// Limb `index` of a number, inside a phase: limb_of(numbers, number, index).
using kernels::limb_of;

/// Numbers of `count` limbs each, one after the other.
GBI_BOTH constexpr numbers rows(const std::uint64_t* limbs, std::uint32_t count) {
  return {limbs, count, 1, count};
}
/// The same for numbers to write.
GBI_BOTH constexpr results rows(std::uint64_t* limbs, std::uint32_t count) {
  return {limbs, count, 1, count, ~std::uint64_t{0}};
}
/// What was written.
GBI_BOTH constexpr numbers rows(const results& written) {
  return {written.limbs, written.count, written.limb_stride, written.element_stride};
}
/// One number for all teams.
GBI_BOTH constexpr numbers one_for_all(const std::uint64_t* limbs, std::uint32_t count) {
  return {limbs, count, 1, 0};
}

}  // namespace gbi::device
