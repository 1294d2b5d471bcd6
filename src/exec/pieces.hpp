/// \file
/// Blocks of host memory that threads work on side by side, a piece at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "src/exec/host_threads.hpp"

namespace gbi::exec {

/// What a thread takes at a time.
inline constexpr std::size_t piece_bytes = std::size_t{1} << 15;

/// How many threads are worth waking to read each byte of a block: the caller has read a short one before
/// another thread wakes, and memory is the limit for more than 16.
inline unsigned threads_for(std::size_t bytes) noexcept {
  constexpr std::size_t shared_bytes = 16 * piece_bytes;
  constexpr unsigned most = 16;
  return bytes < shared_bytes ? 1 : std::min(most, host_threads());
}

/// Calls take(begin, size) for all pieces of a block of `bytes`, on `threads` threads at most.
/// \param take throws nothing
template <class Take>
void for_each_piece(std::size_t bytes, unsigned threads, const Take& take) noexcept {
  std::atomic<std::size_t> next = 0;
  const auto share = [&]() noexcept {
    for (std::size_t begin; (begin = next.fetch_add(piece_bytes, std::memory_order_relaxed)) < bytes;)
      take(begin, std::min(piece_bytes, bytes - begin));
  };
  if (threads <= 1)
    share();
  else
    on_host_threads(threads, share);
}

}  // namespace gbi::exec
