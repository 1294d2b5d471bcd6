/// \file
/// The elements of a batch for which a mask is true, side by side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/batch/mask_storage.hpp"
#include "src/batch/storage.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::detail {

/// Finds the place of each chosen element by a scan.
class compaction {
 public:
  /// Waits for the number of chosen elements. The mask has at least one element.
  explicit compaction(const batch_mask& chosen);

  /// The chosen elements.
  std::size_t size() const noexcept { return size_; }
  bool is_everything() const noexcept { return size_ == state_of(chosen_).size(); }
  /// The chosen elements of a batch, in order.
  bigint_batch of(const bigint_batch& a) const;
  /// The same, written to a target; elements beyond its `room` are left out.
  void copy(const bigint_batch& a, const kernels::batch_target& out, std::uint32_t room) const;
  /// The truth values of the chosen elements at their original places; false for the others.
  batch_mask spread(const batch_mask& inner) const;

 private:
  batch_mask chosen_;
  exec::buffer<std::uint32_t> ends_;
  std::size_t size_;
};

/// The mask, restricted to the elements that also pass a test. Only they take part in it.
/// \param test from a batch to a mask
template <class Test>
batch_mask also(const batch_mask& mask, const bigint_batch& a, const Test& test) {
  if (mask.size() == 0) return mask;
  const compaction chosen(mask);
  if (chosen.size() == 0) return mask;
  return chosen.is_everything() ? test(a) : chosen.spread(test(chosen.of(a)));
}

}  // namespace gbi::detail
