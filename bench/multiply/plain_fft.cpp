#include "bench/multiply/plain_fft.hpp"

#include "src/exec/buffer.hpp"
#include "src/fft/transform.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/multiply/multiply.hpp"

namespace gbi::bench {

using plan::fft_form;

namespace {

using kernels::complex, kernels::strided;

/// Digits and coefficients of a problem, and the complex numbers in which they are.
struct layout {
  explicit layout(std::uint64_t points, fft_form form)
      : digits(form == fft_form::complex ? points : 2 * points),
        spacing(form == fft_form::complex ? 2 : 1),
        frequencies(form == fft_form::complex ? points : points + 1) {}

  std::uint64_t digits;
  std::uint32_t spacing;
  std::uint64_t frequencies;  ///< complex numbers of a problem, in both domains
};

}  // namespace

void run_plain_fft(detail::engine& engine, const products::product& what, fft_form form) {
  exec::executor& executor = engine.executor();
  const plan::fft_plan plan = plan::choose_fft(what.a.count, what.b.count, form);
  const std::uint64_t points = plan.shape.points;
  const layout layout(points, form);
  const auto digit_bits = static_cast<std::uint32_t>(plan.digit_bits);
  constexpr fft_order order = fft_order::digit_reversed;

  const auto transform = [&](const kernels::limb_span& x, strided<complex<double>> data) {
    executor.launch(kernels::digits_arguments{{x.limbs, x.count, x.stride, digit_bits},
                                              {reinterpret_cast<double*>(data.at), 2 * data.stride},
                                              layout.digits,
                                              layout.spacing,
                                              what.batch});
    if (form == fft_form::complex)
      transforms::forward(engine, transforms::read(data), data, points, order, what.batch);
    else
      transforms::forward_real(engine, transforms::read(data), data, 2 * points, order, what.batch);
  };

  const exec::buffer<complex<double>> first(executor, layout.frequencies * what.batch);
  const exec::buffer<complex<double>> second(executor, layout.frequencies * what.batch);
  const strided<complex<double>> a{first.data(), layout.frequencies}, b{second.data(), layout.frequencies};
  const bool square = products::is_square(what);
  transform(what.a, a);
  if (!square) transform(what.b, b);
  executor.launch(kernels::pointwise_arguments<double>{a, transforms::read(square ? a : b),
                                                       layout.frequencies, what.batch});
  if (form == fft_form::complex)
    transforms::backward(engine, transforms::read(a), a, points, order, what.batch);
  else
    transforms::backward_real(engine, transforms::read(a), a, 2 * points, order, what.batch);

  // The coefficients take the place of the second operand's transform.
  const strided<std::int64_t> coefficients{reinterpret_cast<std::int64_t*>(b.at), 2 * b.stride};
  executor.launch(kernels::rounding_arguments{{reinterpret_cast<const double*>(a.at), 2 * a.stride},
                                              coefficients,
                                              layout.digits,
                                              layout.spacing,
                                              1.0 / static_cast<double>(layout.digits),
                                              what.batch});
  const ground::carry_chain chain(engine.chains(), what.out.count, what.batch);
  executor.launch(kernels::normalize_arguments{coefficients.at, layout.digits, coefficients.stride,
                                               digit_bits, what.out.limbs, what.out.count, what.out.stride,
                                               chain.get(), what.sign, what.batch});
}

gpu_bigint multiply_plain(const gpu_bigint& a, const gpu_bigint& b, fft_form form) {
  return products::of_numbers(a, b, [form](detail::engine& engine, const products::product& what) {
    run_plain_fft(engine, what, form);
  });
}

}  // namespace gbi::bench
