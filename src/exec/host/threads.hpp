/// \file
/// Work on all threads of the host. Grids run this way (run.hpp). The threads are those of thread_pool.hpp.
#pragma once

#include <cstdint>

namespace gbi::exec::host {

/// The threads that the process may use for grids, the calling one included: as many as it has processors in
/// its affinity mask, unless set_threads was called.
unsigned thread_count() noexcept;
/// \param count 0: as many as there are processors
void set_threads(unsigned count) noexcept;
/// The largest count.
inline constexpr unsigned most_threads = 4096;

/// The function that every thread on a grid calls. It returns when nothing is left to begin. An exception
/// that leaves it ends only the share of its thread, and reaches the caller of run_shares.
using share = void (*)(const void* work);

/// Calls the share on the calling thread and on workers, at most once for each of `pieces`, and returns when
/// all calls have returned.
/// \throws device_error if the caller's stack is too short and the system has no thread with a longer one
/// \throws std::bad_alloc
void run_shares(share call, const void* work, std::uint64_t pieces);

/// The same for a function object.
template <class Share>
void on_threads(std::uint64_t pieces, const Share& work) {
  run_shares([](const void* own) { (*static_cast<const Share*>(own))(); }, &work, pieces);
}

}  // namespace gbi::exec::host
