/// \file
/// Pinned memory for copies. All contexts of a device share it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>

#include "gpu_bigint/error.hpp"
#include "src/exec/cuda/check.hpp"

namespace gbi::exec::cuda {

/// Pinned memory and an event of the current device. Streams may use the memory one after the other. The
/// event tells when the memory is free.
class pinned_block {
 public:
  /// \throws device_error
  explicit pinned_block(std::size_t bytes) {
    cudaEvent_t made = nullptr;
    check(cudaEventCreateWithFlags(&made, cudaEventDisableTiming), "cudaEventCreate");
    free_.reset(made);
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault), "cudaHostAlloc");
    memory_.reset(static_cast<std::byte*>(memory));
  }
  std::byte* memory() const noexcept { return memory_.get(); }
  cudaEvent_t free() const noexcept { return free_.get(); }

 private:
  struct destroy_event {
    void operator()(cudaEvent_t unused) const noexcept {
      cudaEventSynchronize(unused);
      cudaEventDestroy(unused);
    }
  };
  struct release_memory {
    void operator()(std::byte* unused) const noexcept { cudaFreeHost(unused); }
  };
  std::unique_ptr<std::byte, release_memory> memory_;
  std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, destroy_event> free_;  // destroyed first, and waits
};

/// One object of pinned memory for each device, made when it is first needed. One thread uses it at a time.
template <class Contents>
class shared_by_device {
 public:
  /// Calls use(contents). \returns false if another thread uses them, or there is no pinned memory
  template <class Use>
  static bool with(int device, const Use& use) {
    place& own = place_of(device);
    const std::unique_lock lock(own.mutex, std::try_to_lock);
    if (!lock) return false;
    if (!own.contents) {
      try {
        own.contents.emplace();
      } catch (const std::exception&) {
        return false;
      }
    }
    use(*own.contents);
    return true;
  }

  /// Returns the memory to the system unless it is in use.
  static void release(int device) {
    place& own = place_of(device);
    const std::unique_lock lock(own.mutex, std::try_to_lock);
    if (lock) own.contents.reset();
  }

 private:
  struct place {
    std::mutex mutex;
    std::optional<Contents> contents;
  };
  static place& place_of(int device) {
    static std::mutex mutex;
    static auto& all = *new std::map<int, place>;  // never destroyed: contexts may end after static objects
    const std::scoped_lock lock(mutex);
    return all[device];
  }
};

}  // namespace gbi::exec::cuda
