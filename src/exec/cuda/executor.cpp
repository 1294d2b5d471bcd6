#include "src/exec/cuda/executor.hpp"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"
#include "src/exec/cuda/bounce.hpp"
#include "src/exec/cuda/check.hpp"
#include "src/exec/cuda/kernel_entry.hpp"
#include "src/exec/cuda/launch_queue.hpp"
#include "src/exec/cuda/memory.hpp"
#include "src/exec/cuda/overlap.hpp"
#include "src/exec/cuda/peek.hpp"
#include "src/exec/cuda/staging.hpp"
#include "src/process/concat.hpp"
#include "src/process/function_ref.hpp"
#include "src/process/memory.hpp"

namespace gbi::exec::cuda {

namespace {

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

device_properties properties_of(int device) {
  const double clock_hz = 1e3 * attribute(cudaDevAttrMemoryClockRate, device);
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  return {.backend = backend::cuda,
          .architecture = concat("sm_", attribute(cudaDevAttrComputeCapabilityMajor, device),
                                 attribute(cudaDevAttrComputeCapabilityMinor, device)),
          .multiprocessors = static_cast<std::uint32_t>(attribute(cudaDevAttrMultiProcessorCount, device)),
          .memory_bytes = total,
          // The memory transfers data twice per clock cycle.
          .memory_bytes_per_second = 2 * clock_hz * attribute(cudaDevAttrGlobalMemoryBusWidth, device) / 8,
          .fp32_per_fp64 = attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio, device)};
}

/// A point in a stream.
class event {
 public:
  explicit event(unsigned flags = cudaEventDefault) {
    check(cudaEventCreateWithFlags(&event_, flags), "cudaEventCreate");
  }
  ~event() { cudaEventDestroy(event_); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Queues on one stream a wait for everything queued so far on another one of the current device.
void queue_wait(cudaStream_t earlier, cudaStream_t later) {
  const event here(cudaEventDisableTiming);
  check(cudaEventRecord(here.get(), earlier), "cudaEventRecord");
  check(cudaStreamWaitEvent(later, here.get(), 0), "cudaStreamWaitEvent");
}

}  // namespace

cuda_executor::cuda_executor(int device, cudaStream_t stream)
    : cuda_executor(context_options{.device = device, .stream = stream}) {}

cuda_executor::cuda_executor(const context_options& options)
    : device_(options.device),
      stream_(static_cast<cudaStream_t>(options.stream)),
      owns_stream_(options.stream == nullptr) {
  const device_scope scope(device_);
  properties_ = properties_of(device_);
  properties_.warpgroup_products = multiplies_by_warpgroups(device_);
  multiprocessors_ = properties_.multiprocessors;
  load_peek(device_);
  reads_pageable_memory_ = attribute(cudaDevAttrPageableMemoryAccess, device_) != 0;
  if (owns_stream_)
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  try {
    memory_ = make_device_memory(options, stream_);
    // The stream of this name is another one in each thread, and orders nothing between threads.
    const bool has_order = stream_ != cudaStreamPerThread;
    if (has_order) blocks_ = std::make_unique<block_list>(memory_->listed());
    // Memory of the caller's is the caller's to keep.
    if (options.memory == nullptr && options.memory_pool == nullptr)
      longest_kept_ = properties_.memory_bytes / 2;
    launches_ = std::make_shared<launch_queue>(device_, stream_, launches_overlap(device_),
                                               has_order ? launch_queue::narrow_grid(multiprocessors_) : 0);
    list_owner& own_list = *this;
    pool_user_ = std::make_unique<pool_user>(device_, owns_stream_ ? stream_ : nullptr, own_list);
  } catch (...) {
    if (owns_stream_) cudaStreamDestroy(stream_);
    throw;
  }
}

cuda_executor::~cuda_executor() {
  pool_user_.reset();  // from now on, nobody else may use the list or wait for the stream
  launches_->close();
  release_list();
  cudaStreamSynchronize(stream_);
  if (owns_stream_) cudaStreamDestroy(stream_);
}

std::string cuda_executor::device_name() const {
  // Every context asks, and the driver takes long to find all properties. Never destroyed, as contexts may be
  // made until the process ends.
  static auto& names = *new std::map<int, std::string>;
  static std::mutex& mutex = *new std::mutex;
  const std::scoped_lock lock(mutex);
  std::string& name = names[device_];
  if (name.empty()) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device_), "cudaGetDeviceProperties");
    name = properties.name;
  }
  return name;
}

void* cuda_executor::allocate(std::size_t bytes) {
  if (blocks_ != nullptr)
    if (void* const memory = blocks_->take(bytes)) return memory;
  const device_scope scope(device_);
  submit();
  const std::size_t size = block_list::size_for(bytes);
  if (void* const memory = memory_->allocate(size)) return memory;
  if (release_workspace())
    if (void* const memory = memory_->allocate(size)) return memory;
  // First, memory that other streams released and pieces that are too small must return to the system.
  make_room();
  if (void* const memory = memory_->allocate(size)) return memory;
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  const memory_statistics own = memory_->statistics();
  throw out_of_memory(concat("CUDA device ", device_, ": no memory for a block of ", bytes,
                             " bytes: ", own.in_use, " are in use",
                             own.limit != 0 ? concat(", the context's limit is ", own.limit) : "", ", and ",
                             free, " of the device's ", total, " are free"));
}

void cuda_executor::make_room() {
  const device_scope scope(device_);
  cudaGetLastError();  // of the call that found no memory
  release_list();
  synchronize();
  memory_->trim();
  trim_all_pools(device_);
}

void cuda_executor::release(void* memory, std::size_t bytes) noexcept {
  if (blocks_ != nullptr && blocks_->keep(memory, bytes)) return;
  submit_or_lose();
  memory_->release(memory, block_list::size_for(bytes));
}

