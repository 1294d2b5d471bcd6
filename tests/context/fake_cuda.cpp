#include "tests/context/fake_cuda.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "src/exec/cuda/overlap.hpp"
#include "src/exec/cuda/peek.hpp"
#include "src/process/host_threads.hpp"

// CUDA's types, which its header only declares.
struct CUstream_st {
  int device = 0;
};
struct CUevent_st {};
struct CUmemPoolHandle_st {
  std::size_t used = 0, reserved = 0;
};
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

struct failure {
  std::string function;
  int left = 0;
  cudaError_t how = cudaSuccess;
  bool and_all_after = false, has_failed = false;
};
struct block {
  std::size_t bytes;
  cudaMemPool_t pool;  ///< null: pinned memory
};
struct everything {
  std::recursive_mutex mutex;
  device seen;
  failure next;
  std::map<const void*, block> blocks;
  std::set<cudaMemPool_t> pools;
};
everything& all() {
  static everything one;
  return one;
}

thread_local int current_device = 0;
thread_local cudaError_t last_error = cudaSuccess;

/// One call of a function: it is locked, and may fail.
class call {
 public:
  explicit call(const char* function) : lock_(all().mutex) {
    failure& next = all().next;
    if (next.how == cudaSuccess || (!next.function.empty() && next.function != function)) return;
    if (next.left > 0 && --next.left > 0) return;
    if (next.has_failed && !next.and_all_after) return;
    next.has_failed = true;
    result_ = last_error = next.how;
  }
  bool fails() const { return result_ != cudaSuccess; }
  cudaError_t result() const { return result_; }

 private:
  std::scoped_lock<std::recursive_mutex> lock_;
  cudaError_t result_ = cudaSuccess;
};

void mistake(std::string text) {
  all().seen.mistakes.push_back(std::move(text));
}

/// Something reaches a stream.
void reaches(cudaStream_t stream, const std::string& what) {
  if (stream != cudaStreamPerThread && stream->device != current_device)
    mistake(what + ": another device is current");
  all().seen.log.push_back(what);
}

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

void* allocate(std::size_t bytes, cudaMemPool_t pool) {
  void* const memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  std::memset(memory, 0xab, bytes);
  all().blocks[memory] = {bytes, pool};
  return memory;
}
void release(void* memory) {
  const auto found = all().blocks.find(memory);
  if (found == all().blocks.end()) return mistake("memory is freed twice");
  std::memset(memory, 0xdd, found->second.bytes);
  all().blocks.erase(found);
  std::free(memory);
}

std::size_t reserved() {
  std::size_t result = 0;
  for (const cudaMemPool_t pool : all().pools) result += pool->reserved;
  return result;
}

}  // namespace

device& now() {
  return all().seen;
}
void reset() {
  all().seen = {};
  all().next = {};
  last_error = cudaSuccess;
}
void fail(const std::string& function, int n, cudaError_t how, bool and_all_after) {
  const std::scoped_lock lock(all().mutex);
  all().next = {function, n, how, and_all_after, false};
}
bool stop_failing() {
  const std::scoped_lock lock(all().mutex);
  return std::exchange(all().next, {}).has_failed;
}

bool is_live(const void* memory) {
  const std::scoped_lock lock(all().mutex);
  const auto after = all().blocks.upper_bound(memory);
  if (after == all().blocks.begin()) return false;
  const auto& [begin, found] = *std::prev(after);
  return static_cast<const std::byte*>(memory) < static_cast<const std::byte*>(begin) + found.bytes;
}
void require_live(const void* memory) {
  const std::scoped_lock lock(all().mutex);
  if (!is_live(memory)) mistake("freed memory is used");
}

}  // namespace gbi::test::fake_cuda

using namespace gbi::test;             // NOLINT
using namespace gbi::test::fake_cuda;  // NOLINT

// CUDA's own code has these parts of the library.
namespace gbi::exec::cuda {
bool launches_overlap(int) {
  return true;
}
bool multiplies_by_warpgroups(int) {
  return false;
}
void load_peek(int) {}
void queue_peek(const std::uint64_t* source, std::uint32_t words, std::uint64_t* box, std::uint64_t ticket,
                cudaStream_t stream) {
  const call here("peek");
  reaches(stream, "peek");
  require_live(source);
  std::memcpy(box + 1, source, words * sizeof(std::uint64_t));
  *box = ticket;
}
}  // namespace gbi::exec::cuda

