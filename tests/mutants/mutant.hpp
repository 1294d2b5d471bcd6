/// \file
/// The switch between a program and its mutants (scripts/mutants.py). Every mutant is planted beside the
/// original expression. GPU_BIGINT_MUTANT names the one that runs; without it the program is the original.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

namespace gbi::mutants {

inline constexpr std::uint32_t most = 1 << 16;

inline std::uint32_t number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}
inline const std::uint32_t chosen = number_in("GPU_BIGINT_MUTANT");
inline const bool watched = std::getenv("GPU_BIGINT_MUTANTS_REACHED") != nullptr;
inline std::atomic<bool> reached[most];

inline bool runs(std::uint32_t mutant) {
  if (watched) reached[mutant].store(true, std::memory_order_relaxed);
  return chosen == mutant;
}
/// Constants keep the values of the original.
constexpr bool is(std::uint32_t mutant) {
  return std::is_constant_evaluated() ? false : runs(mutant);
}

}  // namespace gbi::mutants
