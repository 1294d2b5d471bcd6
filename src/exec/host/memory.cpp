#include "src/exec/host/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

#include "gpu_bigint/error.hpp"
#include "src/exec/size_class.hpp"
#include "src/process/concat.hpp"

namespace gbi::exec::host {

namespace {

/// Of blocks; a block's header takes as much.
constexpr std::size_t alignment = size_class::least_bytes;

/// The bytes that a block of this class takes, with its header.
std::size_t whole_of(std::size_t index) {
  return size_class::bytes_of(index) + alignment;
}

}  // namespace

memory_pool::memory_pool(std::shared_ptr<memory_resource> source, std::size_t limit)
    : source_(std::move(source)), limit_(limit) {
  process::memory::add(*this);
}

memory_pool::~memory_pool() {
  process::memory::remove(*this);
  trim();
}

void* memory_pool::allocate(std::size_t bytes) {
  if (bytes > ~std::size_t{0} / 4)
    throw out_of_memory(concat("host executor: no memory for a block of ", bytes, " bytes"));
  const size_class size = size_class::of(bytes);
  {
    const std::scoped_lock lock(mutex_);
    if (header* const first = free_[size.index]; first != nullptr) {
      free_[size.index] = first->next;
      return reinterpret_cast<std::byte*>(first) + alignment;
    }
  }
  return reinterpret_cast<std::byte*>(fresh(size.index, bytes)) + alignment;
}

memory_pool::header* memory_pool::fresh(std::size_t size_class, std::size_t bytes) {
  const std::size_t whole = whole_of(size_class);
  const auto refuse = [&](const std::string& why) {
    const memory_statistics own = statistics();
    throw out_of_memory(concat("host executor: no memory for a block of ", bytes,
                               " bytes: the context holds ", own.in_use + own.kept, " bytes, ", why));
  };
  if (!announce(whole)) {
    trim();
    if (!announce(whole)) {
      if (limit_ != 0 && whole > limit_ - std::min(limit_, held_.load()))
        refuse(concat("and its limit is ", limit_));
      refuse(process::memory::description());
    }
  }
  void* memory = nullptr;
  try {
    memory = take(whole);
    if (memory == nullptr) {
      process::memory::trim_all();  // other contexts may keep what this one lacks
      if (source_ != nullptr) source_->trim();
      memory = take(whole);
    }
  } catch (...) {
    held_ -= whole;
    if (source_ == nullptr) process::memory::returned(nullptr, whole);
    throw;
  }
  if (memory == nullptr) {
    held_ -= whole;
    if (source_ == nullptr) process::memory::returned(nullptr, whole);
    refuse(source_ != nullptr ? "and the memory resource has no more" : process::memory::description());
  }
  return new (memory) header{size_class, nullptr};
}

bool memory_pool::announce(std::size_t bytes) noexcept {
  const std::size_t held = held_.fetch_add(bytes) + bytes;
  if ((limit_ == 0 || held <= limit_) && (source_ != nullptr || process::memory::announce(bytes)))
    return true;
  held_ -= bytes;
  return false;
}

void* memory_pool::take(std::size_t bytes) {
  if (source_ == nullptr) {
    void* const memory = std::aligned_alloc(alignment, bytes);
    if (memory != nullptr) process::memory::taken(memory, bytes);
    return memory;
  }
  try {
    return source_->allocate(bytes, nullptr);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void memory_pool::give_back(header* block) noexcept {
  const std::size_t whole = whole_of(block->size_class);
  held_ -= whole;
  if (source_ != nullptr) return source_->deallocate(block, whole, nullptr);
  process::memory::returned(block, whole);
  std::free(block);
}

void memory_pool::release(void* memory) noexcept {
  auto* const block = reinterpret_cast<header*>(static_cast<std::byte*>(memory) - alignment);
#if defined(__SANITIZE_ADDRESS__)
  give_back(block);  // a sanitizer detects the use of freed memory only if it is really freed
#else
  const std::scoped_lock lock(mutex_);
  block->next = std::exchange(free_[block->size_class], block);
#endif
}

void memory_pool::trim() noexcept {
  const std::scoped_lock lock(mutex_);
  for (header*& first : free_)
    while (first != nullptr) give_back(std::exchange(first, first->next));
}

memory_statistics memory_pool::statistics() const {
  const std::scoped_lock lock(mutex_);
  std::size_t kept = 0;
  for (const header* first : free_)
    for (; first != nullptr; first = first->next) kept += whole_of(first->size_class);
  return {.in_use = held_.load() - kept, .kept = kept, .limit = limit_};
}

}  // namespace gbi::exec::host
