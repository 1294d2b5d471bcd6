/// \file
/// Internal: the limbs of short numbers in host memory, and the objects that a value refers to.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "gpu_bigint/export.hpp"

namespace gbi::detail {

class context_core;
class number;
/// Count the references to a number.
GBI_API void retain(const number* shared) noexcept;
GBI_API void release(const number* shared) noexcept;

/// Limbs in host words, shared by values.
class GBI_API word_block {
 public:
  /// Makes a block with one reference.
  /// \throws std::bad_alloc
  [[nodiscard, gnu::returns_nonnull]] static word_block* make(std::size_t limbs);
  std::uint64_t* limbs() noexcept { return reinterpret_cast<std::uint64_t*>(this + 1); }
  const std::uint64_t* limbs() const noexcept { return reinterpret_cast<const std::uint64_t*>(this + 1); }
  /// The limbs for which there is memory.
  std::size_t capacity() const noexcept { return capacity_; }
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    // A sole owner needs no atomic decrement, because no other thread has a reference.
    if (is_sole() || references_.fetch_sub(1, std::memory_order_acq_rel) == 1) give_back(this);
  }
  /// Whether there is only one reference.
  bool is_sole() const noexcept { return references_.load(std::memory_order_acquire) == 1; }

 private:
  friend class word_block_cache;
  explicit word_block(std::size_t capacity) noexcept : capacity_(capacity) {}
  static void give_back(word_block* unused) noexcept;

  std::atomic<std::size_t> references_ = 1;
  std::size_t capacity_;
};

/// A number in host words: its limbs without leading zeros. Two words, which functions return in registers.
struct short_view {
  const std::uint64_t* limbs = nullptr;  ///< null: not in host words
  std::size_t size : 63 = 0;
  bool negative : 1 = false;

  constexpr short_view() noexcept = default;
  constexpr short_view(const std::uint64_t* first, std::size_t count, bool is_negative) noexcept
      : limbs(first), size(count & ~std::size_t{0} >> 1), negative(is_negative) {}
  explicit operator bool() const noexcept { return limbs != nullptr; }
};
static_assert(sizeof(short_view) == 2 * sizeof(std::uint64_t));

}  // namespace gbi::detail
