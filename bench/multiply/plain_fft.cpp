#include "bench/multiply/plain_fft.hpp"

#include "src/blocks/transform.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/multiply.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::bench {

using plan::fft_form;

namespace {

using kernels::complex, kernels::strided;

/// The memory layout of a problem: its digits and coefficients, and the complex numbers that hold them.
struct layout {
  explicit layout(std::uint64_t points, fft_form form)
      : digits(form == fft_form::complex ? points : 2 * points),
        spacing(form == fft_form::complex ? 2 : 1),
        frequencies(form == fft_form::complex ? points : points + 1) {}

  std::uint64_t digits;
  std::uint32_t spacing;
  std::uint64_t frequencies;  ///< complex numbers of a problem, as values and as frequencies
};

}  // namespace

void run_plain_fft(detail::engine& engine, const products::product& product, fft_form form) {
  exec::executor& executor = engine.executor();
  const plan::fft_plan plan =
      plan::choose_fft(plan::product_shape::whole(product.a.count, product.b.count), form);
  const std::uint64_t points = plan.shape.points;
  const layout layout(points, form);
  const auto digit_bits = static_cast<std::uint32_t>(plan.digit_bits);
  const transforms::transform<double> transform(engine, points, fft_order::digit_reversed, product.batch);

  const auto forward = [&](const kernels::limb_span& x, strided<complex<double>> data) {
    executor.launch(kernels::digits_arguments{{x.limbs, x.count, x.stride, digit_bits},
                                              {reinterpret_cast<double*>(data.at), 2 * data.stride},
                                              layout.digits,
                                              layout.spacing,
                                              product.batch});
    if (form == fft_form::complex)
      transform.forward(transforms::read(data), data);
    else
      transform.forward_real(transforms::read(data), data);
  };

  const exec::buffer<complex<double>> first(executor, layout.frequencies * product.batch);
  const exec::buffer<complex<double>> second(executor, layout.frequencies * product.batch);
  const strided<complex<double>> a{first.data(), layout.frequencies}, b{second.data(), layout.frequencies};
  const bool square = products::is_square(product);
  forward(product.a, a);
  if (!square) forward(product.b, b);
  executor.launch(kernels::pointwise_arguments<double>{a, transforms::read(square ? a : b),
                                                       layout.frequencies, product.batch});
  if (form == fft_form::complex)
    transform.backward(transforms::read(a), a);
  else
    transform.backward_real(transforms::read(a), a);

  // The coefficients overwrite the second operand's transform.
  const strided<std::int64_t> coefficients{reinterpret_cast<std::int64_t*>(b.at), 2 * b.stride};
  executor.launch(kernels::rounding_arguments{{reinterpret_cast<const double*>(a.at), 2 * a.stride},
                                              coefficients,
                                              layout.digits,
                                              layout.spacing,
                                              1.0 / static_cast<double>(layout.digits),
                                              product.batch});
  const numbers::carry_chain chain(engine.chains(), product.out.count, product.batch);
  executor.launch(kernels::normalize_arguments{coefficients.at, layout.digits, coefficients.stride,
                                               digit_bits, product.out.limbs, product.out.count,
                                               product.out.stride, chain.get(), product.sign, product.batch});
}

gpu_bigint multiply_plain(const gpu_bigint& a, const gpu_bigint& b, fft_form form) {
  return products::of_numbers(a, b, [form](detail::engine& engine, const products::product& product) {
    run_plain_fft(engine, product, form);
  });
}

}  // namespace gbi::bench
