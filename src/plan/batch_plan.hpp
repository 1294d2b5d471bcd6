/// \file
/// The plan for products of a batch of equal-width integers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/plan/fft_plan.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::plan {

struct batch_product_plan {
  /// schoolbook: by teams of threads; bytes: by warps on tensor cores; fft: by transforms that fit in a block
  algorithm how;
  product_team team;  ///< for schoolbook and bytes
  fft_plan fft;       ///< for fft
};

/// The limbs of every problem. At most `end` limbs of its product are needed.
struct batch_product_shape {
  std::uint32_t a, b, end;
  std::size_t elements;
};

/// Plans the product. Limbs of operands beyond `end` are ignored.
/// \throws std::length_error if a transform is requested that does not fit in a block, or bytes for operands
/// of more than longest_byte_limbs
batch_product_plan plan_batch_product(const tuning& tuned, batch_product_shape shape, algorithm asked);

}  // namespace gbi::plan
