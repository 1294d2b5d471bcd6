/// \file
/// What executes the kernels.
#pragma once

namespace gbi {

/// What executes the kernels.
enum class backend {
  cuda,  ///< an NVIDIA GPU
  host   ///< the same kernels on the processor's cores
};

}  // namespace gbi
