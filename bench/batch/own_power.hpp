/// \file
/// Powers modulo n by a kernel of a user, written with gpu_bigint/device.cuh.
#pragma once

#include <functional>

#include "gpu_bigint/bigint_batch.hpp"

namespace gbi::bench {

/// A function that queues the powers on the batches' context. They include the constants of the moduli.
/// \param how doubles or words
/// \param base 1024 or 2048 bits wide, as are the exponents and the odd moduli
std::function<void()> power_in_own_kernel(modular_arithmetic how, const bigint_batch& base,
                                          const bigint_batch& exponent, const bigint_batch& modulus);

}  // namespace gbi::bench
