/// \file
/// Tables of roots of unity in an executor's memory, made once and kept.
#pragma once

#include <map>
#include <mutex>

#include "kernels/fft/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::products {

class twiddle_tables {
 public:
  explicit twiddle_tables(exec::executor& executor) : executor_(executor) {}

  /// The circle of order 4N that a transform of this shape needs.
  kernels::circle<double> turns(const plan::fft_shape& shape);
  /// The block_roots-th roots of unity, or those of a column's order.
  const kernels::complex<double>* roots(int order = kernels::block_roots);

 private:
  using table = exec::buffer<kernels::complex<double>>;
  struct circle_tables {
    table fine, coarse;
    std::uint32_t fine_bits;
  };

  exec::executor& executor_;
  std::mutex mutex_;
  std::map<std::uint64_t, circle_tables> circles_;  ///< by N
  std::map<int, table> roots_;                      ///< by order
};

}  // namespace gbi::products
