/// \file
/// A kernel as an executor launches it. The type of its arguments names the kernel.
#pragma once

namespace gbi::exec {

namespace host {
class host_executor;
}
namespace cuda {
class cuda_launcher;
}

/// Runs the grid of the kernel that takes these arguments. The instances are in separate sources
/// (shells.hpp), which a program links only if something in it launches the kernel. A kernel that has none
/// does not link.
template <class Launcher, class Arguments>
void run_kernel(Launcher& launcher, const void* arguments);

/// The same on CUDA. A program without CUDA links, too, because the reference is weak.
template <class Arguments>
[[gnu::weak]] void run_kernel_on_cuda(cuda::cuda_launcher& launcher, const void* arguments);

/// How each executor of the library runs a kernel. Its address tells kernels apart.
struct launchable {
  void (*on_host)(host::host_executor&, const void* arguments);
  void (*on_cuda)(cuda::cuda_launcher&, const void* arguments);
};

template <class Arguments>
inline constexpr launchable launch_of{&run_kernel<host::host_executor, Arguments>,
                                      &run_kernel_on_cuda<Arguments>};

}  // namespace gbi::exec
