/// \file
/// Stacks for kernels: a block keeps its shared memory and the values of its threads there.
#pragma once

#include <cstddef>

namespace gbi::exec::host {

/// More than any kernel needs.
inline constexpr std::size_t least_stack = std::size_t{512} << 10;
/// The stack of a thread that runs kernels only. The system provides the pages that are touched.
inline constexpr std::size_t worker_stack = std::size_t{4} << 20;

/// Whether the calling thread has as much stack left as a kernel needs. False where that is unknown, as on
/// the stack of a coroutine.
bool stack_is_long() noexcept;

}  // namespace gbi::exec::host
