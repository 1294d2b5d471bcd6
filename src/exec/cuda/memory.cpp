#include "src/exec/cuda/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "src/exec/cuda/check.hpp"
#include "src/process/concat.hpp"

namespace gbi::exec::cuda {

namespace {

class pool;

/// Everything in the process that may hold device memory.
struct registry {
  struct user {
    int device;
    cudaStream_t own_stream;
    list_owner* executor;
  };
  std::mutex mutex;
  std::vector<const pool*> pools;
  std::vector<user> users;
};

registry& all() {
  static auto& one = *new registry;  // never destroyed: contexts may end after static objects
  return one;
}

/// A pool that the library made. trim_all_pools() knows it.
class pool {
 public:
  /// \param limit 0: none
  pool(int device, std::size_t limit) : device_(device), limit_(limit) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
#if CUDART_VERSION >= 12030
    // The driver takes memory in portions of this size. allocate() compares the bytes in use with the limit
    // itself.
    constexpr std::size_t portion = std::size_t{32} << 20;
    properties.maxSize = (limit + portion - 1) / portion * portion;
#endif
    cudaMemPool_t made = nullptr;
    check(cudaMemPoolCreate(&made, &properties), "cudaMemPoolCreate");
    pool_.reset(made);
    std::uint64_t keep_everything = std::numeric_limits<std::uint64_t>::max();
    check(cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &keep_everything),
          "cudaMemPoolSetAttribute");
    const std::scoped_lock lock(all().mutex);
    all().pools.push_back(this);
  }
  ~pool() {
    const std::scoped_lock lock(all().mutex);
    std::erase(all().pools, this);
  }
  pool(const pool&) = delete;
  pool& operator=(const pool&) = delete;

  cudaMemPool_t get() const noexcept {
    return pool_.get();
  }
  int device() const noexcept {
    return device_;
  }
  std::size_t limit() const noexcept {
    return limit_;
  }
  std::atomic<std::size_t>& listed() noexcept {
    return listed_;
  }

  /// The pool that contexts of a device share. It ends with the last of them.
  static std::shared_ptr<pool> shared_of(int device) {
    static std::mutex mutex;
    static auto& shared = *new std::map<int, std::weak_ptr<pool>>;
    const std::scoped_lock lock(mutex);
    if (auto living = shared[device].lock()) return living;
    auto made = std::make_shared<pool>(device, 0);
    shared[device] = made;
    return made;
  }

 private:
  struct destroy {
    void operator()(cudaMemPool_t unused) const noexcept { cudaMemPoolDestroy(unused); }
  };

  std::unique_ptr<std::remove_pointer_t<cudaMemPool_t>, destroy> pool_;
  int device_;
  std::size_t limit_;
  std::atomic<std::size_t> listed_ = 0;
};

std::uint64_t attribute_of(cudaMemPool_t which, cudaMemPoolAttr attribute) {
  std::uint64_t value = 0;
  check(cudaMemPoolGetAttribute(which, attribute, &value), "cudaMemPoolGetAttribute");
  return value;
}

/// Memory from a pool, of the library or of the caller.
class pool_memory final : public device_memory {
 public:
  pool_memory(std::shared_ptr<pool> own, cudaStream_t stream)
      : own_(std::move(own)),
        pool_(own_->get()),
        limit_(own_->limit()),
        stream_(stream),
        listed_(own_->listed()) {}
  pool_memory(cudaMemPool_t callers, cudaStream_t stream)
      : pool_(callers), stream_(stream), listed_(listed_here_) {}

  void* allocate(std::size_t bytes) override {
    if (limit_ != 0 && bytes > limit_ - std::min(limit_, used())) return nullptr;
    void* memory = nullptr;
    const cudaError_t result = cudaMallocFromPoolAsync(&memory, bytes, pool_, stream_);
    if (result == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      return nullptr;
    }
    check(result, "cudaMallocFromPoolAsync");
    return memory;
  }
  void release(void* memory, std::size_t /*bytes*/) noexcept override { cudaFreeAsync(memory, stream_); }
  void trim() override { check(cudaMemPoolTrimTo(pool_, 0), "cudaMemPoolTrimTo"); }
  memory_statistics statistics() const override {
    const std::size_t taken = used(), in_use = taken - std::min(taken, listed_.load()),
                      reserved = attribute_of(pool_, cudaMemPoolAttrReservedMemCurrent);
    return {.in_use = in_use, .kept = reserved - std::min(in_use, reserved), .limit = limit_};
  }
  std::atomic<std::size_t>& listed() noexcept override { return listed_; }

