/// \file
/// Memory pool of the host executor. Freed blocks are kept for the next allocation of their size class,
/// because fresh pages from the system cost more than a pass over them. Limits are checked only when memory
/// is taken from the system, so that reused blocks cost no more than they would without limits.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

#include "gpu_bigint/memory.hpp"
#include "src/process/fork_mutex.hpp"
#include "src/process/memory.hpp"

namespace gbi::exec::host {

class memory_pool final : public process::memory_keeper {
 public:
  /// \param source null: the system
  /// \param limit the most bytes that the pool may hold; 0: only the limit of the process
  explicit memory_pool(std::shared_ptr<memory_resource> source = nullptr, std::size_t limit = 0);
  ~memory_pool() override;

  /// \throws out_of_memory
  void* allocate(std::size_t bytes);
  void release(void* memory) noexcept;
  /// Returns unused blocks to where they came from.
  void trim() noexcept override;
  memory_statistics statistics() const;

 private:
  /// Precedes every block.
  struct header {
    std::size_t size_class;
    header* next;  ///< the next free block of the size class
  };

  /// A block that was not used before. \throws out_of_memory
  header* fresh(std::size_t size_class, std::size_t bytes);
  /// Counts a block that will be taken. False if there is no room for it.
  bool announce(std::size_t bytes) noexcept;
  /// Takes a block from the source; null if there is no memory.
  void* take(std::size_t bytes);
  /// Returns a block to the source.
  void give_back(header* block) noexcept;

  const std::shared_ptr<memory_resource> source_;
  const std::size_t limit_;
  std::atomic<std::size_t> held_ = 0;  ///< in bytes, headers included
  mutable process::fork_mutex mutex_;  ///< guards the lists
  std::array<header*, 512> free_{};    ///< lists of free blocks, by size class
};

}  // namespace gbi::exec::host
