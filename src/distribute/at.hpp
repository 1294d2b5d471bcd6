/// \file
/// Byte offsets from an address.
#pragma once

#include <cstddef>

namespace gbi::distribute {

inline const std::byte* at(const void* memory, std::size_t offset) noexcept {
  return static_cast<const std::byte*>(memory) + offset;
}
inline std::byte* at(void* memory, std::size_t offset) noexcept {
  return static_cast<std::byte*>(memory) + offset;
}

}  // namespace gbi::distribute
