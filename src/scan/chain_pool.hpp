/// \file
/// Memory of look-back chains, used again and again without being cleared.
///
/// Every launch writes its states under a number of its own (an epoch), so that what earlier launches left
/// reads as "unknown", and counts its tickets from where the launch before stopped. So a scan is one launch
/// and nothing else.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "kernels/scan/arguments.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::scans {

/// Thread safety: any number of threads. A chain serves one launch at a time on the host, where launches
/// wait, and one after the other on CUDA, where they are ordered by the stream.
class chain_pool {
  struct chain {
    exec::buffer<std::uint64_t> memory;
    std::uint32_t epoch = 0;
    std::uint32_t tickets = 0;
  };

 public:
  explicit chain_pool(exec::executor& executor) : executor_(&executor) {}

  /// A chain for one launch, which is queued while the lease lives; or none.
  class lease {
   public:
    lease() = default;
    /// \param words at least that many. \param blocks of the launch.
    lease(chain_pool& owner, std::size_t words, std::uint32_t blocks)
        : owner_(&owner),
          chain_(owner.take(words)),
          blocks_(blocks),
          exceptions_(std::uncaught_exceptions()) {
      ++chain_.epoch;
    }
    lease(const lease&) = delete;
    lease& operator=(const lease&) = delete;
    ~lease() {
      // How many tickets a failed launch took nobody knows: its chain is not used again.
      if (owner_ == nullptr || std::uncaught_exceptions() > exceptions_) return;
      chain_.tickets += blocks_;
      owner_->put_back(std::move(chain_));
    }

    kernels::scan_chain get() const {
      return {chain_.memory.data() + ticket_words, reinterpret_cast<std::uint32_t*>(chain_.memory.data()),
              chain_.epoch, chain_.tickets};
    }

   private:
    chain_pool* owner_ = nullptr;
    chain chain_;
    std::uint32_t blocks_ = 0;
    int exceptions_ = 0;
  };

 private:
  // The ticket has a line of memory to itself: all blocks hit it.
  static constexpr std::size_t ticket_words = 16;

  chain take(std::size_t words) {
    chain result;
    {
      const std::scoped_lock lock(mutex_);
      if (!free_.empty()) {
        result = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (result.memory.size() < ticket_words + words || result.epoch == kernels::last_scan_epoch)
      result = {exec::cleared<std::uint64_t>(*executor_, ticket_words + std::bit_ceil(words)), 0, 0};
    return result;
  }

  /// Without memory for the list the chain is given up.
  void put_back(chain&& used) noexcept try {
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(used));
  } catch (const std::bad_alloc&) {
  }

  exec::executor* executor_;
  std::mutex mutex_;
  std::vector<chain> free_;
};

}  // namespace gbi::scans
