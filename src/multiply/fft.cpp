/// \file
/// The transform route: columns of both operands, rows of both with the pointwise product, columns back,
/// normalise. What fits a block is one kernel and the normalisation.
#include <cmath>

#include "src/arithmetic/chain.hpp"
#include "src/multiply/multiply.hpp"
#include "src/plan/choose.hpp"

namespace gbi::products {

namespace {

using kernels::complex;

/// One product's plan, tables and column passes.
class transform {
 public:
  transform(detail::engine& engine, const product& what)
      : executor_(engine.executor()),
        plan_(plan::choose_fft(what.a.count, what.b.count)),
        turns_(engine.twiddles().turns(plan_.shape)),
        roots_(engine.twiddles().roots()),
        batch_(what.batch) {}

  std::uint64_t points() const { return std::uint64_t{1} << plan_.shape.log2_points; }
  const plan::fft_shape& shape() const { return plan_.shape; }
  std::uint32_t digit_bits() const { return static_cast<std::uint32_t>(plan_.digit_bits); }
  kernels::digit_source digits(const kernels::limb_span& x) const {
    return {x.limbs, x.count, x.stride, digit_bits()};
  }
  bool folded(const kernels::limb_span& x) const { return x.count * 64 / digit_bits() + 1 > points(); }
  kernels::coefficient_sink sink(std::int64_t* coefficients) const {
    return {coefficients, std::ldexp(1.0, -plan_.shape.log2_points)};
  }

  void product_in_block(const product& what, bool square, std::int64_t* coefficients) {
    const kernels::limb_span b = square ? kernels::limb_span{nullptr, 0, 0} : what.b;
    executor_.launch(kernels::block_product_arguments{digits(what.a), digits(b), folded(what.a), folded(b),
                                                      turns_, roots_, sink(coefficients)},
                     plan_.shape.log2_points, batch_);
  }

  void forward(const kernels::limb_span& x, complex<double>* data) {
    kernels::columns_arguments a = columns(data, 0);
    a.digits = digits(x);
    a.folded = folded(x);
    executor_.launch(a, exec::columns_pass::first, plan_.shape.log2_column[0], batch_);
    if (plan_.shape.column_passes == 2)
      executor_.launch(columns(data, 1), exec::columns_pass::forward, plan_.shape.log2_column[1], batch_);
  }

  void multiply_rows(complex<double>* a, const complex<double>* b) {
    executor_.launch(
        kernels::rows_arguments{a, b, static_cast<std::uint32_t>(plan_.shape.log2_points), roots_},
        plan_.shape.log2_row, batch_);
  }

  void backward(complex<double>* data, std::int64_t* coefficients) {
    if (plan_.shape.column_passes == 2)
      executor_.launch(columns(data, 1), exec::columns_pass::backward, plan_.shape.log2_column[1], batch_);
    kernels::columns_arguments a = columns(data, 0);
    a.sink = sink(coefficients);
    executor_.launch(a, exec::columns_pass::last, plan_.shape.log2_column[0], batch_);
  }

 private:
  kernels::columns_arguments columns(complex<double>* data, int pass) const {
    const int log2_groups = pass == 0 ? 0 : plan_.shape.log2_column[0];
    const int log2_width = plan_.shape.log2_points - log2_groups - plan_.shape.log2_column[pass];
    return {data,
            std::uint64_t{1} << log2_width,
            1u << log2_groups,
            static_cast<std::uint32_t>(plan_.shape.log2_points),
            turns_,
            roots_,
            {},
            false,
            {}};
  }

  exec::executor& executor_;
  plan::fft_plan plan_;
  kernels::circle<double> turns_;
  const complex<double>* roots_;
  std::uint32_t batch_;
};

bool same(const kernels::limb_span& a, const kernels::limb_span& b) {
  return a.limbs == b.limbs && a.count == b.count && a.stride == b.stride;
}

}  // namespace

std::size_t workspace_of_fft(const product& what) {
  const plan::fft_plan plan = plan::choose_fft(what.a.count, what.b.count);
  return (plan.shape.column_passes == 0 ? 1 : 2) * sizeof(complex<double>) << plan.shape.log2_points;
}

void run_fft(detail::engine& engine, const product& what) {
  exec::executor& executor = engine.executor();
  transform transform(engine, what);
  const std::uint64_t points = transform.points();
  const bool square = same(what.a, what.b);

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
  const arithmetic::carry_chain chain(executor, what.out.count, what.batch);
  executor.launch(
      kernels::normalize_arguments{coefficients, 2 * points, 2 * points, transform.digit_bits(),
                                   what.out.limbs, what.out.count, what.out.stride, chain.get(), what.sign},
      what.batch);
}

}  // namespace gbi::products
