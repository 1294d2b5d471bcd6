/// \file
/// The transform route: its passes, and one run of them. Products with kept transforms and batches also use
/// the passes.
#pragma once

#include "kernels/normalize/arguments.hpp"
#include "src/blocks/passes.hpp"
#include "src/multiply/product.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::products {

/// The launches of one plan. They do nothing if the gate has nothing to repair.
class right_angle_passes {
 public:
  right_angle_passes(detail::engine& engine, const plan::fft_plan& plan,
                     const kernels::repair_gate& repair = {});

  std::uint64_t points() const { return plan_.shape.points; }
  /// The digits of x. Those of a verified plan are recoded with a new seed.
  kernels::digit_source digits(const kernels::limb_span& x) const;
  /// The digits of a remainder modulo 2^(64 k) + 1 that fills the k limbs of the modulus. The topmost digit
  /// may carry out of the transform, which subtracts 2^(64 k) from the number. The seed is chosen such that
  /// it carries if the number is at least 3/4 2^(64 k), and does not if it is at most 1/2 2^(64 k). So the
  /// number may be anything from -1/4 to 1/2 2^(64 k), in two's complement. Only for verified plans.
  kernels::digit_source filling_digits(const kernels::limb_span& x) const;
  /// Whether an operand of `limbs` limbs has more digits than the transform has points.
  bool folded(std::uint64_t limbs) const;

  /// Multiplies problems whose transforms fit in a block, in one launch.
  void multiply_in_block(const product& wanted) const;
  /// Multiplies interleaved numbers. The results are the limbs of each product from `first` on.
  /// \param square b is not read
  void multiply_in_block(const kernels::batch_span& a, const kernels::batch_span& b, bool square,
                         const kernels::batch_target& out, std::uint32_t first, std::uint32_t problems,
                         const kernels::sign_rule& sign = {}) const;

  /// The fft columns of `transforms` transforms, contiguous in `data`.
  void forward(const kernels::digit_operands& operands, std::uint32_t transforms,
               kernels::complex<double>* data) const;
  /// The remaining passes of one transform, in place.
  void forward_rows(kernels::complex<double>* data) const;
  /// The rows of `batch` products, from the fft columns of both operands, or from those of one operand and a
  /// spectrum.
  /// \param shares_b whether there is one b for all products
  void multiply_rows(kernels::complex<double>* a, const kernels::complex<double>* b,
                     const kernels::complex<double>* spectrum, std::uint32_t batch, bool by_many_threads,
                     bool shares_b = false) const;
  /// The columns back of `batch` products, and their limbs.
  /// \param room for coefficients or their sums, as long as `data`
  void finish(kernels::complex<double>* data, kernels::complex<double>* room, const kernels::limb_target& out,
              std::uint32_t batch, kernels::verdict* verdicts, const kernels::sign_rule& sign) const;
  /// `coefficients` must not overlap `data`.
  void backward(kernels::complex<double>* data, std::int64_t* coefficients, std::uint32_t batch,
                kernels::verdict* verdicts, std::uint32_t verdict_stride = 1) const;
  /// Normalises the coefficients of products to limbs.
  void normalize(const std::int64_t* coefficients, const kernels::limb_target& out, std::uint32_t batch,
                 const kernels::sign_rule& sign = {}) const;
  /// Normalises a product that is the sum of products of pieces, each `piece` limbs above the one before.
  void normalize_sum(const std::int64_t* coefficients, std::uint32_t pieces, std::size_t piece,
                     const kernels::limb_target& out, const kernels::sign_rule& sign) const;

 private:
  /// The arguments of one product's normalisation.
  kernels::normalize_arguments normalization(const std::int64_t* coefficients,
                                             const kernels::limb_target& out,
                                             const numbers::carry_chain& chain,
                                             const kernels::sign_rule& sign) const;
  /// The columns back of the only product, to sums of coefficients.
  void backward(kernels::complex<double>* data, kernels::coefficient_sum* sums,
                kernels::verdict* verdict) const;
  /// Passes over points, up to those of the first columns.
  void later_columns_back(kernels::complex<double>* data, std::uint32_t batch) const;
  /// Whether the topmost digit of k limbs meets the condition of filling_digits.
  bool fills(const kernels::digit_source& digits) const;

  detail::engine& engine_;
  plan::fft_plan plan_;
  kernels::repair_gate repair_;
  transforms::passes<double> passes_;
};

struct right_angle_run {
  kernels::verdict* verdicts = nullptr;  ///< receives the rounding errors of a verified plan
  bool rows_by_many_threads = false;
  kernels::repair_gate repair = {};  ///< if it has nothing to repair, the launches do nothing
  /// Operands that have as many limbs as the modulus of a product that wraps around are filling_digits.
  bool fills_modulus = false;
};

/// Computes a batch whose workspace fits: fft columns of both operands, rows of both with the pointwise
/// product, fft columns back, normalise. A product that fits in a block is one launch without workspace, and
/// one with tall columns has passes of its own (two_passes.hpp).
void run_right_angle(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                     const right_angle_run& how = {});

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_transforms& route);

}  // namespace gbi::products
