/// \file
/// Products modulo 2^(64 k) + 1 of many numbers with one factor, whose transform is kept.
#pragma once

#include "src/multiply/pieces.hpp"

namespace gbi::products {

/// out[g] = a[g] b modulo 2^(64 k) + 1 for the b of the spectrum, where k = plan::modulus_limbs(b.plan).
/// Results are representatives of k + 1 limbs in two's complement, only a few words away from the least one.
/// No a[g] has more than k limbs.
struct shared_factor {
  kernels::limb_span a;
  kernels::limb_target out;
  std::uint32_t batch;
};

/// Queues the products, as many at a time as the workspace allows. Only their rounding is checked, all of it
/// in one verdict; the caller checks the results derived from them.
/// \param verdict null if the spectrum's digits are proven
void run_by_spectrum(detail::engine& engine, const shared_factor& wanted, const spectrum& b,
                     kernels::verdict* verdict);

}  // namespace gbi::products
