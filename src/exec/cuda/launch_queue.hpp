/// \file
/// Launches of a stream that wait to be submitted together, while the operation that makes them lasts
/// (docs/decisions/0061-launches-in-graphs.md).
///
/// A launch has its place in the order of the stream when it is taken. So whatever else reaches the stream
/// or looks at it must submit what waits first.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "src/exec/cuda/device_lag.hpp"
#include "src/exec/cuda/kernel_entry.hpp"
#include "src/exec/cuda/launch_chain.hpp"
#include "src/exec/launch_scope.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::exec::cuda {

/// The queue of an executor. Scopes of operations may outlive the executor, so they own it, too. Thread
/// safety: any number of threads.
class launch_queue final : public waiting_launches, public std::enable_shared_from_this<launch_queue> {
 public:
  /// The current device is the stream's.
  /// \param overlaps whether launches may overlap (overlap.hpp)
  /// \param widest blocks of a grid that the queue takes; 0: it takes none. \throws device_error
  launch_queue(int device, cudaStream_t stream, bool overlaps, std::uint32_t widest);

  /// The blocks of grids that may wait. A larger one keeps the device busy for longer than it takes the host
  /// to launch the next one.
  static std::uint32_t narrow_grid(std::uint32_t multiprocessors) { return 2 * multiprocessors; }

  enum class answer {
    alone,    ///< it must be launched by itself, after submit()
    waiting,  ///< it will be submitted
    full      ///< the same, and it is time for submit()
  };
  /// Copies the arguments of a launch that may wait: its grid is narrow, the calling thread is in an
  /// operation, the device has loaded the kernel and keeps up with the host.
  answer take(const grid_launch& grid) noexcept;
  /// Submits what waits. If there is no memory, everything that is not submitted goes on waiting, and the
  /// call may be repeated. After any other error, launches are lost, so all later calls return the error.
  cudaError_t submit() noexcept;
  /// Launches a grid at once, and loads the kernel on the device if need be. \throws device_error
  cudaError_t launch(const grid_launch& grid);

  /// Gives up what waits. Values that it should have computed are wrong, so all later calls of submit()
  /// return an error.
  void lose() noexcept;
  /// The host has waited for the stream.
  void caught_up() noexcept;
  void operation_ended() noexcept override;
  /// Drops the graphs.
  void trim() noexcept;
  /// Submits what waits, and takes nothing any more.
  void close() noexcept;

 private:
  /// The device should begin soon, so the first launches wait for few others.
  static constexpr std::size_t fewest = 4, most = most_of_chain;
  static constexpr std::size_t argument_bytes = std::size_t{1} << 13, argument_alignment = 16;

  static_assert(fewest <= most);

  cudaError_t submit_all() noexcept;
  cudaError_t launch_one(const grid_launch& grid) const noexcept;
  void forget() noexcept;

  const int device_;
  const cudaStream_t stream_;
  const bool overlaps_;
  const std::uint32_t widest_;
  process::fork_mutex mutex_;
  cudaError_t lost_ = cudaSuccess;
  bool is_closed_ = false;
  std::array<grid_launch, most> grids_;         ///< what waits is from first_ to end_
  std::size_t first_ = 0, end_ = 0, used_ = 0;  ///< used_: bytes of arguments
  std::size_t limit_ = fewest;                  ///< how many launches wait for each other
  device_lag lag_;
  launch_chains chains_;
  alignas(argument_alignment) std::array<std::byte, argument_bytes> arguments_;
};

}  // namespace gbi::exec::cuda
