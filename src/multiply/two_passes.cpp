#include "src/multiply/two_passes.hpp"

#include <algorithm>

#include "kernels/fft/tall/arguments.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/sums.hpp"

namespace gbi::products {

namespace {

using kernels::complex, kernels::signed_word, kernels::tall_rows, kernels::coefficient_sum;

/// The launches of one plan. Points are matrices of matrix() points.
class two_passes {
 public:
  two_passes(detail::engine& engine, const plan::fft_plan& plan)
      : engine_(engine),
        plan_(plan),
        column_(static_cast<std::uint32_t>(plan.shape.column[0])),
        row_(static_cast<std::uint32_t>(plan.shape.row)),
        pitch_(plan::pitch_of(plan.shape)),
        blocks_(std::max<std::uint32_t>(1, engine.executor().properties().multiprocessors)),
        circle_(engine.twiddles().circle_roots<double>(plan.shape)),
        column_roots_(engine.twiddles().roots<double>(4 * column_)) {}

  std::uint64_t matrix() const { return column_ * pitch_; }

  /// \param tiles room for the digits; must not overlap `points`
  void columns(const kernels::digit_operands& operands, std::uint32_t count, complex<double>* tiles,
               complex<double>* points) const {
    auto* const digits = reinterpret_cast<signed_word*>(tiles);
    engine_.executor().launch(kernels::tile_digits_arguments{
        .operands = operands, .tiles = digits, .width = row_, .rows = column_, .batch = count});
    engine_.executor().launch(kernels::tall_columns_arguments{.tiles = digits,
                                                              .points = points,
                                                              .roots = column_roots_,
                                                              .width = row_,
                                                              .pitch = pitch_,
                                                              .matrices = count,
                                                              .blocks = blocks_,
                                                              .column = plan_.shape.column[0]});
  }
  void rows(tall_rows work, const complex<double>* a, const complex<double>* b, complex<double>* out) const {
    engine_.executor().launch(
        kernels::tall_rows_arguments{.a = a,
                                     .b = b,
                                     .out = out,
                                     .circle_roots = circle_,
                                     .roots = engine_.twiddles().roots<double>(4 * row_),
                                     .pitch = pitch_,
                                     .rows = column_,
                                     .blocks = blocks_,
                                     .row = plan_.shape.row,
                                     .work = work});
  }
  /// \param room for the sums of coefficients and what is left of them; must not overlap `points`
  void columns_back(const complex<double>* points, complex<double>* room, const product& wanted,
                    kernels::verdict* verdicts) const {
    auto* const sums = reinterpret_cast<coefficient_sum*>(room);
    engine_.executor().launch(
        kernels::tall_sums_arguments{.points = points,
                                     .sums = sums,
                                     .circle_roots = circle_,
                                     .roots = column_roots_,
                                     .scale = 1.0 / static_cast<double>(plan_.shape.points),
                                     .verdicts = verdicts,
                                     .width = row_,
                                     .pitch = pitch_,
                                     .digit_bits = static_cast<std::uint32_t>(plan_.digit_bits),
                                     .blocks = blocks_,
                                     .column = plan_.shape.column[0]});
    limbs_of_sums(engine_, sums, plan_, wanted.out, wanted.sign);
  }

 private:
  detail::engine& engine_;
  const plan::fft_plan& plan_;
  std::uint32_t column_, row_;
  std::uint64_t pitch_;
  std::uint32_t blocks_;
  kernels::circle<double> circle_;
  const complex<double>* column_roots_;
};

}  // namespace

exec::buffer<complex<double>> spectrum_in_two_passes(detail::engine& engine, const kernels::limb_span& x,
                                                     const plan::fft_plan& plan) {
  const two_passes passes(engine, plan);
  exec::buffer<complex<double>> spectrum(engine.executor(), passes.matrix());
  const exec::buffer<complex<double>> points(engine.executor(), passes.matrix());
  passes.columns({{right_angle_passes(engine, plan).digits(x), {}, {}}, {}, {0, 1, 1}}, 1, spectrum.data(),
                 points.data());
  passes.rows(tall_rows::only_spectrum, points.data(), nullptr, spectrum.data());
  return spectrum;
}

void run_in_two_passes(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                       const complex<double>* spectrum_b, kernels::verdict* verdicts) {
  const two_passes passes(engine, plan);
  const right_angle_passes digits(engine, plan);
  const std::uint64_t matrix = passes.matrix();
  const tall_rows work = spectrum_b != nullptr ? tall_rows::by_spectrum
                         : is_square(wanted)   ? tall_rows::square
                                               : tall_rows::product;
  const std::uint32_t transforms = work == tall_rows::product ? 2 : 1;
  // The product takes the place of the digits, and its sums that of the operands.
  const exec::buffer<complex<double>> points(engine.executor(), transforms * matrix),
      product(engine.executor(), matrix);
  passes.columns({{digits.digits(wanted.a), digits.digits(wanted.b), {}}, {}, {0, 1, 2}}, transforms,
                 product.data(), points.data());
  passes.rows(work, points.data(), work == tall_rows::product ? points.data() + matrix : spectrum_b,
              product.data());
  passes.columns_back(product.data(), points.data(), wanted, verdicts);
}

}  // namespace gbi::products
