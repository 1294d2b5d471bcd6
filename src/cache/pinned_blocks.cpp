#include "src/cache/pinned_blocks.hpp"

#include <new>
#include <utility>

#include "gpu_bigint/error.hpp"
#include "src/exec/size_class.hpp"
#include "src/process/concat.hpp"

namespace gbi::cache {

pinned_blocks::~pinned_blocks() {
  process::memory::remove(*this);
  trim();
}

void* pinned_blocks::take(std::size_t bytes) {
  if (owner_->memory_is_host()) return owner_->allocate_pinned(bytes);
  const std::size_t rounded = exec::size_class::of(bytes).bytes;
  {
    const std::scoped_lock lock(mutex_);
    for (unused** at = &first_; *at != nullptr; at = &(*at)->next)
      if ((*at)->bytes == rounded) return std::exchange(*at, (*at)->next);
  }
  if (!process::memory::announce(rounded))
    throw out_of_memory(concat("no pinned memory for ", rounded, " bytes: ", process::memory::description()));
  try {
    return owner_->allocate_pinned(rounded);
  } catch (...) {
    process::memory::returned(nullptr, rounded);
    throw;
  }
}

void pinned_blocks::give_back(void* memory, std::size_t bytes) noexcept {
  if (owner_->memory_is_host()) return owner_->release_pinned(memory);
  const std::scoped_lock lock(mutex_);
  first_ = new (memory) unused{first_, exec::size_class::of(bytes).bytes};
}

void pinned_blocks::trim() noexcept {
  unused* all = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    all = std::exchange(first_, nullptr);
  }
  while (all != nullptr) {
    const unused block = *all;
    owner_->release_pinned(all);
    process::memory::returned(nullptr, block.bytes);
    all = block.next;
  }
}

}  // namespace gbi::cache
