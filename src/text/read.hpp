/// \file
/// Reads from streams that may end too early.
#pragma once

#include <algorithm>
#include <cstdint>
#include <istream>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "gpu_bigint/limits.hpp"
#include "src/process/concat.hpp"

namespace gbi::text {

[[noreturn]] inline void refuse(const std::string& item, std::uint64_t bits, const read_limits& limits) {
  throw std::length_error(
      concat(item, " of ", bits, " bits or more: longer than the limit of ", limits.max_bits));
}

/// Reads `bytes` bytes. \throws data_error naming the item if the stream ends too early
inline void read_exactly(std::istream& in, void* target, std::size_t bytes, const std::string& item) {
  in.read(static_cast<char*>(target), static_cast<std::streamsize>(bytes));
  const auto found = static_cast<std::size_t>(in.gcount());
  if (found != bytes)
    throw data_error(concat(item, " ends too early: ", found, " of ", bytes, " bytes were there"));
}

/// Reads `count` values. A wrong count does not make a truncated stream exhaust memory: the memory is at most
/// twice what has been read, or a megabyte.
template <class T>
std::vector<T> read_array(std::istream& in, std::uint64_t count, const std::string& item) {
  constexpr std::uint64_t first_piece = (std::uint64_t{1} << 20) / sizeof(T);
  std::vector<T> result;
  while (result.size() < count) {
    const std::uint64_t before = result.size();
    const std::uint64_t piece = std::min(count - before, std::max(before, first_piece));
    result.resize(before + piece);
    read_exactly(in, result.data() + before, piece * sizeof(T), item);
  }
  return result;
}

}  // namespace gbi::text
