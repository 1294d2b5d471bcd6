/// \file
/// Launches and graphs of the stand-in for CUDA's runtime.
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/context/fake_calls.hpp"

struct CUgraphNode_st {
  const gbi::test::fake_cuda::kernel* kernel = nullptr;
  unsigned blocks = 0;
  std::vector<std::byte> arguments;
  CUgraphNode_st* after = nullptr;
};
struct CUgraph_st {
  std::vector<CUgraphNode_st*> nodes;
};
struct CUgraphExec_st {
  std::map<CUgraphNode_st*, CUgraphNode_st> nodes;  ///< by the node of the graph
};

namespace gbi::test::fake_cuda {

namespace {

void run(cudaStream_t stream, const CUgraphNode_st& node) {
  reaches(stream, node.kernel->name);
  all().seen.blocks.push_back(node.blocks);
  node.kernel->run(node.arguments.data(), node.blocks);
}

CUgraphNode_st node_of(const void* function, unsigned blocks, void* const* parameters) {
  const auto* const kernel = static_cast<const fake_cuda::kernel*>(function);
  const auto* const arguments = static_cast<const std::byte*>(parameters[0]);
  return {kernel, blocks, {arguments, arguments + kernel->argument_bytes}, nullptr};
}
CUgraphNode_st node_of(const cudaKernelNodeParams& node) {
  return node_of(node.func, node.gridDim.x, node.kernelParams);
}

}  // namespace

}  // namespace gbi::test::fake_cuda

using namespace gbi::test::fake_cuda;  // NOLINT

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  *attributes = {};
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int value) {
  const call here("cudaFuncSetAttribute");
  now().largest_shared = std::max(now().largest_shared, static_cast<std::size_t>(value));
  return here.result();
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* grid, const void* function, void** parameters) {
  const call here("cudaLaunchKernelExC");
  if (here.fails()) return here.result();
  ++now().plain_launches;
  if (grid->numAttrs > 0) ++now().overlapping_launches;
  run(grid->stream, node_of(function, grid->gridDim.x, parameters));
  return cudaSuccess;
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  const call here("cudaGraphCreate");
  if (here.fails()) return here.result();
  ++now().graphs;
  *graph = new CUgraph_st;
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const call here("cudaGraphDestroy");
  --now().graphs;
  for (CUgraphNode_st* const node : graph->nodes) delete node;
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t*,
                                   std::size_t, const cudaKernelNodeParams* parameters) {
  const call here("cudaGraphAddKernelNode");
  if (here.fails()) return here.result();
  *node = new CUgraphNode_st(node_of(*parameters));
  graph->nodes.push_back(*node);
  return cudaSuccess;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData* edges, std::size_t) {
  const call here("cudaGraphAddDependencies");
  if (here.fails()) return here.result();
  (*to)->after = *from;
  if (edges->type == cudaGraphDependencyTypeProgrammatic &&
      edges->from_port == cudaGraphKernelNodePortProgrammatic)
    ++now().programmatic_edges;
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* instance, cudaGraph_t graph, unsigned long long) {
  const call here("cudaGraphInstantiate");
  if (here.fails()) return here.result();
  ++now().instances;
  *instance = new CUgraphExec_st;
  for (CUgraphNode_st* const node : graph->nodes) (*instance)->nodes[node] = *node;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance) {
  const call here("cudaGraphExecDestroy");
  --now().instances;
  delete instance;
  return cudaSuccess;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t instance, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  const call here("cudaGraphExecKernelNodeSetParams");
  if (here.fails()) return here.result();
  CUgraphNode_st& own = instance->nodes.at(node);
  CUgraphNode_st changed = node_of(*parameters);
  if (own.kernel != changed.kernel) mistake("a node gets another kernel");
  changed.after = own.after;
  own = std::move(changed);
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream) {
  const call here("cudaGraphLaunch");
  if (here.fails()) return here.result();
  ++now().graph_launches;
  // Only edges order the nodes.
  std::map<CUgraphNode_st*, CUgraphNode_st*> next;
  for (const auto& [node, own] : instance->nodes)
    if (!next.emplace(own.after, node).second) mistake("nodes of a graph that are not ordered");
  for (CUgraphNode_st* node = next[nullptr]; node != nullptr; node = next[node])
    run(stream, instance->nodes.at(node));
  return cudaSuccess;
}

}  // extern "C"
