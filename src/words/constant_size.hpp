/// \file
/// From a size known at run time to code made for that size.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gbi::words {

/// Calls body(std::integral_constant<std::size_t, size>{}) if First <= size <= Last; whether it did.
template <std::size_t First, std::size_t Last, class Body>
[[gnu::always_inline]] inline bool with_constant_size(std::size_t size, Body&& body) noexcept {
  return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    return ((size == First + I && (body(std::integral_constant<std::size_t, First + I>{}), true)) || ...);
  }
  (std::make_index_sequence<Last - First + 1>{});
}

}  // namespace gbi::words
