/// \file
/// Operands, results and memory of operations on numbers in host words.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/number/number.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::numbers {

/// Two operands in host words. Converts to false if one of them is not in host words.
struct short_operands {
  detail::short_view a, b;
  detail::context_core* core = nullptr;  ///< null: both are default-constructed zeros

  /// \throws std::invalid_argument naming the operation and the sizes if they live in different contexts
  short_operands(const gpu_bigint& x, const gpu_bigint& y, const char* operation)
      : a(detail::short_words(x)),
        b(detail::short_words(y)),
        core(detail::core_of(x) != nullptr ? detail::core_of(x) : detail::core_of(y)) {
    if (detail::core_of(y) != core && detail::core_of(y) != nullptr) refuse(x, y, operation);
  }
  explicit operator bool() const noexcept { return a && b; }

  const plan::word_limits& limits() const noexcept { return core->limits(); }
  std::size_t longer() const noexcept { return a.size > b.size ? a.size : b.size; }
  std::size_t shorter() const noexcept { return a.size > b.size ? b.size : a.size; }

 private:
  [[noreturn]] static void refuse(const gpu_bigint& x, const gpu_bigint& y, const char* operation);
};

/// The core of a result whose only operand is x.
inline detail::context_core& core_of(const gpu_bigint& x) {
  return detail::core_of(x) != nullptr ? *detail::core_of(x) : detail::current_core();
}

/// The limbs of a number in host words if it is within the given limit of its context; else an empty view.
inline detail::short_view words_within(const gpu_bigint& x, std::size_t plan::word_limits::*limit) {
  const detail::short_view own = detail::short_words(x);
  return own && own.size <= core_of(x).limits().*limit ? own : detail::short_view{};
}

/// Scratch memory of the calling thread for routines on words. It is a stack, so operations may nest.
class word_memory {
 public:
  explicit word_memory(std::size_t limbs) : taken_(limbs > here), first_(inside_) {
    if (taken_) take(limbs);
  }
  word_memory(const word_memory&) = delete;
  word_memory& operator=(const word_memory&) = delete;
  ~word_memory() {
    if (taken_) give_back();
  }
  limb* data() const noexcept { return first_; }

 private:
  static constexpr std::size_t here = 64;  ///< limbs inside the object itself, in the frame of the caller
  struct position {
    std::size_t chunk, limbs;
  };
  void take(std::size_t limbs);
  void give_back() noexcept;

  bool taken_;
  position before_;
  limb* first_;
  limb inside_[here];  // NOLINT: scratch memory
};

/// The limbs of a result before it becomes a value.
class word_result {
 public:
  word_result(detail::context_core& core, std::size_t limbs)
      : core_(&core), limbs_(limbs), block_(limbs > here ? detail::word_block::make(limbs) : nullptr) {}
  word_result(const word_result&) = delete;
  word_result& operator=(const word_result&) = delete;
  ~word_result() {
    if (block_ != nullptr) block_->release();
  }
  limb* data() noexcept { return block_ != nullptr ? block_->limbs() : inside_; }
  std::size_t size() const noexcept { return limbs_; }
  detail::context_core& core() const noexcept { return *core_; }
  /// The value of the lowest `size` limbs.
  gpu_bigint value(std::size_t size, bool negative) {
    size = words::significant(data(), size);
    // Rare, after cancellation: a short number must not keep the memory of a longer one.
    if (size <= here || limbs_ > 2 * size) return detail::value_of(*core_, data(), size, negative);
    return detail::value_of(*core_, std::exchange(block_, nullptr), size, negative);
  }
  gpu_bigint value(bool negative) { return value(limbs_, negative); }

 private:
  static constexpr std::size_t here = detail::access::inline_limbs;  ///< longer results are in their block
  detail::context_core* core_;
  std::size_t limbs_;
  detail::word_block* block_;
  limb inside_[here];  // NOLINT: written before it is read
};

}  // namespace gbi::numbers
