/// \file
/// Blocks of the kernel of Euclid's algorithm.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

#include "kernels/gcd/euclid.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::euclid_arguments& a) {
  const std::uint64_t limbs = std::max(a.a.count, a.b.count);
  const bool matrix = a.matrix.limbs != nullptr;
  if (limbs <= (matrix ? kernels::short_euclid_limbs_with_matrix : kernels::short_euclid_limbs))
    launcher.template run<kernels::euclid_kernel<256, 1>>(1, 1, a);
  else if (limbs <= (matrix ? kernels::euclid_limbs_with_matrix : kernels::euclid_limbs))
    launcher.template run<kernels::euclid_kernel<256, 4>>(1, 1, a);
  else
    throw std::length_error("Euclid's algorithm of " + std::to_string(limbs) +
                            " limbs: more than a block holds");
}

}  // namespace gbi::exec
