/// \file
/// Some elements of a batch, and launches for as many of them at a time as the workspace has room for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/word/batch_span.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::detail {

/// The elements from `first` on. \param all a batch_span or a batch_target
template <class Elements>
Elements from(Elements all, std::uint64_t first) {
  all.limbs += first * all.element_stride;
  return all;
}

/// A number as every element.
inline kernels::batch_span for_all(kernels::batch_span number) {
  number.element_stride = 0;
  return number;
}

/// Calls launch(first, count, memory) for one piece after the other, with memory of `limbs` for each element.
template <class Launch>
void in_pieces(engine& owner, std::uint32_t elements, std::size_t limbs, const Launch& launch) {
  if (elements == 0) return;
  const std::size_t affordable = owner.tuning().workspace_bytes / (limbs * sizeof(limb));
  const auto most = static_cast<std::uint32_t>(std::clamp<std::size_t>(affordable, 1, elements));
  const exec::buffer<limb> memory(owner.executor(), most * limbs);
  for (std::uint32_t first = 0; first < elements; first += most)
    launch(first, std::min(most, elements - first), memory.data());
}

}  // namespace gbi::detail
