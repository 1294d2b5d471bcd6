/// \file
/// The host's threads (host/threads.hpp) for work that is not a grid: the pages and copies of long results.
#pragma once

namespace gbi::process {

/// The number of threads that may work in parallel, including the calling thread.
unsigned host_threads() noexcept;

/// Calls `share` on the calling thread and on free threads of the host, at most `most` in total. Returns when
/// all calls have returned. If the system provides no more threads, the caller does all the work.
/// \param share finds the remaining work itself; must not throw
void on_host_threads(unsigned most, void (*share)(const void* work) noexcept, const void* work) noexcept;

/// As above, for a function object.
template <class Share>
void on_host_threads(unsigned most, const Share& share) noexcept {
  on_host_threads(
      most, [](const void* own) noexcept { (*static_cast<const Share*>(own))(); }, &share);
}

}  // namespace gbi::process
