/// \file
/// Products of many numbers by one, whose transform is kept, modulo 2^(64 k) + 1.
#pragma once

#include "src/multiply/pieces.hpp"

namespace gbi::products {

/// out[g] = a[g] b modulo 2^(64 k) + 1 for the b of the spectrum, where k = plan::modulus_limbs(b.plan).
/// Results are representatives a few words from the least one, of k + 1 limbs in two's complement. No a[g]
/// has more than k limbs.
struct shared_factor {
  kernels::limb_span a;
  kernels::limb_target out;
  std::uint32_t batch;
};

/// Queues the products, as many side by side as the workspace allows. Nothing checks them but the rounding of
/// all of them in one verdict: the caller checks what comes of them. \param verdict null if the spectrum's
/// digits are proven
void run_by_spectrum(detail::engine& engine, const shared_factor& wanted, const spectrum& b,
                     kernels::verdict* verdict);

}  // namespace gbi::products
