/// \file
/// The transform route: columns of both operands, rows of both with the pointwise product, columns back,
/// normalise. What fits a block is one kernel and the normalisation.
#include "src/arithmetic/chain.hpp"
#include "src/fft/passes.hpp"
#include "src/multiply/multiply.hpp"
#include "src/plan/choose.hpp"

namespace gbi::products {

namespace {

using kernels::columns_end, kernels::complex, kernels::direction;

/// One product's plan, tables and passes.
class transform {
 public:
  transform(detail::engine& engine, const product& what)
      : executor_(engine.executor()),
        plan_(plan::choose_fft(what.a.count, what.b.count)),
        passes_(engine, plan_.shape, what.batch),
        batch_(what.batch) {}

  std::uint64_t points() const { return plan_.shape.points; }
  const plan::fft_shape& shape() const { return plan_.shape; }
  std::uint32_t digit_bits() const { return static_cast<std::uint32_t>(plan_.digit_bits); }

  void product_in_block(const product& what, bool square, std::int64_t* coefficients) {
    const kernels::limb_span b = square ? kernels::limb_span{nullptr, 0, 0} : what.b;
    executor_.launch(kernels::block_product_arguments{digits(what.a), digits(b), folded(what.a), folded(b),
                                                      passes_.turns(), passes_.roots(), sink(coefficients)},
                     plan_.shape.row, batch_);
  }

  void forward(const kernels::limb_span& x, complex<double>* data) {
    kernels::columns_arguments<double> a = columns(0, data);
    a.digits = digits(x);
    a.folded = folded(x);
    passes_.launch_columns(a, direction::forward, columns_end::number, 0);
    if (plan_.shape.column_passes == 2)
      passes_.launch_columns(columns(1, data), direction::forward, columns_end::points, 1);
  }

  void multiply_rows(complex<double>* a, const complex<double>* b) {
    executor_.launch(kernels::row_product_arguments{a, b, points(), passes_.roots()}, plan_.shape.row,
                     batch_);
  }

  void backward(complex<double>* data, std::int64_t* coefficients) {
    if (plan_.shape.column_passes == 2)
      passes_.launch_columns(columns(1, data), direction::backward, columns_end::points, 1);
    kernels::columns_arguments<double> a = columns(0, data);
    a.sink = sink(coefficients);
    passes_.launch_columns(a, direction::backward, columns_end::number, 0);
  }

 private:
  kernels::digit_source digits(const kernels::limb_span& x) const {
    return {x.limbs, x.count, x.stride, digit_bits()};
  }
  bool folded(const kernels::limb_span& x) const { return x.count * 64 / digit_bits() + 1 > points(); }
  kernels::coefficient_sink sink(std::int64_t* coefficients) const {
    return {coefficients, 1.0 / static_cast<double>(points())};
  }
  kernels::columns_arguments<double> columns(int pass, complex<double>* data) const {
    return passes_.columns(pass, {data, points()}, {data, points()});
  }

  exec::executor& executor_;
  plan::fft_plan plan_;
  transforms::passes<double> passes_;
  std::uint32_t batch_;
};

}  // namespace

std::size_t workspace_of_fft(const product& what) {
  const plan::fft_plan plan = plan::choose_fft(what.a.count, what.b.count);
  return (plan.shape.column_passes == 0 ? 1 : 2) * sizeof(complex<double>) * plan.shape.points;
}

void run_fft(detail::engine& engine, const product& what) {
  exec::executor& executor = engine.executor();
  transform transform(engine, what);
  const std::uint64_t points = transform.points();
  const bool square = is_square(what);

  // The coefficients take the place of the second operand's transform.
  exec::buffer<complex<double>> second(executor, points * what.batch);
  auto* coefficients = reinterpret_cast<std::int64_t*>(second.data());
  if (transform.shape().column_passes == 0) {
    transform.product_in_block(what, square, coefficients);
  } else {
    const exec::buffer<complex<double>> first(executor, points * what.batch);
    transform.forward(what.a, first.data());
    if (!square) transform.forward(what.b, second.data());
    transform.multiply_rows(first.data(), square ? nullptr : second.data());
    transform.backward(first.data(), coefficients);
  }
  const arithmetic::carry_chain chain(engine.chains(), what.out.count, what.batch);
  executor.launch(
      kernels::normalize_arguments{coefficients, 2 * points, 2 * points, transform.digit_bits(),
                                   what.out.limbs, what.out.count, what.out.stride, chain.get(), what.sign},
      what.batch);
}

}  // namespace gbi::products
