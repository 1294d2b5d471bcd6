/// \file
/// The number behind a value: its magnitude, its sign, and what the host knows about them. Immutable once
/// sealed.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/word/limb.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"
#include "src/number/access.hpp"
#include "src/number/counted.hpp"
#include "src/process/concat.hpp"

namespace gbi::detail {

class number;
/// A number under construction.
using new_number = counted<number>;

/// A number in the memory of its context. The host knows an upper bound on its limb count. Limbs between the
/// exact count and the bound are zero. The sign word in device memory is always valid; the sign word of a
/// zero may have either sign. If the host can read the memory, sizes and signs are exact as soon as the
/// number is sealed. When the host first asks for the sign or another value of a short number, the whole
/// number is copied to the host, and the copy is kept.
///
/// A number carries the evidence of the operation that made it. Reading its memory adds this evidence to the
/// innermost operation. Reading its value requires the evidence to be right.
class number {
 public:
  /// Allocates uninitialised device memory for `bound` limbs. The caller writes all of them and the sign
  /// word, then seals the number.
  /// \param expected the size of the result if the operands still have their last known sizes; at most
  /// `bound`. It may be wrong. If the bound is more than twice as large, sealing asks the device.
  static new_number make(std::shared_ptr<engine> engine, std::size_t bound, std::size_t expected);
  static new_number make(std::shared_ptr<engine> engine, std::size_t bound) {
    return make(std::move(engine), bound, bound);
  }
  static new_number make_nonnegative(std::shared_ptr<engine> engine, std::size_t bound);
  /// Makes a number from host limbs.
  static counted<const number> from_host(context_core& place, std::span<const limb> magnitude, bool negative);

  number(const number&) = delete;
  number& operator=(const number&) = delete;
  void retain() const noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() const noexcept;

  detail::context_core& core() const noexcept { return engine_->core(); }
  const std::shared_ptr<engine>& owner() const noexcept { return engine_; }
  exec::executor& executor() const noexcept { return engine_->executor(); }

  /// An upper bound on the limb count; the exact count once it is known.
  std::size_t bound() const noexcept;
  /// The size that operations should expect: the known size, or an estimate from known sizes.
  std::size_t expected() const noexcept;
  /// The last known size among the numbers from which products and sums derived this one.
  std::size_t origin() const noexcept;
  /// Inherits the origin of two operands.
  void descend_from(const number& a, const number& b) noexcept { origin_ = std::max(a.origin(), b.origin()); }
  /// Declares that a difference may cancel many limbs, whatever its expected size.
  void expect_cancellation() noexcept { cancels_ = true; }

  limb* limbs() noexcept { return memory_.raw().data() + header_limbs; }
  limb* sign_word() noexcept { return memory_.raw().data(); }
  kernels::limb_target target() noexcept { return {limbs(), bound_, 0}; }
  /// The limbs of a number under construction, for launches that read what earlier ones have written.
  kernels::limb_span written() const noexcept { return {address(), bound_, 0}; }

  /// The limbs, for reading (faults::tracked). \throws device_error if the number is known to be wrong
  const limb* limbs() const { return memory_.read().data() + header_limbs; }
  const limb* sign_word() const { return memory_.read().data(); }
  kernels::limb_span span() const { return {limbs(), bound(), 0}; }
  /// The address of the limbs, for callers that pass on the evidence themselves.
  const limb* address() const noexcept { return memory_.raw().data() + header_limbs; }
  void require_not_failed() const { memory_.require_not_failed(); }

  /// The sign, if the host knows it.
  std::optional<bool> known_negative() const noexcept;
  void know_negative(bool negative) const noexcept { negative_.store(negative, std::memory_order_relaxed); }

  /// Waits for the device unless already known. \throws device_error if the number is wrong
  bool negative() const;
  /// The exact limb count. Waits for the device unless already known. \throws device_error if the number is
  /// wrong
  std::size_t size() const;
  /// The highest limb, 0 for zero. Waits for the device unless already known. \throws device_error if the
  /// number is wrong
  limb top() const;
  /// Writes the sign word from the host.
  void set_negative(bool negative);

  /// The limbs with their count and sign, if the host can read them and knows them to be right, and there are
  /// at most `most`; else an empty view. Does not wait.
  short_view words(std::size_t most) const noexcept;
  /// As words(), where `most` is the size of the longest number in host words. Waits if the number is
  /// expected to be that short.
  short_view words_or_wait() const;
  /// Completes a number on the device and gives it the evidence of the innermost operation. If its bound
  /// exceeds twice the expected size plus 64 limbs, the host waits for the exact size, and a number with much
  /// more memory than it needs moves to a smaller allocation. A difference that may cancel is expected to be
  /// no longer than its origin. Otherwise, alternating products and such differences would let the bound grow
  /// without limit although the numbers do not grow.
  static counted<const number> seal(new_number made);

 private:
  // The limbs start on their own cache line.
  static constexpr std::size_t header_limbs = 16;

  number(std::shared_ptr<engine> engine, std::size_t bound, std::size_t expected);
  ~number();

  /// The most limbs that a report holds.
  std::size_t longest_copy() const noexcept;
  void queue_report() const;
  /// Stores the contents of a report.
  void store_report(const std::uint64_t* report) const;
  /// Stores the contents of a report, if it has arrived.
  void poll_report() const noexcept;
  /// Reads size, sign and highest limb from memory that the host can access; otherwise waits for a report.
  void fetch_report() const;
  void read() const noexcept;

  mutable std::atomic<std::size_t> references_ = 1;
  std::shared_ptr<engine> engine_;
  std::size_t bound_, expected_, origin_;
  bool cancels_ = false;
  faults::tracked<exec::buffer<limb>> memory_;
  mutable std::atomic<std::int64_t> size_ = -1;       ///< -1: not known
  mutable std::atomic<std::int8_t> negative_ = -1;    ///< -1: not known
  mutable std::atomic<limb> top_ = 0;                 ///< 0: not known, or the number is zero
  mutable std::atomic<const limb*> words_ = nullptr;  ///< a copy of the limbs
  mutable std::mutex mutex_;  ///< guards the members below, which several threads may change
  mutable exec::mailboxes::box report_;
  mutable std::atomic<bool> reported_ = false;  ///< a report is queued
};

/// Seals a number made on the device and makes it a value.
inline gpu_bigint value_of(new_number made) {
  return access::value(number::seal(std::move(made)).detach());
}
inline gpu_bigint value_of(counted<const number> number) {
  return access::value(number.detach());
}

/// A copy of limbs in device memory, as the value of a number that is not negative.
gpu_bigint copied_value(const std::shared_ptr<engine>& engine, const limb* limbs, std::size_t count);

/// Checks both operands of an operation.
/// \throws std::invalid_argument naming the operation and the sizes.
inline void require_same_context(const number& a, const number& b, const char* operation) {
  if (&a.core() != &b.core())
    throw std::invalid_argument(concat(operation, " of ", a.bound(), " and ", b.bound(),
                                       " limbs: the operands live in different contexts (use to())"));
}

}  // namespace gbi::detail

namespace gbi::numbers {

/// Marks a number as nonnegative, so that the host need not ask the device. The caller knows the reason; the
/// library cannot derive it.
inline gpu_bigint nonnegative(gpu_bigint x) {
  if (detail::number_of(x)) detail::number_of(x)->know_negative(false);
  return x;
}

}  // namespace gbi::numbers
