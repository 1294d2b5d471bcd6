/// \file
/// Blocks of pinned memory for numbers, kept when they are released: to pin memory takes the system several
/// times as long as a copy of its contents.
#pragma once

#include <cstddef>
#include <mutex>

#include "src/exec/executor.hpp"
#include "src/process/fork_mutex.hpp"
#include "src/process/memory.hpp"

namespace gbi::cache {

/// The process counts the blocks as its memory. Where memory is the host's, the executor does so and keeps
/// released blocks. Thread safety: any number of threads.
class pinned_blocks final : public process::memory_keeper {
 public:
  explicit pinned_blocks(exec::executor& owner) : owner_(&owner) { process::memory::add(*this); }
  ~pinned_blocks() override;

  /// \throws out_of_memory
  void* take(std::size_t bytes);
  /// \param memory from take(); nothing that is queued may use it any more
  /// \param bytes what take() was asked for
  void give_back(void* memory, std::size_t bytes) noexcept;
  /// Unpins the blocks that are not in use.
  void trim() noexcept override;

 private:
  /// At the beginning of a block that is not in use.
  struct unused {
    unused* next;
    std::size_t bytes;
  };

  exec::executor* owner_;
  process::fork_mutex mutex_;  ///< guards the list
  unused* first_ = nullptr;
};

}  // namespace gbi::cache