 private:
  std::size_t used() const { return attribute_of(pool_, cudaMemPoolAttrUsedMemCurrent); }

  std::shared_ptr<pool> own_;  ///< null: the caller's
  cudaMemPool_t pool_;
  std::size_t limit_ = 0;
  cudaStream_t stream_;
  std::atomic<std::size_t> listed_here_ = 0;  ///< of a pool of the caller's
  std::atomic<std::size_t>& listed_;
};

/// Memory from a resource of the caller.
class resource_memory final : public device_memory {
 public:
  resource_memory(std::shared_ptr<memory_resource> source, std::size_t limit, cudaStream_t stream)
      : source_(std::move(source)), limit_(limit), stream_(stream) {}

  void* allocate(std::size_t bytes) override {
    const std::size_t taken = taken_.fetch_add(bytes);
    try {
      if (limit_ == 0 || bytes <= limit_ - std::min(limit_, taken)) return source_->allocate(bytes, stream_);
    } catch (const std::bad_alloc&) {  // the caller returns memory and tries again
    } catch (...) {
      taken_ -= bytes;
      throw;
    }
    taken_ -= bytes;
    return nullptr;
  }
  void release(void* memory, std::size_t bytes) noexcept override {
    taken_ -= bytes;
    source_->deallocate(memory, bytes, stream_);
  }
  void trim() override { source_->trim(); }
  memory_statistics statistics() const override {
    const std::size_t taken = taken_, kept = std::min(taken, listed_.load());
    return {.in_use = taken - kept, .kept = kept, .limit = limit_};
  }
  std::atomic<std::size_t>& listed() noexcept override { return listed_; }

 private:
  const std::shared_ptr<memory_resource> source_;
  const std::size_t limit_;
  const cudaStream_t stream_;
  std::atomic<std::size_t> taken_ = 0;  ///< in bytes
  std::atomic<std::size_t> listed_ = 0;
};

}  // namespace

std::unique_ptr<device_memory> make_device_memory(const context_options& options, cudaStream_t stream) {
  if (options.memory_pool != nullptr && (options.memory != nullptr || options.memory_limit != 0))
    throw std::invalid_argument(concat("context of CUDA device ", options.device,
                                       ": a memory pool of the caller's together with ",
                                       options.memory != nullptr ? "a memory resource" : "a limit"));
  if (options.memory != nullptr)
    return std::make_unique<resource_memory>(options.memory, options.memory_limit, stream);
  if (options.memory_pool != nullptr)
    return std::make_unique<pool_memory>(static_cast<cudaMemPool_t>(options.memory_pool), stream);
  return std::make_unique<pool_memory>(options.memory_limit != 0
                                           ? std::make_shared<pool>(options.device, options.memory_limit)
                                           : pool::shared_of(options.device),
                                       stream);
}

void trim_all_pools(int device) noexcept {
  const std::scoped_lock lock(all().mutex);
  for (const registry::user& user : all().users) {
    if (user.device != device) continue;
    user.executor->release_list();
    if (user.own_stream != nullptr) cudaStreamSynchronize(user.own_stream);
  }
  for (const pool* const one : all().pools)
    if (one->device() == device) cudaMemPoolTrimTo(one->get(), 0);
  cudaGetLastError();  // an error of another executor is that executor's to report
}

void share_all_pools(int device, int with) {
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = with;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  const std::scoped_lock lock(all().mutex);
  for (const pool* const one : all().pools)
    if (one->device() == device) check(cudaMemPoolSetAccess(one->get(), &access, 1), "cudaMemPoolSetAccess");
}

pool_user::pool_user(int device, cudaStream_t own_stream, list_owner& executor) : executor_(&executor) {
  const std::scoped_lock lock(all().mutex);
  all().users.push_back({device, own_stream, &executor});
}

pool_user::~pool_user() {
  const std::scoped_lock lock(all().mutex);
  std::erase_if(all().users, [&](const registry::user& user) { return user.executor == executor_; });
}

}  // namespace gbi::exec::cuda