// The tests run on one thread of the host.
unsigned gbi::process::host_threads() noexcept {
  return 1;
}
void gbi::process::on_host_threads(unsigned, void (*share)(const void*) noexcept, const void* work) noexcept {
  share(work);
}

extern "C" {

const char* cudaGetErrorName(cudaError_t) {
  return "cudaError";
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory" : "a failure of a test";
}
cudaError_t cudaGetLastError() {
  return std::exchange(last_error, cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
  *device = current_device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  current_device = device;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  *value = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  const call here("cudaMemGetInfo");
  *total = now().capacity;
  *free = *total - std::min(*total, reserved());
  return here.result();
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st{current_device};
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const call here("cudaStreamSynchronize");
  static_cast<void>(stream);  // of any device
  all().seen.log.emplace_back("wait");
  return here.result();
}
cudaError_t cudaStreamQuery(cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t, unsigned) {
  const call here("cudaStreamWaitEvent");
  all().seen.log.emplace_back("wait for event");
  static_cast<void>(stream);
  return here.result();
}
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = now().is_captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  thread_local cudaStreamCaptureMode own = cudaStreamCaptureModeGlobal;
  std::swap(own, *mode);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  const call here("cudaEventCreate");
  if (here.fails()) return here.result();
  ++now().events;
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  const call here("cudaEventDestroy");
  if (event != nullptr) --now().events;
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t stream) {
  const call here("cudaEventRecord");
  if (!here.fails()) reaches(stream, "record");
  return here.result();
}
cudaError_t cudaEventQuery(cudaEvent_t) {
  const call here("cudaEventQuery");
  if (here.fails()) return here.result();
  return now().is_behind ? last_error = cudaErrorNotReady : cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1;
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  const call here("cudaMemPoolCreate");
  all().pools.insert(*pool = new CUmemPoolHandle_st);
  return cudaSuccess;
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  const call here("cudaMemPoolDestroy");
  if (pool->used != 0) mistake("a pool is destroyed before its blocks are freed");
  all().pools.erase(pool);
  delete pool;
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
  return cudaSuccess;
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr which, void* value) {
  const call here("cudaMemPoolGetAttribute");
  *static_cast<std::uint64_t*>(value) = which == cudaMemPoolAttrUsedMemCurrent ? pool->used : pool->reserved;
  return cudaSuccess;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t, const cudaMemAccessDesc*, std::size_t) {
  return cudaSuccess;
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  const call here("cudaMemPoolTrimTo");
  pool->reserved = pool->used;
  return cudaSuccess;
}
cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const call here("cudaMallocFromPoolAsync");
  const std::size_t growth = pool->used + bytes - std::min(pool->used + bytes, pool->reserved);
  if (here.fails()) return here.result();
  if (growth > 0 && reserved() + growth > now().capacity) return last_error = cudaErrorMemoryAllocation;
  reaches(stream, "allocate");
  pool->used += bytes;
  pool->reserved = std::max(pool->reserved, pool->used);
  *memory = allocate(bytes, pool);
  ++now().allocations;
  ++now().blocks_of_memory;
  return cudaSuccess;
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  const call here("cudaFreeAsync");
  all().seen.log.emplace_back("free");
  static_cast<void>(stream);
  const auto found = all().blocks.find(memory);
  if (found != all().blocks.end()) found->second.pool->used -= found->second.bytes;
  --now().blocks_of_memory;
  release(memory);
  return cudaSuccess;
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  const call here("cudaHostAlloc");
  if (!here.fails()) *memory = allocate(bytes, nullptr);
  return here.result();
}
cudaError_t cudaFreeHost(void* memory) {
  const call here("cudaFreeHost");
  all().seen.log.emplace_back("free pinned");
  release(memory);
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* known, const void* memory) {
  *known = {};
  if (is_live(memory)) known->type = cudaMemoryTypeDevice;
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  const call here("cudaMemcpyAsync");
  if (here.fails()) return here.result();
  reaches(stream, "copy");
  std::memmove(target, source, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyPeerAsync(void* target, int, const void* source, int, std::size_t bytes,
                                cudaStream_t stream) {
  return cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream);
}
cudaError_t cudaMemsetAsync(void* target, int value, std::size_t bytes, cudaStream_t stream) {
  const call here("cudaMemsetAsync");
  if (here.fails()) return here.result();
  reaches(stream, "clear");
  std::memset(target, value, bytes);
  return cudaSuccess;
}

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
