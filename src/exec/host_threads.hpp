/// \file
/// The threads of the host (host/threads.hpp) for work that is no grid: pages and copies of long results.
#pragma once

namespace gbi::exec {

/// How many threads may work side by side, the calling one included.
unsigned host_threads() noexcept;

/// Calls `share` on the calling thread and on threads of the host that are free, on `most` at most in all,
/// and returns when all calls have returned. If the system has no more threads, the caller does all of it.
/// \param share finds by itself what is left to do; throws nothing
void on_host_threads(unsigned most, void (*share)(const void* work) noexcept, const void* work) noexcept;

/// The same for a function object.
template <class Share>
void on_host_threads(unsigned most, const Share& share) noexcept {
  on_host_threads(
      most, [](const void* own) noexcept { (*static_cast<const Share*>(own))(); }, &share);
}

}  // namespace gbi::exec
