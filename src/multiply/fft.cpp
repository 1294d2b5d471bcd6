/// \file
/// The transform route: columns of both operands, rows of both with the pointwise product, columns back,
/// normalise. What fits a block is one kernel and the normalisation.
#include "src/arithmetic/chain.hpp"
#include "src/fft/passes.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/right_angle.hpp"

namespace gbi::products {

namespace {

using kernels::columns_end, kernels::complex, kernels::direction;

/// The passes of a batch of products with one plan.
class transform {
 public:
  transform(detail::engine& engine, const product& what, const right_angle_run& how)
      : executor_(engine.executor()),
        how_(how),
        end_(how.plan.verified ? columns_end::verified : columns_end::number),
        passes_(engine, how.plan.shape, what.batch),
        operands_(is_square(what) ? 1 : 2),
        batch_(what.batch) {}

  void product_in_block(const product& what, std::int64_t* coefficients) {
    const kernels::limb_span b = operands_ == 1 ? kernels::limb_span{nullptr, 0, 0} : what.b;
    executor_.launch(
        kernels::block_product_arguments{digits(what.a, 0), digits(b, 1), folded(what.a), folded(b),
                                         passes_.turns(), passes_.roots(), sink(coefficients)},
        how_.plan.shape.row, batch_);
  }

  /// Both operands to `data`, one behind the other.
  void forward(const product& what, complex<double>* data) {
    kernels::columns_arguments<double> a = columns(0, data);
    a.digits = {{digits(what.a, 0), digits(what.b, 1)}, {folded(what.a), folded(what.b)}, batch_};
    passes_.launch_columns(a, direction::forward, how_.recoded ? end_ : columns_end::number, 0, operands_);
    if (how_.plan.shape.column_passes == 2)
      passes_.launch_columns(columns(1, data), direction::forward, columns_end::points, 1, operands_);
  }

  void multiply_rows(complex<double>* a, const complex<double>* b) {
    executor_.launch(
        kernels::row_product_arguments{a, operands_ == 1 ? nullptr : b, points(), passes_.roots(), how_.open},
        how_.plan.shape.row, batch_);
  }

  void backward(complex<double>* data, std::int64_t* coefficients) {
    if (how_.plan.shape.column_passes == 2)
      passes_.launch_columns(columns(1, data), direction::backward, columns_end::points, 1);
    kernels::columns_arguments<double> a = columns(0, data);
    a.sink = sink(coefficients);
    passes_.launch_columns(a, direction::backward, end_, 0);
  }

 private:
  std::uint64_t points() const { return how_.plan.shape.points; }
  std::uint32_t digit_bits() const { return static_cast<std::uint32_t>(how_.plan.digit_bits); }
  kernels::digit_source digits(const kernels::limb_span& x, int operand) const {
    return {x.limbs, x.count, x.stride, digit_bits(), how_.seed[operand]};
  }
  bool folded(const kernels::limb_span& x) const { return x.count * 64 / digit_bits() + 1 > points(); }
  kernels::coefficient_sink sink(std::int64_t* coefficients) const {
    return {coefficients, 1.0 / static_cast<double>(points()), how_.verdicts};
  }
  kernels::columns_arguments<double> columns(int pass, complex<double>* data) const {
    kernels::columns_arguments<double> a = passes_.columns(pass, {data, points()}, {data, points()});
    a.open = how_.open;
    return a;
  }

  exec::executor& executor_;
  right_angle_run how_;
  columns_end end_;
  transforms::passes<double> passes_;
  std::uint32_t operands_;
  std::uint32_t batch_;
};

}  // namespace

std::size_t workspace_of_right_angle(const plan::fft_plan& plan) {
  return (plan.shape.column_passes == 0 ? 1 : 2) * sizeof(complex<double>) * plan.shape.points;
}

void run_right_angle(detail::engine& engine, const product& what, const right_angle_run& how) {
  exec::executor& executor = engine.executor();
  transform transform(engine, what, how);
  const std::uint64_t points = how.plan.shape.points;

  // The coefficients take the place of the second operand's transform, or are all there is.
  const exec::buffer<complex<double>> data(
      executor, workspace_of_right_angle(how.plan) / sizeof(complex<double>) * what.batch);
  complex<double>* const second = data.data() + data.size() - points * what.batch;
  auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
  if (how.plan.shape.column_passes == 0) {
    transform.product_in_block(what, coefficients);
  } else {
    transform.forward(what, data.data());
    transform.multiply_rows(data.data(), second);
    transform.backward(data.data(), coefficients);
  }
  const arithmetic::carry_chain chain(engine.chains(), what.out.count, what.batch);
  kernels::normalize_arguments carry{
      coefficients,   2 * points,     2 * points,      static_cast<std::uint32_t>(how.plan.digit_bits),
      what.out.limbs, what.out.count, what.out.stride, chain.get(),
      what.sign};
  carry.open = how.open;
  executor.launch(carry, what.batch);
}

}  // namespace gbi::products
