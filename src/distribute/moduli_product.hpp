/// \file
/// Products that two machines share. Only residues cross the link between them (docs/decisions/0071).
///
/// For a b < 2^(64 (3 t - 1)), one machine computes a b modulo 2^(128 t) + 1 and the other a b modulo 2^(64
/// t)
/// + 1, from operands reduced to t limbs. Both run the same transform of 2 t limbs: the first product fills
/// it and wraps around, the second one just fits. Since 2^(128 t) is 1 modulo 2^(64 t) + 1, with u = a b
/// modulo 2^(128 t) + 1 and v = a b modulo 2^(64 t) + 1
///
///     a b = u + (2^(128 t) + 1) h,    2 h = v - u modulo 2^(64 t) + 1,    0 <= h < 2^(64 t - 63).
///
/// The ranks of a machine share its transform (shared_product.hpp). All else are sums, shifts and slices,
/// mostly of numbers with slabs on one machine.
#pragma once

#include "src/distribute/shared_product.hpp"

namespace gbi::distribute {

/// a b, checked as every shared product. Collective. Waits.
/// \param how a plan that wraps around
/// \throws device_error on all processes if it is wrong each time
distributed_bigint multiply_by_moduli(const distributed_bigint& a, const distributed_bigint& b,
                                      const sharing& how);

}  // namespace gbi::distribute
