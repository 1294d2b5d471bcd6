#include "src/exec/host/memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "gpu_bigint/error.hpp"

namespace gbi::exec::host {

namespace {

constexpr std::size_t alignment = 256;

/// Block sizes are multiples of an eighth of the next lower power of two: at most an eighth is wasted.
struct size_class {
  std::size_t index, bytes;

  static size_class of(std::size_t wanted) {
    const std::size_t bytes = std::max(wanted, alignment), power = std::bit_floor(bytes);
    const std::size_t step = std::max(alignment, power / 8), steps = (bytes - power + step - 1) / step;
    // Eight steps make the next power of two.
    const auto octave = static_cast<std::size_t>(std::countr_zero(power));
    const std::size_t rounded = power + steps * step;
    return {rounded == 2 * power ? 8 * (octave + 1) : 8 * octave + steps, rounded};
  }
};

}  // namespace

void* memory_pool::allocate(std::size_t bytes) {
  const size_class size = size_class::of(bytes);
  {
    const std::scoped_lock lock(mutex_);
    if (header* const first = free_[size.index]; first != nullptr) {
      free_[size.index] = first->next;
      return reinterpret_cast<std::byte*>(first) + alignment;
    }
  }
  void* const memory =
      bytes > ~std::size_t{0} / 4 ? nullptr : std::aligned_alloc(alignment, size.bytes + alignment);
  if (memory == nullptr)
    throw out_of_memory("host executor: no memory for a block of " + std::to_string(bytes) + " bytes");
  new (memory) header{size.index, nullptr};
  return static_cast<std::byte*>(memory) + alignment;
}

void memory_pool::release(void* memory) noexcept {
  auto* const block = reinterpret_cast<header*>(static_cast<std::byte*>(memory) - alignment);
#if defined(__SANITIZE_ADDRESS__)
  std::free(block);  // a sanitizer detects the use of freed memory only if it is really freed
#else
  const std::scoped_lock lock(mutex_);
  block->next = std::exchange(free_[block->size_class], block);
#endif
}

void memory_pool::trim() noexcept {
  const std::scoped_lock lock(mutex_);
  for (header*& first : free_)
    while (first != nullptr) std::free(std::exchange(first, first->next));
}

}  // namespace gbi::exec::host
