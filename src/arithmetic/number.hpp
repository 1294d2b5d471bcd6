/// \file
/// A number in device memory: magnitude, sign and what the host knows of them. Immutable once made.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/word/limb.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::detail {

/// The host knows an upper bound of the limb count; limbs between the exact count and the bound are zero.
/// Exact count and sign are asked of the device on first need and remembered. The sign word in device memory
/// is always valid; a zero may carry either sign there.
class number {
 public:
  /// Uninitialised memory for `bound` limbs; whoever makes a number writes all of them and the sign word.
  number(std::shared_ptr<engine> engine, std::size_t bound);

  /// From host limbs.
  static std::shared_ptr<const number> from_host(std::shared_ptr<engine> engine,
                                                 std::span<const limb> magnitude, bool negative);

  const std::shared_ptr<engine>& owner() const noexcept { return engine_; }
  exec::executor& executor() const noexcept { return engine_->executor(); }
  /// Upper bound of the limb count: the exact one as soon as somebody has asked for it.
  std::size_t bound() const noexcept {
    const std::int64_t known = size_.load(std::memory_order_relaxed);
    return known >= 0 ? static_cast<std::size_t>(known) : bound_;
  }

  limb* limbs() noexcept { return memory_.data() + header_limbs; }
  const limb* limbs() const noexcept { return memory_.data() + header_limbs; }
  limb* sign_word() noexcept { return memory_.data(); }
  const limb* sign_word() const noexcept { return memory_.data(); }
  kernels::limb_span span() const noexcept { return {limbs(), bound(), 0}; }
  kernels::limb_target target() noexcept { return {limbs(), bound_, 0}; }

  /// What is known without asking the device.
  std::optional<bool> known_negative() const noexcept;
  void know_negative(bool negative) const noexcept { negative_.store(negative, std::memory_order_relaxed); }

  /// Waits for the device unless already known.
  bool negative() const;
  /// Exact limb count. Waits for the device unless already known.
  std::size_t size() const;
  /// The highest limb, 0 for zero. Waits for the device unless already known.
  limb top() const;
  /// Writes the sign word from the host.
  void set_negative(bool negative);

 private:
  // The limbs begin on a line of memory of their own.
  static constexpr std::size_t header_limbs = 16;

  std::shared_ptr<engine> engine_;
  std::size_t bound_;
  exec::buffer<limb> memory_;
  mutable std::atomic<std::int64_t> size_{-1};     ///< -1: not known
  mutable std::atomic<std::int8_t> negative_{-1};  ///< -1: not known
  mutable std::atomic<limb> top_{0};               ///< 0: not known, or the number is zero
};

}  // namespace gbi::detail
