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
#include <mutex>
#include <utility>
#include <vector>

#include "kernels/scan/arguments.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::scans {

/// Thread safety: any number of threads. A chain serves one launch at a time on the host, where launches
/// wait, and one after the other on CUDA, where they are ordered by the stream.
class chain_pool {
 public:
  explicit chain_pool(exec::executor& executor) : executor_(&executor) {}

  /// Calls launch(chain) with a chain of at least `words` words, for a launch of `blocks` blocks.
  template <class Launch>
  void use(std::size_t words, std::uint32_t blocks, Launch&& launch) {
    chain mine = take(words);
    launch(kernels::scan_chain{mine.memory.data() + ticket_words,
                               reinterpret_cast<std::uint32_t*>(mine.memory.data()), ++mine.epoch,
                               mine.tickets});
    mine.tickets += blocks;  // of a launch that failed nobody knows: its chain is not used again
    const std::scoped_lock lock(mutex_);
    free_.push_back(std::move(mine));
  }

 private:
  // The ticket has a line of memory to itself: all blocks hit it.
  static constexpr std::size_t ticket_words = 16;

  struct chain {
    exec::buffer<std::uint64_t> memory;
    std::uint32_t epoch = 0;
    std::uint32_t tickets = 0;
  };

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

  exec::executor* executor_;
  std::mutex mutex_;
  std::vector<chain> free_;
};

}  // namespace gbi::scans
