/// \file
/// Arguments of the kernel of residues.
#pragma once

#include "kernels/word/limb_span.hpp"
#include "kernels/word/word_modulus.hpp"

namespace gbi::kernels {

/// residues[i] = number mod moduli[i].
struct residues_arguments {
  limb_span number;
  const word_modulus* moduli;
  std::uint32_t count;
  limb* residues;
};

}  // namespace gbi::kernels
