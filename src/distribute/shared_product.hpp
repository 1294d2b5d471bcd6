/// \file
/// One product of numbers in slabs, shared by the lowest P ranks of a group.
///
/// Each rank holds some columns of the transform's matrix, and later some of its rows. The first exchange
/// brings strips of limbs. Two more turn columns of points into rows and back. The last one moves strips of
/// the product to the slabs. In between, each rank runs the passes of an ordinary product on its share
/// (docs/scale.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "src/distribute/value.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::distribute {

/// The parameters that all processes agree on before they begin.
struct sharing {
  plan::shared_plan plan;
  std::uint64_t prime;  ///< of the verification
  std::uint64_t key;    ///< of the seeds that recode digits
};

/// Limbs of an operand that may not be 0.
inline std::size_t limbs_in(const value& x) {
  return std::min(x.where().limbs(), limbs_of(x.bits()));
}

/// How a product is shared, as decided by the process of rank 0; std::nullopt if one rank computes it.
/// Collective.
/// \throws what the decision throws, on all processes
std::optional<sharing> choose_sharing(const value& x, const value& y);

/// The product of a plan that does not wrap around: of both magnitudes, with the product of the sign words as
/// its sign. It is checked, and a wrong product is computed again with other digits. Collective. Waits.
/// \throws device_error on all processes if it is wrong each time
std::shared_ptr<value> multiply_shared(const value& x, const value& y, const sharing& how);

}  // namespace gbi::distribute
