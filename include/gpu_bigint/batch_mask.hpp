/// \file
/// What is true of the elements of batches, and choices by it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"

namespace gbi {

namespace detail {
class mask;
}

/// A truth value for each element of a batch, in the memory of its context. Copies share the (immutable)
/// values. Comparisons of batches make them, and everything here is queued without waiting but for
/// to_vector(). All may throw std::invalid_argument (sizes or contexts that do not match), out_of_memory and
/// device_error.
class batch_mask {
 public:
  /// From host memory, in the current context.
  /// \throws std::invalid_argument for 2^31 elements and more.
  explicit batch_mask(const std::vector<bool>& values);

  std::size_t size() const noexcept;
  gbi::context context() const;
  /// Waits.
  std::vector<bool> to_vector() const;

  friend batch_mask operator&(const batch_mask& a, const batch_mask& b) { return a.combined(b, 0b1000); }
  friend batch_mask operator|(const batch_mask& a, const batch_mask& b) { return a.combined(b, 0b1110); }
  friend batch_mask operator^(const batch_mask& a, const batch_mask& b) { return a.combined(b, 0b0110); }
  friend batch_mask operator~(const batch_mask& a) { return a.combined(a, 0b0001); }

  /// For the library itself.
  const detail::mask& state() const noexcept { return *state_; }
  explicit batch_mask(std::shared_ptr<const detail::mask> state) noexcept : state_(std::move(state)) {}

 private:
  /// Bit 2 a + b of `table` for the values a and b.
  batch_mask combined(const batch_mask& b, unsigned table) const;

  std::shared_ptr<const detail::mask> state_;
};

// Comparisons element by element; widths may differ.
batch_mask operator==(const bigint_batch& a, const bigint_batch& b);
batch_mask operator!=(const bigint_batch& a, const bigint_batch& b);
batch_mask operator<(const bigint_batch& a, const bigint_batch& b);
batch_mask operator<=(const bigint_batch& a, const bigint_batch& b);
batch_mask operator>(const bigint_batch& a, const bigint_batch& b);
batch_mask operator>=(const bigint_batch& a, const bigint_batch& b);

/// Element by element a where the mask is true, else b; as wide as the wider one.
bigint_batch select(const batch_mask& mask, const bigint_batch& a, const bigint_batch& b);

}  // namespace gbi
