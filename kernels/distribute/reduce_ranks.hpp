/// \file
/// Reduces the words of all ranks, gathered on each rank, to their sums or maxima.
#pragma once

#include "kernels/distribute/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// One word per thread. Reads 8 bytes per word of a row, and writes 8 per word of the target.
struct reduce_rows_kernel : map_kernel<reduce_rows_kernel, reduce_rows_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.words; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t i) {
    limb joined = a.rows[i];
    for (std::uint32_t row = 1; row < a.count; ++row) {
      const limb next = a.rows[row * a.words + i];
      if (!a.largest)
        joined += next;
      else if (next > joined)
        joined = next;
    }
    a.target[i] = joined;
  }
};
reduce_rows_kernel map_of(const reduce_rows_arguments&);

}  // namespace gbi::kernels
