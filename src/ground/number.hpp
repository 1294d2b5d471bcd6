/// \file
/// A number behind a value: magnitude, sign and what the host knows of them. Immutable once it is sealed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/arithmetic/arguments.hpp"
#include "kernels/word/limb.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/ground/counted.hpp"

namespace gbi::detail {

class number;
/// A number that is being made.
using new_number = counted<number>;

/// A number in the memory of its context. Of it the host knows an upper bound of the limb count; limbs
/// between the exact count and the bound are zero. The sign word in device memory is always valid; a zero may
/// carry either sign there. Where the host can read the memory sizes and signs are exact as soon as the
/// number is sealed. A short number comes to the host whole when the host first asks for a value, and that
/// copy is kept.
class number {
 public:
  /// Uninitialised memory of the device for `bound` limbs; whoever makes a number writes all of them and the
  /// sign word, and seals it.
  /// \param expected the size if the operands have those that were known last: at most `bound`. It need not
  /// be right; where the bound is more than twice as large, sealing asks the device.
  static new_number make(std::shared_ptr<engine> engine, std::size_t bound, std::size_t expected);
  static new_number make(std::shared_ptr<engine> engine, std::size_t bound) {
    return make(std::move(engine), bound, bound);
  }
  /// From host limbs.
  static counted<const number> from_host(home& place, std::span<const limb> magnitude, bool negative);

  number(const number&) = delete;
  number& operator=(const number&) = delete;
  void retain() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept;

  detail::home& home() const noexcept { return engine_->home(); }
  const std::shared_ptr<engine>& owner() const noexcept { return engine_; }
  exec::executor& executor() const noexcept { return engine_->executor(); }

  /// Upper bound of the limb count: the exact one as soon as that is known.
  std::size_t bound() const noexcept;
  /// The size that operations should expect: what is known, or follows from what was.
  std::size_t expected() const noexcept;
  /// The size that the host knew last of a number from which this one descends by products and sums.
  std::size_t origin() const noexcept;
  /// What a number that is made of two others inherits.
  void descend_from(const number& a, const number& b) noexcept { origin_ = std::max(a.origin(), b.origin()); }
  /// Says that much of a difference may cancel, whatever is expected.
  void expect_cancellation() noexcept { cancels_ = true; }

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

  /// The limbs where the host can read them, with their number and sign; else nothing, or if it has more than
  /// `most` limbs. Does not wait.
  short_view words(std::size_t most) const noexcept;
  /// The same, after waiting for a number that is expected to be short enough for host words.
  short_view words_or_wait() const;
  /// Ends the making of a number of the device. If its bound is more than twice the expected size plus 64
  /// limbs the host waits for the exact one, and a number that has much more memory than it needs moves into
  /// less. Of a difference that may cancel no more is expected than its origin: when products and such
  /// differences take turns the bound grows for ever though the numbers do not.
  static counted<const number> seal(new_number made);

 private:
  // The limbs begin on a line of memory of their own.
  static constexpr std::size_t header_limbs = 16;

  number(std::shared_ptr<engine> engine, std::size_t bound, std::size_t expected);
  ~number();

  /// Limbs that a report brings along.
  std::size_t longest_copy() const noexcept;
  void queue_report() const;
  /// Keeps what a report says.
  void learn(const std::uint64_t* report) const;
  /// The same if one has arrived.
  void look() const noexcept;
  /// Reads size, sign and highest limb where the memory is the host's, and otherwise waits for a report.
  void ask() const;
  void read() const noexcept;

  mutable std::atomic<std::size_t> references_ = 1;
  std::shared_ptr<engine> engine_;
  std::size_t bound_, expected_, origin_;
  bool cancels_ = false;
  exec::buffer<limb> memory_;
  mutable std::atomic<std::int64_t> size_ = -1;       ///< -1: not known
  mutable std::atomic<std::int8_t> negative_ = -1;    ///< -1: not known
  mutable std::atomic<limb> top_ = 0;                 ///< 0: not known, or the number is zero
  mutable std::atomic<const limb*> words_ = nullptr;  ///< a copy of the limbs
  mutable std::mutex mutex_;                          ///< of what follows, which other threads may change
  mutable exec::mailboxes::box report_;
  mutable std::atomic<bool> reported_ = false;  ///< a report is under way
};

/// The value of a number that has been made on the device.
inline gpu_bigint value_of(new_number made) {
  return gpu_bigint::of(number::seal(std::move(made)).detach());
}
inline gpu_bigint value_of(counted<const number> number) {
  return gpu_bigint::of(number.detach());
}

}  // namespace gbi::detail
