/// \file
/// Operands of batches of products and their layout in memory.
#pragma once

#include <span>

#include "src/exec/buffer.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

struct operands {
  limbs values;
  std::size_t count, stride;

  static operands alone(limbs value) { return {value, value.size(), value.size()}; }
  /// Random numbers with gaps between them, or one for all problems.
  static operands random(random_source& source, std::size_t count, std::size_t batch, bool shared = false) {
    const std::size_t stride = shared ? 0 : count + source.below(4);
    return {random_limbs(source, shared ? count : stride * batch), count, stride};
  }

  kernels::limb_span span(const exec::buffer<limb>& memory) const { return {memory.data(), count, stride}; }
  integer factor(std::size_t problem) const {
    return integer(std::span<const limb>(values.data() + problem * stride, count));
  }
};

}  // namespace gbi::test
