/// \file
/// The two stages of ECM, for many curves modulo the same number.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu_bigint/factor.hpp"
#include "src/factor/bounds.hpp"
#include "src/factor/field_machine.hpp"

namespace gbi::factors {

/// Curves and, after stage 1, the x of their points (x : 1).
struct curves {
  std::vector<std::uint32_t> sigmas;
  bigint_batch x;
  std::vector<ecm_factor> found;  ///< in no particular order, at most one for each curve
  std::vector<bool> has_factor;   ///< whose points mean nothing any more

  void add(const std::vector<common_factor>& factors, int stage);
};

/// Multiplies the point (2 : 1) of each curve by all prime powers up to b1.
curves stage_1(const gpu_bigint& n, std::vector<std::uint32_t> sigmas, std::uint64_t b1,
               const factor_watch& watch);

/// Looks for curves on which the point has a prime order between the bounds.
void stage_2(const gpu_bigint& n, curves& all, const bounds& within, const factor_watch& watch);

}  // namespace gbi::factors
