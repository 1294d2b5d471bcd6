/// \file
/// Memory pool of the host executor: freed blocks are kept for the next allocation of their size class,
/// because fresh pages from the system cost more than a pass over them.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <unordered_map>

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
  /// Gives what is not in use back to the system.
  void trim() noexcept;

 private:
  std::mutex mutex_;
  std::map<std::size_t, void*> free_;               ///< by size class: a list linked through the blocks
  std::unordered_map<void*, std::size_t> size_of_;  ///< of every block, in use or not
};

}  // namespace gbi::exec::host
