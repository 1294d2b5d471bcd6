/// \file
/// Tables of roots of unity in an executor's memory, computed once and kept. In GF(p^2) they are exact, and
/// their orders are powers of two.
#pragma once

#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/fft/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/evidence.hpp"
#include "src/plan/fft_shape.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::cache {

/// The points whose roots are in the tables of a transform: all points or, in GF(p^2), 2^k of m 2^k points, m
/// odd (kernels/fft/coprime_stage.hpp).
template <class Real>
std::uint64_t circle_points(std::uint64_t points);

/// kernels::stage_roots, and behind them exp(-2 pi i k / N) for k < N/2, N = 2 stage_roots::longest.
template <class Real>
std::vector<kernels::complex<Real>> block_roots();

class twiddle_tables {
 public:
  explicit twiddle_tables(exec::executor& executor) : executor_(executor) {}

  /// The circle of order 4 circle_points(N) for a transform of N points in this shape, with entries also for
  /// exponents below N.
  template <class Real>
  kernels::circle<Real> circle_roots(const plan::fft_shape& shape);
  /// The roots of unity of an order.
  template <class Real>
  const kernels::complex<Real>* roots(std::uint32_t order);
  /// The roots of the stages inside a block (kernels::stage_roots and what follows it).
  template <class Real>
  const kernels::complex<Real>* stages();
  /// The near twiddles of a pass over columns of `rows` rows in transforms of `length` points
  /// (kernels::near_columns).
  template <class Real>
  const kernels::complex<Real>* near(std::uint64_t length, std::uint32_t rows, bool right_angle = false);

 private:
  template <class Real>
  using table = exec::buffer<kernels::complex<Real>>;
  template <class Real>
  struct circle_tables {
    table<Real> fine, coarse;
    std::uint32_t fine_bits;
  };
  template <class Real>
  struct tables {
    table<Real> stages;
    std::map<std::pair<std::uint64_t, std::uint32_t>, circle_tables<Real>> circles;  ///< by N and fine_bits
    std::map<std::uint32_t, table<Real>> roots;                                      ///< by order
    std::map<std::tuple<std::uint64_t, std::uint32_t, bool>, table<Real>> near;      ///< by arguments
  };

  /// Writes all tables again if a check has found a wrong result since they were made: a table may be
  /// damaged. Kernels that read one in the meantime are not disturbed, because right entries do not change.
  void heal();
  template <class Real>
  void write(const tables<Real>& all);

  exec::executor& executor_;
  process::fork_mutex mutex_;
  std::uint64_t faults_ = faults::faults();  ///< when the tables were last written
  std::tuple<tables<float>, tables<double>, tables<kernels::m31>, tables<kernels::m61>> tables_;
};

}  // namespace gbi::cache
