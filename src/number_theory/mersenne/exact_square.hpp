/// \file
/// Squares modulo 2^p - 1 by integer transforms: exact for every number, so there is no rounding to measure.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/mersenne/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"
#include "src/number_theory/mersenne/number.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::number_theory {

class exact_mersenne_square final : public mersenne_number {
 public:
  /// \param digits digits of the transform; plan::find_exact_square must know one with that many
  exact_mersenne_square(std::shared_ptr<detail::engine> engine, std::uint64_t exponent, std::uint64_t digits);

  mersenne_transform transform() const noexcept override { return {base_.digits, true}; }
  void set(const gpu_bigint& value) override;
  /// One step: for each of the two moduli, two to four column passes and one row pass, between two maps.
  std::uint64_t step(std::int64_t subtrahend, std::uint64_t most = 1) override;
  gpu_bigint residue() const override;
  rounding measured() override { return {0, true}; }

 private:
  exec::executor& executor() const { return engine_->executor(); }
  template <class Field>
  void square_points(kernels::complex<Field>* points) const;

  std::shared_ptr<detail::engine> engine_;
  plan::fft_shape shape_;
  kernels::irrational_base base_;
  kernels::roots_of_two roots_;
  faults::tracked<exec::buffer<kernels::wide_pair>> digits_;  ///< of x
  exec::buffer<kernels::complex<kernels::m31>> small_;
  exec::buffer<kernels::complex<kernels::m61>> large_;
};

}  // namespace gbi::number_theory
