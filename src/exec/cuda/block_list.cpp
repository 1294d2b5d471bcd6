#include "src/exec/cuda/block_list.hpp"

#include <algorithm>
#include <utility>

namespace gbi::exec::cuda {

block_list::block_list(std::atomic<std::size_t>& kept) : kept_(kept) {
  blocks_.fill(none);
  for (std::uint16_t i = 0; i < most_blocks; ++i) nodes_[i].next = static_cast<std::uint16_t>(i + 1);
}

void* block_list::take(std::size_t bytes) noexcept {
  if (bytes > longest_block) return nullptr;
  const std::size_t index = size_class::of(bytes).index - first_class;
  const std::scoped_lock lock(mutex_);
  return blocks_[index] == none ? nullptr : pop(index);
}

block_list::block block_list::take_any() noexcept {
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < classes; ++i)
    if (blocks_[i] != none) return {pop(i), size_class::bytes_of(first_class + i)};
  return {nullptr, 0};
}

std::span<std::byte> block_list::take_workspace(std::size_t bytes) noexcept {
  const std::scoped_lock lock(mutex_);
  if (workspace_.size() < bytes) return {};
  kept_.fetch_sub(workspace_.size(), std::memory_order_relaxed);
  return std::exchange(workspace_, {});
}

std::span<std::byte> block_list::keep_workspace(std::span<std::byte> used) noexcept {
  const std::scoped_lock lock(mutex_);
  if (used.size() <= std::max(longest_block, workspace_.size())) return used;
  kept_.fetch_add(used.size() - workspace_.size(), std::memory_order_relaxed);
  return std::exchange(workspace_, used);
}

bool block_list::keep(void* memory, std::size_t bytes) noexcept {
  if (bytes > longest_block) return false;
  const size_class size = size_class::of(bytes);
  const std::scoped_lock lock(mutex_);
  if (unused_ == none || bytes_ + size.bytes > most_bytes) return false;
  const std::uint16_t place = std::exchange(unused_, nodes_[unused_].next);
  nodes_[place] = {memory, std::exchange(blocks_[size.index - first_class], place)};
  bytes_ += size.bytes;
  kept_.fetch_add(size.bytes, std::memory_order_relaxed);
  return true;
}

void* block_list::pop(std::size_t index) noexcept {
  const std::uint16_t place = std::exchange(blocks_[index], nodes_[blocks_[index]].next);
  void* const memory = std::exchange(nodes_[place].memory, nullptr);
  nodes_[place].next = std::exchange(unused_, place);
  const std::size_t bytes = size_class::bytes_of(first_class + index);
  bytes_ -= bytes;
  kept_.fetch_sub(bytes, std::memory_order_relaxed);
  return memory;
}

}  // namespace gbi::exec::cuda
