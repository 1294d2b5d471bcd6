/// \file
/// Squares modulo 2^p - 1 with a transform of one length.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/mersenne/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"
#include "src/number_theory/mersenne/number.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::number_theory {

/// Whether squares modulo 2^p - 1 have transforms of N = `digits`: twice the points of one of
/// plan::mersenne_shapes(), with at most 29 bits in each and at least log2(N) / 2 - 2, 2. If the carries of a
/// block wait for the next square, the digits need at least log2(N) / 2 bits; with narrower digits, carries
/// would grow from square to square.
bool are_mersenne_digits(std::uint64_t exponent, std::uint64_t digits);

/// The digits of the shortest transform with at least `at_least` digits whose rounding errors are small
/// enough for 2^p - 1. \throws std::length_error if there is none
std::uint64_t mersenne_digits(std::uint64_t exponent, std::uint64_t at_least = 0);

/// Squares with transforms by doubles, which round (kernels/mersenne).
class mersenne_square final : public mersenne_number {
 public:
  /// \param digits digits of the transform: coprime to the exponent, at most p / 2.
  mersenne_square(std::shared_ptr<detail::engine> engine, std::uint64_t exponent, std::uint64_t digits);

  mersenne_transform transform() const noexcept override { return {base_.digits}; }
  void set(const gpu_bigint& value) override;
  std::uint64_t step(std::int64_t subtrahend, std::uint64_t most = 1) override;
  gpu_bigint residue() const override;
  rounding measured() override;

 private:
  /// The tables of kernels::weight_tables, in device memory.
  struct weights {
    exec::buffer<kernels::digit_weight> forward, inverse;
    kernels::weight_tables tables() const { return {forward.data(), inverse.data()}; }
  };
  /// The weights of `count` digits that are `step` apart.
  weights make_weights(std::uint64_t count, std::uint64_t step) const;

  exec::executor& executor() const { return engine_->executor(); }

  std::shared_ptr<detail::engine> engine_;
  plan::fft_shape shape_;
  kernels::irrational_base base_;
  weights row_weights_, column_weights_;
  exec::buffer<kernels::digit_pair> pairs_;
  exec::buffer<double> carries_;
  exec::buffer<kernels::complex<double>> points_;  ///< empty if a square stays in one block
  exec::buffer<kernels::verdict> measured_;
  faults::tracked<kernels::irrational_digits> number_;  ///< x
};

}  // namespace gbi::number_theory
