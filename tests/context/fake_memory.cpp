/// \file
/// Memory of the stand-in for CUDA's runtime. Freed memory is overwritten.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "tests/context/fake_calls.hpp"

namespace gbi::test::fake_cuda {

namespace {

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

using namespace gbi::test::fake_cuda;  // NOLINT

extern "C" {

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  const call here("cudaMemGetInfo");
  *total = now().capacity;
  *free = *total - std::min(*total, reserved());
  return here.result();
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
cudaError_t cudaMemcpyPeerAsync(void* target, int to, const void* source, int from, std::size_t bytes,
                                cudaStream_t stream) {
  now().transfers.push_back({from, to, stream->time++});
  return cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream);
}
cudaError_t cudaMemsetAsync(void* target, int value, std::size_t bytes, cudaStream_t stream) {
  const call here("cudaMemsetAsync");
  if (here.fails()) return here.result();
  reaches(stream, "clear");
  std::memset(target, value, bytes);
  return cudaSuccess;
}

}  // extern "C"
