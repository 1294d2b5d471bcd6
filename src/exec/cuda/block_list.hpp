/// \file
/// Released blocks of device memory, kept above the pool or the resource that they came from. To take one
/// needs no call of CUDA, which takes the host 0.6 us (docs/decisions/0061-launches-in-graphs.md).
///
/// A block goes only to work that is queued later on the same stream. So nobody waits for it, and launches
/// that use it need not have been submitted when it is released.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "src/exec/size_class.hpp"
#include "src/process/fork_mutex.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::exec::cuda {

/// Thread safety: any number of threads.
class block_list : process::noncopyable {
 public:
  static constexpr std::size_t longest_block = std::size_t{8} << 20, most_bytes = std::size_t{64} << 20,
                               most_blocks = 1024;

  /// \param kept counts the bytes of the list, perhaps together with those of others
  explicit block_list(std::atomic<std::size_t>& kept);

  /// The bytes that a block must have so that the list may keep it.
  static std::size_t size_for(std::size_t bytes) noexcept {
    return bytes <= longest_block ? size_class::of(bytes).bytes : bytes;
  }

  /// A block of at least this many bytes; null if the list has none.
  void* take(std::size_t bytes) noexcept;
  /// Keeps a block of size_for(bytes) bytes. \returns false if it is too long, or the list is full
  bool keep(void* memory, std::size_t bytes) noexcept;

  struct block {
    void* memory;  ///< null: there is none
    std::size_t bytes;
  };
  /// Takes any block, to give it back to where it came from.
  block take_any() noexcept;

  /// The list also keeps one workspace (executor.hpp), however long. No launch that waits may use it. Takes
  /// it if it has at least this many bytes; empty otherwise.
  std::span<std::byte> take_workspace(std::size_t bytes) noexcept;
  /// Keeps a workspace that is longer than any other block.
  /// \returns the shorter one of this and the one kept before, which is not kept; may be empty
  std::span<std::byte> keep_workspace(std::span<std::byte> used) noexcept;

 private:
  static constexpr std::size_t first_class = size_class::of(1).index,
                               classes = size_class::of(longest_block).index - first_class + 1;
  static constexpr std::uint16_t none = most_blocks;

  /// A block, or a place for one.
  struct node {
    void* memory = nullptr;
    std::uint16_t next = none;
  };

  /// Takes the first block of a class that has one.
  void* pop(std::size_t index) noexcept;

  std::atomic<std::size_t>& kept_;
  process::fork_mutex mutex_;
  std::size_t bytes_ = 0;  ///< of this list, without the workspace
  std::span<std::byte> workspace_;
  std::array<node, most_blocks> nodes_;
  std::array<std::uint16_t, classes> blocks_;  ///< the first block of each size class
  std::uint16_t unused_ = 0;                   ///< the first place without a block
};

}  // namespace gbi::exec::cuda
