/// \file
/// How much memory the machine has, and how much more the process may take before the system kills it.
#pragma once

#include <cstddef>
#include <string>

namespace gbi::process {

/// In bytes. If the system does not report a value, it is the largest size.
struct machine_memory {
  /// The machine's memory, or the smallest limit of a control group (v1 or v2) that the process is in.
  std::size_t total;
  /// How much more can be taken without swapping. File caches that the system can drop count as free.
  std::size_t available;
};

/// Asks the system, which takes tens of microseconds.
/// \param root a prefix for the names of all files that are read, so that tests can supply their own files
machine_memory read_machine_memory(const std::string& root = "");

}  // namespace gbi::process
