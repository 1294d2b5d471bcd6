/// \file
/// Executors that count the bytes of their memory in use.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>

#include "src/process/fork_mutex.hpp"

namespace gbi::test {

class memory_meter {
 public:
  /// Bytes allocated and not yet released.
  std::size_t bytes_in_use() const {
    const std::scoped_lock lock(mutex_);
    return in_use_;
  }

 protected:
  ~memory_meter() = default;
  void count(void* memory, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    sizes_.emplace(memory, bytes);
    in_use_ += bytes;
  }
  void discount(void* memory) noexcept {
    const std::scoped_lock lock(mutex_);
    const auto found = sizes_.find(memory);
    in_use_ -= found->second;
    sizes_.erase(found);
  }

 private:
  mutable process::fork_mutex mutex_;  ///< some tests fork
  std::unordered_map<void*, std::size_t> sizes_;
  std::size_t in_use_ = 0;
};

template <class Base>
class metered_executor final : public Base, public memory_meter {
 public:
  using Base::Base;
  void* allocate(std::size_t bytes) override {
    void* const memory = Base::allocate(bytes);
    count(memory, bytes);
    return memory;
  }
  void release(void* memory, std::size_t bytes) noexcept override {
    if (memory != nullptr) discount(memory);
    Base::release(memory, bytes);
  }
};

}  // namespace gbi::test
