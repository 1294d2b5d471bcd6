/// \file
/// Measured limits, per architecture.
#pragma once

#include <cstddef>
#include <string_view>

namespace gbi::plan {

struct policy {
  std::string_view architecture;
  /// Products are tiled if the shorter operand has at most so many limbs (both routes then take time in
  /// proportion to the longer one) ...
  std::size_t tiled_shorter_limbs;
  /// ... or both together have at most so many.
  std::size_t tiled_total_limbs;
  /// A convolution of so many limbs times limbs, if a block holds it, runs in one block and one launch ...
  std::size_t block_limb_products;
  /// ... and so does whatever a block holds in batches of so many products, which fill the device.
  std::size_t block_batch;
  /// Workspace that a batch of products may take at once.
  std::size_t workspace_bytes;
};

/// The row of an architecture ("host", "sm_90", ...); a GPU without one gets the newest older than itself, or
/// the oldest.
const policy& policy_of(std::string_view architecture);

}  // namespace gbi::plan
