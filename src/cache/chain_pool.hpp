/// \file
/// Memory of look-back chains, reused without being cleared.
///
/// Every launch tags its states with a unique number (an epoch), and a state with another epoch counts as
/// unknown. So no launch has to clear a chain first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "kernels/scan/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::cache {

/// Thread safety: any number of threads. A chain serves one launch at a time. On the host, launches are
/// complete when they return; on CUDA, the stream orders them.
class chain_pool {
  struct chain {
    exec::buffer<std::uint64_t> memory;
    std::uint32_t epoch = 0;
  };

 public:
  explicit chain_pool(exec::executor& executor) : executor_(&executor) {}

  /// A chain for one launch, which must be queued while the lease lives. May be empty.
  class lease {
   public:
    lease() = default;
    /// \param words the fewest words that the chain may have
    lease(chain_pool& owner, std::size_t words) : owner_(&owner), chain_(owner.take(words)) {
      ++chain_.epoch;
    }
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease() {
      if (owner_ != nullptr) owner_->put_back(std::move(chain_));
    }

    kernels::scan_chain get() const { return {chain_.memory.data(), chain_.epoch}; }

   private:
    chain_pool* owner_ = nullptr;
    chain chain_;
  };

 private:
  chain take(std::size_t words) {
    chain result;
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        result = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (result.memory.size() < words || result.epoch == kernels::last_scan_epoch)
      result = {exec::cleared<std::uint64_t>(*executor_, std::bit_ceil(words)), 0};
    return result;
  }

  /// If there is no memory for the list, the chain is freed.
  void put_back(chain&& used) noexcept try {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(used));
  } catch (const std::bad_alloc&) {
  }

  exec::executor* executor_;
  process::fork_mutex mutex_;
  std::vector<chain> free_;
};

}  // namespace gbi::cache
