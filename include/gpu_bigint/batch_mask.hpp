/// \file
/// Truth values for the elements of batches, and selection by such values.
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
/// are immutable. Comparing batches makes masks. All operations are queued, and only to_vector() waits. All
/// functions may throw std::invalid_argument (sizes or contexts that do not match), out_of_memory and
/// device_error.
///
/// \code{.cpp}
/// const gbi::bigint_batch larger = gbi::select(a > b, a, b);
/// \endcode
class GBI_API batch_mask {
 public:
  /// From host memory, in the current context. O(size). Does not wait.
  /// \throws std::invalid_argument for 2^31 or more elements.
  explicit batch_mask(const std::vector<bool>& values);
  /// Another handle to the same values.
  batch_mask(const batch_mask&) noexcept = default;
  /// Refers to the values of the other handle from now on.
  batch_mask& operator=(const batch_mask&) noexcept = default;
  /// Gives up the handle.
  ~batch_mask() = default;

  /// Elements.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The context whose memory holds the values.
  [[nodiscard]] gbi::context context() const;
  /// The values. O(size). Waits.
  [[nodiscard]] std::vector<bool> to_vector() const;

  /// Element by element: a and b. O(size), one pass over memory.
  [[nodiscard]] friend batch_mask operator&(const batch_mask& a, const batch_mask& b) {
    return a.combined(b, 0b1000);
  }
  /// Element by element: a or b.
  [[nodiscard]] friend batch_mask operator|(const batch_mask& a, const batch_mask& b) {
    return a.combined(b, 0b1110);
  }
  /// Element by element: a or b, but not both.
  [[nodiscard]] friend batch_mask operator^(const batch_mask& a, const batch_mask& b) {
    return a.combined(b, 0b0110);
  }
  /// Element by element: not a.
  [[nodiscard]] friend batch_mask operator~(const batch_mask& a) { return a.combined(a, 0b0001); }

 private:
  friend struct detail::mask_access;

  explicit batch_mask(std::shared_ptr<const detail::mask> state) noexcept : state_(std::move(state)) {}

  /// Combines the values a and b of each element. The result is bit 2 a + b of `table`.
  batch_mask combined(const batch_mask& b, unsigned table) const;

  std::shared_ptr<const detail::mask> state_;
};

/// \name Comparisons
/// Element by element. Widths may differ. O(size bits), one pass over memory. They do not wait.
/// \{

/// Whether a = b.
[[nodiscard]] GBI_API batch_mask operator==(const bigint_batch& a, const bigint_batch& b);
/// Whether a and b differ.
[[nodiscard]] GBI_API batch_mask operator!=(const bigint_batch& a, const bigint_batch& b);
/// Whether a < b.
[[nodiscard]] GBI_API batch_mask operator<(const bigint_batch& a, const bigint_batch& b);
/// Whether a <= b.
[[nodiscard]] GBI_API batch_mask operator<=(const bigint_batch& a, const bigint_batch& b);
/// Whether a > b.
[[nodiscard]] GBI_API batch_mask operator>(const bigint_batch& a, const bigint_batch& b);
/// Whether a >= b.
[[nodiscard]] GBI_API batch_mask operator>=(const bigint_batch& a, const bigint_batch& b);

/// \}

/// Element by element: a where the mask is true, else b. The result is as wide as the wider operand. O(size
/// bits). Does not wait.
/// \throws std::invalid_argument if sizes or contexts differ.
[[nodiscard]] GBI_API bigint_batch select(const batch_mask& mask, const bigint_batch& a,
                                          const bigint_batch& b);

}  // namespace gbi
