/// \file
/// Products of a batch modulo odd numbers as three products of their width (kernels/batch/reduction.hpp).
#pragma once

#include "src/batch/storage.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"

namespace gbi::detail {

/// Odd moduli with their reciprocals.
class product_reduction {
 public:
  /// \param shared whether `values` is one modulus for all elements
  product_reduction(const batch& values, bool shared);

  /// out = a b modulo the moduli, all of the same width, or 0 where a modulus is even.
  /// \param modulus the values of the constructor
  /// \param square whether a and b are the same memory
  void multiply(const kernels::batch_span& a, const kernels::batch_span& b, bool square,
                const kernels::batch_span& modulus, const kernels::batch_target& out,
                std::uint32_t elements) const;

 private:
  engine* engine_;
  std::uint32_t limbs_;
  std::uint64_t size_;
  bool shared_;
  struct buffers {
    exec::buffer<limb> aligned, sums, reciprocals;
  };
  faults::tracked<buffers> memory_;
};

}  // namespace gbi::detail
