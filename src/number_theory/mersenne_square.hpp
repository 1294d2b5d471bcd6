/// \file
/// Squares modulo 2^p - 1 with a transform of one length.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/mersenne/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/number_theory/mersenne_number.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::number_theory {

/// Whether squares modulo 2^p - 1 have transforms of N = `digits`: twice the points of one of
/// plan::mersenne_shapes(), with at most 29 bits in each and at least log2(N) / 2 - 2, 2. Where the carries
/// of a block wait for the next square, it is at least log2(N) / 2. Narrower ones would let carries grow from
/// square to square.
bool are_mersenne_digits(std::uint64_t exponent, std::uint64_t digits);

/// The digits of the shortest transform whose rounding errors are small enough for 2^p - 1, with at least
/// `at_least` digits. \throws std::length_error if there is none
std::uint64_t mersenne_digits(std::uint64_t exponent, std::uint64_t at_least = 0);

/// With digits that are rounded (kernels/mersenne).
class mersenne_square final : public mersenne_number {
 public:
  /// \param digits of a transform, coprime to the exponent, at most p / 2.
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
  /// Those of `count` digits, `step` apart.
  weights make_weights(std::uint64_t count, std::uint64_t step) const;

  exec::executor& executor() const { return engine_->executor(); }

  std::shared_ptr<detail::engine> engine_;
  plan::fft_shape shape_;
  kernels::irrational_base base_;
  weights row_weights_, column_weights_;
  exec::buffer<kernels::digit_pair> pairs_;
  exec::buffer<double> carries_;
  exec::buffer<kernels::complex<double>> points_;  ///< none if a square stays in one block
  exec::buffer<kernels::verdict> measured_;
  kernels::irrational_digits number_;  ///< x
  exec::evidence::pointer evidence_;   ///< of the number that was set
};

}  // namespace gbi::number_theory
