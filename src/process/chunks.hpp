/// \file
/// Blocks of host memory that threads process in parallel, one chunk at a time.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "src/process/host_threads.hpp"

namespace gbi::process {

/// The bytes that a thread takes at a time.
inline constexpr std::size_t chunk_bytes = std::size_t{1} << 15;

/// How many threads are worth waking to read each byte of a block. The caller finishes a short block before
/// another thread wakes, and beyond 16 threads memory is the bottleneck.
/// \param shared_bytes the shortest block that is shared; less if a byte takes longer than a copy
inline unsigned threads_for(std::size_t bytes, std::size_t shared_bytes = 16 * chunk_bytes) noexcept {
  constexpr unsigned most = 16;
  return bytes < shared_bytes ? 1 : std::min(most, host_threads());
}

/// Calls take(begin, size) for every chunk of a block of `bytes`, on at most `threads` threads.
/// \param take must not throw
template <class Take>
void for_each_chunk(std::size_t bytes, unsigned threads, const Take& take) noexcept {
  std::atomic<std::size_t> next = 0;
  const auto work = [&]() noexcept {
    for (std::size_t begin; (begin = next.fetch_add(chunk_bytes, std::memory_order_relaxed)) < bytes;)
      take(begin, std::min(chunk_bytes, bytes - begin));
  };
  if (threads <= 1)
    work();
  else
    on_host_threads(threads, work);
}

}  // namespace gbi::process
