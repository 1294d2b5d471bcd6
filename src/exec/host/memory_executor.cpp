#include "src/exec/host/memory_executor.hpp"

#include <chrono>
#include <cstring>
#include <stdexcept>

#include "gpu_bigint/context.hpp"
#include "src/exec/host/memory.hpp"
#include "src/process/chunks.hpp"
#include "src/process/function_ref.hpp"

namespace gbi::exec::host {

namespace {

std::unique_ptr<memory_pool> make_pool(const context_options& options) {
  if (options.stream != nullptr || options.memory_pool != nullptr)
    throw std::invalid_argument("context of the host: it has no CUDA streams and no CUDA memory pools");
  return std::make_unique<memory_pool>(options.memory, options.memory_limit);
}

}  // namespace

memory_executor::memory_executor() : pool_(std::make_unique<memory_pool>()) {}
memory_executor::memory_executor(const context_options& options) : pool_(make_pool(options)) {}
memory_executor::~memory_executor() = default;

void* memory_executor::allocate(std::size_t bytes) {
  return pool_->allocate(bytes);
}
void memory_executor::release(void* memory, std::size_t /*bytes*/) noexcept {
  pool_->release(memory);
}
void memory_executor::trim() {
  pool_->trim();
}
memory_statistics memory_executor::memory() const {
  return pool_->statistics();
}
void* memory_executor::allocate_pinned(std::size_t bytes) {
  return pool_->allocate(bytes);
}
void memory_executor::release_pinned(void* memory) noexcept {
  pool_->release(memory);
}

void memory_executor::upload(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);  // with 0 bytes the pointers may be null
}
void memory_executor::download(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);  // with 0 bytes the pointers may be null
  after_wait(mark());
}
void memory_executor::download(void* target, const void* source, std::size_t bytes, const reader& read) {
  process::for_each_chunk(bytes, read.threads, [&](std::size_t begin, std::size_t size) noexcept {
    std::memcpy(static_cast<std::byte*>(target) + begin, static_cast<const std::byte*>(source) + begin, size);
    read.read(begin, size);
  });
  after_wait(mark());
}
void memory_executor::copy(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memmove(target, source, bytes);
}
double memory_executor::seconds_of(process::function_ref<void()> work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
void memory_executor::clear(void* target, std::size_t bytes) {
  if (bytes > 0) std::memset(target, 0, bytes);
}

}  // namespace gbi::exec::host