std::span<std::byte> cuda_executor::take_workspace(std::size_t bytes) {
  if (blocks_ != nullptr)
    if (const std::span<std::byte> kept = blocks_->take_workspace(bytes); !kept.empty()) return kept;
  release_workspace();  // the pool can extend it
  return executor::take_workspace(bytes);
}

void cuda_executor::keep_workspace(std::span<std::byte> used) noexcept {
  submit_or_lose();  // so that it may be released whenever memory is short
  if (blocks_ != nullptr && used.size() <= longest_kept_) used = blocks_->keep_workspace(used);
  if (!used.empty()) release(used.data(), used.size());
}

bool cuda_executor::release_workspace() noexcept {
  const std::span<std::byte> kept = blocks_ == nullptr ? std::span<std::byte>() : blocks_->take_workspace(0);
  if (!kept.empty()) memory_->release(kept.data(), kept.size());
  return !kept.empty();
}

void cuda_executor::release_list() noexcept {
  if (blocks_ == nullptr) return;
  release_workspace();
  for (block_list::block one = blocks_->take_any(); one.memory != nullptr; one = blocks_->take_any()) {
    // Whatever uses the block was launched or waits when the block has left the list.
    if (launches_->submit() == cudaErrorMemoryAllocation) {
      if (blocks_->keep(one.memory, one.bytes)) return;
      launches_->lose();
    }
    memory_->release(one.memory, one.bytes);
  }
}

void cuda_executor::submit() const {
  cudaError_t result = launches_->submit();
  if (result == cudaErrorMemoryAllocation) {
    const device_scope scope(device_);
    cudaStreamSynchronize(stream_);
    memory_->trim();
    trim_all_pools(device_);
    result = launches_->submit();
  }
  check(result, "kernel launch");
}

void cuda_executor::submit_or_lose() const noexcept {
  try {
    submit();
  } catch (...) {
    launches_->lose();
  }
}

void cuda_executor::trim() {
  const device_scope scope(device_);
  launches_->trim();
  release_list();
  synchronize();
  memory_->trim();
  trim_bounce(device_);
  trim_staging(device_);
}

memory_statistics cuda_executor::memory() const {
  return memory_->statistics();
}

void* cuda_executor::stream() const noexcept {
  submit_or_lose();
  return stream_;
}

void cuda_executor::precede(void* other) {
  const device_scope scope(device_);
  submit();
  queue_wait(stream_, static_cast<cudaStream_t>(other));
}

void cuda_executor::follow(void* other) {
  const device_scope scope(device_);
  submit();
  queue_wait(static_cast<cudaStream_t>(other), stream_);
}

void* cuda_executor::allocate_pinned(std::size_t bytes) {
  const device_scope scope(device_);
  void* memory = nullptr;
  cudaError_t result = cudaHostAlloc(&memory, bytes, cudaHostAllocMapped);
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    process::memory::trim_all();  // host contexts may keep memory that can be pinned
    result = cudaHostAlloc(&memory, bytes, cudaHostAllocMapped);
  }
  if (result == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw out_of_memory(
        concat("CUDA device ", device_, ": no pinned memory for a block of ", bytes, " bytes"));
  }
  check(result, "cudaHostAlloc");
  return memory;
}

void cuda_executor::release_pinned(void* memory) noexcept {
  submit_or_lose();
  cudaFreeHost(memory);
}

void cuda_executor::await(const std::uint64_t* word, std::uint64_t value, std::uint64_t mark) {
  submit();
  std::uint64_t& watched = *const_cast<std::uint64_t*>(word);  // atomic_ref takes no const before C++26
  constexpr int between_queries = 1 << 12;
  for (int i = 1; std::atomic_ref<std::uint64_t>(watched).load(std::memory_order_acquire) != value; ++i) {
    if (i % between_queries != 0) continue;
    // If the stream failed or is finished without the word, no kernel will write it.
    const device_scope scope(device_);
    const cudaError_t state = cudaStreamQuery(stream_);
    if (state == cudaErrorNotReady) continue;
    check(state, "cudaStreamQuery");
    if (std::atomic_ref<std::uint64_t>(watched).load(std::memory_order_acquire) != value)
      throw device_error(device_name() + ": a queued kernel did not write its report");
  }
  after_wait(mark);
}

double cuda_executor::seconds_of(process::function_ref<void()> work) {
  const device_scope scope(device_);
  const event begin, end;
  submit();
  check(cudaEventRecord(begin.get(), stream_), "cudaEventRecord");
  work();
  submit();
  check(cudaEventRecord(end.get(), stream_), "cudaEventRecord");
  check(cudaEventSynchronize(end.get()), "cudaEventSynchronize");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin.get(), end.get()), "cudaEventElapsedTime");
  return milliseconds * 1e-3;
}

void cuda_executor::synchronize() {
  const device_scope scope(device_);
  const std::uint64_t done = mark();
  submit();  // after the mark, which may be that of a launch that waits
  check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
  launches_->caught_up();
  after_wait(done);
}

void cuda_executor::launch_kernel(const launchable& kernel, const void* arguments) {
  kernel.on_cuda(*this, arguments);
}

void cuda_executor::queue_grid(const grid_launch& grid) {
  switch (launches_->take(grid)) {
    case launch_queue::answer::waiting:
      return;
    case launch_queue::answer::full:
      return submit();
    case launch_queue::answer::alone:
      break;
  }
  submit();
  cudaError_t result = launches_->launch(grid);
  if (result == cudaErrorMemoryAllocation) {
    make_room();
    result = launches_->launch(grid);
  }
  check(result, "kernel launch");
}

}  // namespace gbi::exec::cuda
