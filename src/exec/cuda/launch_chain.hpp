/// \file
/// Sequences of kernels that are launched again and again, as CUDA graphs. The host needs a third to a fifth
/// of the time for a graph, even if all its arguments change (docs/decisions/0061-launches-in-graphs.md).
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include "src/exec/cuda/kernel_entry.hpp"

namespace gbi::exec::cuda {

/// The parameters of a launch as CUDA wants them. It reads them and changes nothing. An entry without a batch
/// ignores the last one.
inline std::array<void*, 3> parameters_of(const grid_launch& grid) {
  return {const_cast<void*>(grid.arguments), const_cast<std::uint32_t*>(&grid.blocks_per_problem),
          const_cast<std::uint32_t*>(&grid.batch)};
}

/// The most launches of a graph.
inline constexpr std::size_t most_of_chain = 16;

/// A sequence of kernels. Their grids and arguments may differ from time to time. From the third time on it
/// is a graph.
class launch_chain {
 public:
  /// Forgets the old sequence.
  void begin(std::span<const grid_launch> grids) noexcept;
  bool is_of(std::span<const grid_launch> grids) const noexcept;
  /// Launches the grids as a graph. \returns false if nothing was launched: the sequence is not yet known, or
  /// CUDA makes no graph of it
  bool launch(std::span<const grid_launch> grids, cudaStream_t stream, bool overlaps) noexcept;

 private:
  static constexpr int times_until_graph = 3;

  struct destroy {
    void operator()(cudaGraph_t unused) const noexcept { cudaGraphDestroy(unused); }
    // The device finishes a graph that it still executes.
    void operator()(cudaGraphExec_t unused) const noexcept { cudaGraphExecDestroy(unused); }
  };
  template <class Handle>
  using owned = std::unique_ptr<std::remove_pointer_t<Handle>, destroy>;

  cudaError_t make(std::span<const grid_launch> grids, bool overlaps) noexcept;
  cudaError_t update(std::span<const grid_launch> grids) noexcept;

  std::array<const kernel_entry*, most_of_chain> entries_{};
  std::size_t length_ = 0;
  int times_ = 0;             ///< that it was launched
  bool is_refused_ = false;   ///< CUDA makes no graph of it
  owned<cudaGraph_t> graph_;  ///< lives as long as its instance, whose nodes it names
  owned<cudaGraphExec_t> instance_;
  std::array<cudaGraphNode_t, most_of_chain> nodes_{};
};

/// The sequences of a stream. Thread safety: one thread at a time.
class launch_chains {
 public:
  /// As the function of one chain. The current device is the stream's.
  bool launch(std::span<const grid_launch> grids, cudaStream_t stream, bool overlaps) noexcept;
  /// Drops all graphs.
  void clear() noexcept;

 private:
  /// Two launches take the host no longer than a graph.
  static constexpr std::size_t shortest = 3;
  /// The chain that was not launched for the longest time gives way to a new one.
  static constexpr std::size_t most_chains = 64;

  struct place {
    std::uint64_t last_use = 0;  ///< 0: it was never used
    launch_chain chain;
  };
  std::uint64_t uses_ = 0;
  std::array<place, most_chains> places_;
};

}  // namespace gbi::exec::cuda
