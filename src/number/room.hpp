/// \file
/// Room in memory: refusals before any work, with messages that say which operation needs how much and how
/// much there is.
#pragma once

#include <cstddef>
#include <string>

#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"

namespace gbi::numbers {

/// Runs the work of an operation. Puts `describe()` in front of the message of an out_of_memory, which says
/// how much the allocator wanted and had.
template <class Work, class Describe>
auto naming(Work&& work, Describe&& describe) {
  try {
    return work();
  } catch (const out_of_memory& error) {
    throw out_of_memory(describe() + ": " + error.what());
  }
}

/// Why this many bytes can never be available; empty if they may be.
std::string refuse_room(const exec::executor& executor, std::size_t bytes);

/// Refuses an operation that needs more bytes than the executor's memory, or the context's limit, could ever
/// provide. Asks only for large sizes, so that it costs nothing for others.
/// \throws out_of_memory with `describe()`, the bytes needed and the bytes available
template <class Describe>
void require_room(const exec::executor& executor, std::size_t bytes, Describe&& describe) {
  constexpr std::size_t many = std::size_t{1} << 30;
  if (bytes < many) return;
  if (const std::string why = refuse_room(executor, bytes); !why.empty())
    throw out_of_memory(describe() + ": " + why);
}

/// The bytes of device memory that an operation may still take: what the planner takes for usable, within the
/// limit of the context, less what numbers and tables hold.
std::size_t memory_left(detail::engine& engine);

/// Asks the executor whether this many bytes are available now, before the first step of a long computation.
/// Reserves nothing.
/// \param name the name of the computation: "factorial of 100"
/// \throws out_of_memory naming the bytes
void require_memory(exec::executor& executor, std::size_t bytes, const std::string& name);

/// As above, for process memory: intermediate lists of primes and factors.
/// \throws out_of_memory
void require_host_memory(double bytes, const std::string& name);

}  // namespace gbi::numbers
