/// \file
/// Small programs in host code, written in the same way with either library: loops of short operations.
#pragma once

#include <cstdint>
#include <span>

namespace gbi::bench {

/// Each function returns a word that depends on all of its work.
struct program {
  const char* name;
  std::int64_t size;
  std::uint64_t (*ours)();
  std::uint64_t (*gmp)();
};

std::span<const program> programs();

}  // namespace gbi::bench
