/// \file
/// How much memory the machine has, and how much of it the process may still take before the system ends it.
#pragma once

#include <cstddef>
#include <string>

namespace gbi::exec {

/// In bytes. Where the system does not say, both are the largest size.
struct machine_memory {
  /// The machine's memory, or the smallest limit of a control group (v1 or v2) that the process is in.
  std::size_t total;
  /// What can still be taken without swapping. Caches of files that the system can drop count as free.
  std::size_t available;
};

/// Asks the system; takes some tens of microseconds.
/// \param root precedes the names of all files that are read (tests have files of their own)
machine_memory read_machine_memory(const std::string& root = "");

}  // namespace gbi::exec
