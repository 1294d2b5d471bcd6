/// \file
/// Memory pool of the host executor. Freed blocks are kept for the next allocation of their size class,
/// because fresh pages from the system cost more than a pass over them.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

namespace gbi::exec::host {

class memory_pool {
 public:
  memory_pool() = default;
  memory_pool(const memory_pool&) = delete;
  memory_pool& operator=(const memory_pool&) = delete;
  ~memory_pool() { trim(); }

  /// \throws out_of_memory
  void* allocate(std::size_t bytes);
  void release(void* memory) noexcept;
  /// Returns unused blocks to the system.
  void trim() noexcept;

 private:
  /// Precedes every block.
  struct header {
    std::size_t size_class;
    header* next;  ///< the next free block of the size class
  };

  std::mutex mutex_;
  std::array<header*, 512> free_{};  ///< lists of free blocks, by size class
};

}  // namespace gbi::exec::host
