/// \file
/// The transform route: columns of both operands, rows of both with the pointwise product, columns back,
/// normalise. What fits a block is one kernel and the normalisation.
#include <bit>

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
        column_roots_(std::has_single_bit(static_cast<unsigned>(plan_.shape.column[0]))
                          ? nullptr
                          : engine.twiddles().roots(plan_.shape.column[0])),
        batch_(what.batch) {}

  std::uint64_t points() const { return plan_.shape.points; }
  const plan::fft_shape& shape() const { return plan_.shape; }
  std::uint32_t digit_bits() const { return static_cast<std::uint32_t>(plan_.digit_bits); }
  kernels::digit_source digits(const kernels::limb_span& x) const {
    return {x.limbs, x.count, x.stride, digit_bits()};
  }
  bool folded(const kernels::limb_span& x) const { return x.count * 64 / digit_bits() + 1 > points(); }
  kernels::coefficient_sink sink(std::int64_t* coefficients) const {
    return {coefficients, 1.0 / static_cast<double>(points())};
  }

  void product_in_block(const product& what, bool square, std::int64_t* coefficients) {
    const kernels::limb_span b = square ? kernels::limb_span{nullptr, 0, 0} : what.b;
    executor_.launch(kernels::block_product_arguments{digits(what.a), digits(b), folded(what.a), folded(b),
                                                      turns_, roots_, sink(coefficients)},
                     plan_.shape.row, batch_);
  }

  void forward(const kernels::limb_span& x, complex<double>* data) {
    kernels::columns_arguments a = columns(data, 0);
    a.digits = digits(x);
    a.folded = folded(x);
    executor_.launch(a, exec::columns_pass::first, plan_.shape.column[0], batch_);
    if (plan_.shape.column_passes == 2)
      executor_.launch(columns(data, 1), exec::columns_pass::forward, plan_.shape.column[1], batch_);
  }

  void multiply_rows(complex<double>* a, const complex<double>* b) {
    executor_.launch(kernels::rows_arguments{a, b, points(), roots_}, plan_.shape.row, batch_);
  }

  void backward(complex<double>* data, std::int64_t* coefficients) {
    if (plan_.shape.column_passes == 2)
      executor_.launch(columns(data, 1), exec::columns_pass::backward, plan_.shape.column[1], batch_);
    kernels::columns_arguments a = columns(data, 0);
    a.sink = sink(coefficients);
    executor_.launch(a, exec::columns_pass::last, plan_.shape.column[0], batch_);
  }

 private:
  kernels::columns_arguments columns(complex<double>* data, int pass) const {
    const auto groups = static_cast<std::uint32_t>(pass == 0 ? 1 : plan_.shape.column[0]);
    const auto column = static_cast<std::uint32_t>(plan_.shape.column[pass]);
    return {.data = data,
            .width = points() / groups / column,
            .groups = groups,
            .points = points(),
            .turns = turns_,
            .roots = roots_,
            .column_roots = column_roots_,
            .digits = {},
            .folded = false,
            .sink = {}};
  }

  exec::executor& executor_;
  plan::fft_plan plan_;
  kernels::circle<double> turns_;
  const complex<double>* roots_;
  const complex<double>* column_roots_;
  std::uint32_t batch_;
};

bool same(const kernels::limb_span& a, const kernels::limb_span& b) {
  return a.limbs == b.limbs && a.count == b.count && a.stride == b.stride;
}

}  // namespace

std::size_t workspace_of_fft(const product& what) {
  const plan::fft_plan plan = plan::choose_fft(what.a.count, what.b.count);
  return (plan.shape.column_passes == 0 ? 1 : 2) * sizeof(complex<double>) * plan.shape.points;
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
  const arithmetic::carry_chain chain(engine.chains(), what.out.count, what.batch);
  executor.launch(
      kernels::normalize_arguments{coefficients, 2 * points, 2 * points, transform.digit_bits(),
                                   what.out.limbs, what.out.count, what.out.stride, chain.get(), what.sign},
      what.batch);
}

}  // namespace gbi::products
