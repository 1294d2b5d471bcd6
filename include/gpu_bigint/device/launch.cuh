/// \file
/// The host's side of kernels: launches, and memory for operands and results.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/device/numbers.cuh"
#include "gpu_bigint/device/warp.cuh"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/fft.hpp"
#include "gpu_bigint/view.hpp"
#include "kernels/word/complex.hpp"
#if defined(__CUDACC__)
#include <cuda_runtime_api.h>
#endif

namespace gbi::device {

#if defined(__CUDACC__)
/// The backend for which this source's kernels are compiled. It is an argument of what differs, so that a
/// program may have sources of both kinds.
constexpr backend target = backend::cuda;
#else
constexpr backend target = backend::host;
#endif

#if defined(__CUDACC__)
namespace detail {

template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, exec::cuda::resident_blocks<Kernel>)
    entry(const __grid_constant__ typename Kernel::arguments args) {
  extern __shared__ __align__(16) unsigned char shared[];
  block<Kernel::threads> own(blockIdx.x, 0);
  Kernel::run(own, *reinterpret_cast<typename Kernel::shared_memory*>(shared), args);
}

inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw device_error(std::string("gbi::device: ") + what + ": " + cudaGetErrorString(status));
}

}  // namespace detail
#else
namespace detail {

/// Everything is inlined, so that the compiler sees whole phases.
template <class Kernel>
GBI_WHOLE void run_block(block<Kernel::threads>& own, typename Kernel::shared_memory& shared,
                         const typename Kernel::arguments& args) {
  Kernel::run(own, shared, args);
}

}  // namespace detail
#endif

/// Queues a grid of blocks on the context's stream. On the host, runs the blocks one after another in the
/// calling thread.
/// \param where a CUDA context if nvcc compiles the kernel, a host context if a host compiler does
/// \throws std::invalid_argument for a context of the other backend
/// \throws device_error
template <class Kernel, backend Target = target>
void launch(const context& where, std::uint32_t blocks, const typename Kernel::arguments& args) {
  if (where.backend() != Target)
    throw std::invalid_argument("gbi::device::launch: the kernel was compiled for the other backend");
#if defined(__CUDACC__)
  if (blocks == 0) return;
  detail::check(cudaSetDevice(where.device()), "cannot choose the device");
  constexpr std::size_t bytes = sizeof(typename Kernel::shared_memory);
  if (bytes > 48 << 10)
    detail::check(cudaFuncSetAttribute(detail::entry<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       static_cast<int>(bytes)),
                  "cannot give a kernel its shared memory");
  detail::entry<Kernel><<<blocks, Kernel::threads, bytes, static_cast<cudaStream_t>(where.stream())>>>(args);
  detail::check(cudaGetLastError(), "cannot launch a kernel");
#else
  alignas(64) typename Kernel::shared_memory shared;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    block<Kernel::threads> own(i, 0);
    detail::run_block<Kernel>(own, shared, args);
  }
#endif
}

/// The time from the start of what work() queues on the context's stream to its end, in milliseconds.
/// \throws device_error
template <class Work, backend Target = target>
double milliseconds(const context& where, Work&& work) {
#if defined(__CUDACC__)
  const auto stream = static_cast<cudaStream_t>(where.stream());
  const auto record = [&](bool blocks) {
    cudaEvent_t made = nullptr;
    detail::check(cudaSetDevice(where.device()), "cannot choose the device");
    detail::check(cudaEventCreate(&made), "cannot make an event");
    std::unique_ptr<CUevent_st, decltype(&cudaEventDestroy)> event(made, &cudaEventDestroy);
    detail::check(cudaEventRecord(made, stream), "cannot record an event");
    if (blocks) detail::check(cudaEventSynchronize(made), "cannot wait for an event");
    return event;
  };
  const auto begin = record(false);
  work();
  const auto end = record(true);
  float time = 0;
  detail::check(cudaEventElapsedTime(&time, begin.get(), end.get()), "cannot compare events");
  return static_cast<double>(time);
#else
  const auto begin = std::chrono::steady_clock::now();
  work();
  where.synchronize();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
#endif
}

/// Memory that host code and this source's kernels both read and write: managed memory on CUDA. Host code
/// waits for the kernels before it reads.
template <class T, backend Target = target>
struct allocator {
  /// The type of the elements.
  using value_type = T;
  /// The allocator of other elements.
  template <class U>
  struct rebind {
    using other = allocator<U, Target>;  ///< the type
  };
  allocator() = default;
  /// An allocator of other elements.
  template <class U>
  allocator(const allocator<U, Target>&) {}

  /// Memory for `count` elements.
  /// \throws device_error, std::bad_alloc
  T* allocate(std::size_t count) {
#if defined(__CUDACC__)
    T* memory = nullptr;
    detail::check(cudaMallocManaged(&memory, count * sizeof(T)), "cannot allocate memory");
    return memory;
#else
    return std::allocator<T>{}.allocate(count);
#endif
  }
  /// Frees what allocate() returned.
  void deallocate(T* memory, [[maybe_unused]] std::size_t count) noexcept {
#if defined(__CUDACC__)
    cudaFree(memory);
#else
    std::allocator<T>{}.deallocate(memory, count);
#endif
  }
  /// All allocators are the same.
  friend bool operator==(const allocator&, const allocator&) {
    return true;
  }
};

/// Operands and results of kernels.
template <class T>
using vector = std::vector<T, allocator<T>>;

/// The roots of unity that a transform reads (transform.cuh), for kernels of this source.
template <class Real>
vector<kernels::complex<Real>> transform_roots() {
  vector<kernels::complex<Real>> roots;
  for (const auto& root : block_fft_roots<Real>()) roots.push_back({root.real(), root.imag()});
  return roots;
}

/// The elements of a batch.
inline numbers elements_of(const batch_view& batch) {
  return {batch.data(), static_cast<std::uint32_t>(batch.limbs()), batch.limb_stride(),
          batch.element_stride()};
}

}  // namespace gbi::device
