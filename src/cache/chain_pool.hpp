/// \file
/// Memory of look-back chains, reused without being cleared.
///
/// Every launch tags its states with a unique number (an epoch), and a state with another epoch counts as
/// unknown. So no launch has to clear a chain first.
#pragma once

#include <algorithm>
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
    std::size_t words() const noexcept { return memory.size(); }
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
      // The shortest one that is long enough; otherwise the longest one makes room for the new one.
      auto found = std::ranges::lower_bound(free_, words, {}, &chain::words);
      if (found == free_.end() && !free_.empty()) --found;
      if (found != free_.end()) {
        result = std::move(*found);
        free_.erase(found);
      }
    }
    if (result.words() < words || result.epoch == kernels::last_scan_epoch)
      result = {exec::cleared<std::uint64_t>(*executor_, std::bit_ceil(words)), 0};
    return result;
  }

  /// If there is no memory for the list, the chain is freed.
  void put_back(chain&& used) noexcept try {
    const std::scoped_lock lock(mutex_);
    free_.insert(std::ranges::lower_bound(free_, used.words(), {}, &chain::words), std::move(used));
  } catch (const std::bad_alloc&) {
  }

  exec::executor* executor_;
  process::fork_mutex mutex_;
  std::vector<chain> free_;  ///< the shortest first
};

}  // namespace gbi::cache
