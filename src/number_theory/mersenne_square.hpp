/// \file
/// Squares modulo 2^p - 1 with a transform of one length.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/mersenne/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::number_theory {

/// The digits of the shortest transform whose rounding errors are small enough for 2^p - 1, with at least
/// `at_least` digits. \throws std::length_error if there is none
std::uint64_t mersenne_digits(std::uint64_t exponent, std::uint64_t at_least = 0);

/// A number x modulo 2^p - 1 as weighted digits in device memory (kernels/mersenne). Everything is queued.
class mersenne_square {
 public:
  /// \param digits twice a length of transforms, at least 4, coprime to the exponent.
  mersenne_square(std::shared_ptr<detail::engine> engine, std::uint64_t exponent, std::uint64_t digits);

  std::uint64_t digits() const noexcept { return base_.digits; }

  /// x = value, 0 <= value < 2^p.
  void set(const gpu_bigint& value);
  /// x = x^2 - subtrahend, |subtrahend| < 2^30.
  void step(std::int64_t subtrahend);
  /// x in [0, 2^p - 1).
  gpu_bigint residue() const;

  /// The rounding of all steps since the last call of measured(): the largest distance to an integer, and
  /// whether that and the largest coefficient are within their limits. measured() waits.
  struct rounding {
    double distance;
    bool trusted;
  };
  rounding measured();

 private:
  /// The tables that kernels::irrational_base points to.
  struct tables {
    exec::buffer<double> coarse, fine;
    exec::buffer<std::uint32_t> tile_phase, steps;
  };
  static tables make_tables(exec::executor& executor, const kernels::irrational_base& base);

  exec::executor& executor() const { return engine_->executor(); }

  std::shared_ptr<detail::engine> engine_;
  plan::fft_shape shape_;
  kernels::irrational_base base_;
  tables tables_;
  exec::buffer<double> weighted_;  ///< x
  exec::buffer<kernels::complex<double>> transformed_;
  exec::buffer<kernels::verdict> measured_;
  exec::evidence::pointer evidence_;  ///< of the number that was set
};

}  // namespace gbi::number_theory
