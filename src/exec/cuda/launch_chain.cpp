#include "src/exec/cuda/launch_chain.hpp"

#include <algorithm>

namespace gbi::exec::cuda {

namespace {

/// Refers to the pointers of the parameters.
cudaKernelNodeParams node_of(const grid_launch& grid, void** parameters) {
  cudaKernelNodeParams result{};
  result.func = const_cast<void*>(grid.entry->function);
  result.gridDim = grid.blocks;
  result.blockDim = grid.entry->threads;
  result.sharedMemBytes = grid.entry->shared_bytes;
  result.kernelParams = parameters;
  return result;
}

/// Queues the second node behind the first one as launches of a stream are.
cudaError_t add_edge(cudaGraph_t graph, cudaGraphNode_t from, cudaGraphNode_t to, bool overlaps) {
#if CUDART_VERSION >= 12030
  cudaGraphEdgeData edge{};
  if (overlaps) {
    edge.from_port = cudaGraphKernelNodePortProgrammatic;
    edge.type = cudaGraphDependencyTypeProgrammatic;
  }
#if CUDART_VERSION >= 13000
  return cudaGraphAddDependencies(graph, &from, &to, &edge, 1);
#else
  return cudaGraphAddDependencies_v2(graph, &from, &to, &edge, 1);
#endif
#else
  return overlaps ? cudaErrorNotSupported : cudaGraphAddDependencies(graph, &from, &to, 1);
#endif
}

/// Whether a graph leaves memory on the current device.
bool has_room() noexcept try {
  return loaded_on::has_room();
} catch (...) {  // the launches by themselves report what is wrong with the device
  return false;
}

}  // namespace

void launch_chain::begin(std::span<const grid_launch> grids) noexcept {
  instance_.reset();
  graph_.reset();
  is_refused_ = false;
  times_ = 0;
  length_ = grids.size();
  for (std::size_t i = 0; i < length_; ++i) entries_[i] = grids[i].entry;
}

bool launch_chain::is_of(std::span<const grid_launch> grids) const noexcept {
  return std::equal(grids.begin(), grids.end(), entries_.begin(),
                    entries_.begin() + static_cast<std::ptrdiff_t>(length_),
                    [](const grid_launch& grid, const kernel_entry* known) { return grid.entry == known; });
}

bool launch_chain::launch(std::span<const grid_launch> grids, cudaStream_t stream, bool overlaps) noexcept {
  if (is_refused_ || ++times_ < times_until_graph) return false;
  cudaError_t result = instance_ != nullptr ? update(grids) : make(grids, overlaps);
  if (result == cudaSuccess) result = cudaGraphLaunch(instance_.get(), stream);
  if (result == cudaSuccess) return true;
  cudaGetLastError();  // if the device is lost, the launches by themselves report it
  begin(grids);        // some of the nodes may have new arguments
  is_refused_ = result != cudaErrorMemoryAllocation;
  return false;
}

cudaError_t launch_chain::make(std::span<const grid_launch> grids, bool overlaps) noexcept {
  if (!has_room()) return cudaErrorMemoryAllocation;
  cudaGraph_t graph = nullptr;
  if (const cudaError_t result = cudaGraphCreate(&graph, 0); result != cudaSuccess) return result;
  graph_.reset(graph);
  for (std::size_t i = 0; i < length_; ++i) {
    auto parameters = parameters_of(grids[i]);
    const cudaKernelNodeParams node = node_of(grids[i], parameters.data());
    cudaError_t result = cudaGraphAddKernelNode(&nodes_[i], graph, nullptr, 0, &node);
    if (result == cudaSuccess && i > 0) result = add_edge(graph, nodes_[i - 1], nodes_[i], overlaps);
    if (result != cudaSuccess) return result;
  }
  cudaGraphExec_t instance = nullptr;
  const cudaError_t result = cudaGraphInstantiate(&instance, graph, 0);
  if (result == cudaSuccess) instance_.reset(instance);
  return result;
}

cudaError_t launch_chain::update(std::span<const grid_launch> grids) noexcept {
  for (std::size_t i = 0; i < length_; ++i) {
    auto parameters = parameters_of(grids[i]);
    const cudaKernelNodeParams node = node_of(grids[i], parameters.data());
    const cudaError_t result = cudaGraphExecKernelNodeSetParams(instance_.get(), nodes_[i], &node);
    if (result != cudaSuccess) return result;
  }
  return cudaSuccess;
}

bool launch_chains::launch(std::span<const grid_launch> grids, cudaStream_t stream, bool overlaps) noexcept {
  if (grids.size() < shortest) return false;
  place* chosen = places_.data();
  for (place& one : places_) {
    if (one.last_use != 0 && one.chain.is_of(grids)) {
      one.last_use = ++uses_;
      return one.chain.launch(grids, stream, overlaps);
    }
    if (one.last_use < chosen->last_use) chosen = &one;
  }
  chosen->last_use = ++uses_;
  chosen->chain.begin(grids);
  return chosen->chain.launch(grids, stream, overlaps);
}

void launch_chains::clear() noexcept {
  for (place& one : places_) {
    one.last_use = 0;
    one.chain.begin({});
  }
}

}  // namespace gbi::exec::cuda
