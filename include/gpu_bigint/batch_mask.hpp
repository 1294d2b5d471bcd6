/// \file
/// Truth values for the elements of batches, and selection by them.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

namespace detail {
class mask;
struct mask_access;
}  // namespace detail

/// A truth value for each element of a batch, in the memory of its context. Copies share the values, which
/// are immutable. Comparisons of batches make masks. Everything here is queued and only to_vector() waits.
/// All functions may throw std::invalid_argument (sizes or contexts that do not match), out_of_memory and
/// device_error.
class GBI_API batch_mask {
 public:
  /// From host memory, in the current context.
  /// \throws std::invalid_argument for 2^31 or more elements.
  explicit batch_mask(const std::vector<bool>& values);

  /// The number of values.
  [[nodiscard]] std::size_t size() const noexcept;
  /// Where the values are.
  [[nodiscard]] gbi::context context() const;
  /// Waits.
  [[nodiscard]] std::vector<bool> to_vector() const;

  /// Element by element: both, at least one, exactly one of two values; the other value.
  /// Queued.
  [[nodiscard]] friend batch_mask operator&(const batch_mask& a, const batch_mask& b) {
    return a.combined(b, 0b1000);
  }
  [[nodiscard]] friend batch_mask operator|(const batch_mask& a, const batch_mask& b) {
    return a.combined(b, 0b1110);
  }
  [[nodiscard]] friend batch_mask operator^(const batch_mask& a, const batch_mask& b) {
    return a.combined(b, 0b0110);
  }
  [[nodiscard]] friend batch_mask operator~(const batch_mask& a) { return a.combined(a, 0b0001); }

 private:
  friend struct detail::mask_access;

  explicit batch_mask(std::shared_ptr<const detail::mask> state) noexcept : state_(std::move(state)) {}

  /// Combines the values a and b of each element: bit 2 a + b of `table` is the result.
  batch_mask combined(const batch_mask& b, unsigned table) const;

  std::shared_ptr<const detail::mask> state_;
};

/// Compares element by element. Widths may differ. Queued.
[[nodiscard]] GBI_API batch_mask operator==(const bigint_batch& a, const bigint_batch& b);
[[nodiscard]] GBI_API batch_mask operator!=(const bigint_batch& a, const bigint_batch& b);
[[nodiscard]] GBI_API batch_mask operator<(const bigint_batch& a, const bigint_batch& b);
[[nodiscard]] GBI_API batch_mask operator<=(const bigint_batch& a, const bigint_batch& b);
[[nodiscard]] GBI_API batch_mask operator>(const bigint_batch& a, const bigint_batch& b);
[[nodiscard]] GBI_API batch_mask operator>=(const bigint_batch& a, const bigint_batch& b);

/// Element by element: a where the mask is true, else b. The result is as wide as the wider operand.
[[nodiscard]] GBI_API bigint_batch select(const batch_mask& mask, const bigint_batch& a,
                                          const bigint_batch& b);

}  // namespace gbi
