/// \file
/// The shells of CUDA, which other executors' sources refer to weakly (src/exec/launchable.hpp).
#pragma once

#include "src/exec/shells.hpp"

namespace gbi::exec {

template <class Arguments>
void run_kernel_on_cuda(cuda::cuda_launcher& launcher, const void* arguments) {
  run_grid(launcher, *static_cast<const Arguments*>(arguments));
}

template <class Arguments>
inline constexpr auto shell_of<cuda::cuda_launcher, Arguments> = &run_kernel_on_cuda<Arguments>;

}  // namespace gbi::exec
