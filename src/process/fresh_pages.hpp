/// \file
/// Pages for long results. Memory that is fresh from the system has no pages yet: the first write to each
/// page waits for the system. For 10^8 bytes that takes 50 ms in a virtual machine, as long as several
/// products of such numbers. Large pages and several threads make it 3 to 5 ms (docs/decisions/0055).
#pragma once

#include <cstddef>

namespace gbi::process {

/// Asks the system for the pages of fresh memory that is about to be filled, in large pages where possible.
/// The contents are undefined afterwards. Does nothing for short blocks.
void provide_pages(void* memory, std::size_t bytes) noexcept;

/// Gives an empty string or vector memory for `size` values, with its pages.
/// \throws std::bad_alloc
template <class Container>
void reserve_pages(Container& container, std::size_t size) {
  container.reserve(size);
  provide_pages(container.data(), size * sizeof(typename Container::value_type));
}

/// A vector of `size` zeros.
/// \throws std::bad_alloc
template <class Container>
Container zeros(std::size_t size) {
  Container result;
  reserve_pages(result, size);
  result.resize(size);
  return result;
}

}  // namespace gbi::process
