#include "src/multiply/right_angle.hpp"

#include <stdexcept>

#include "kernels/word/digit_threshold.hpp"
#include "src/multiply/sums.hpp"
#include "src/multiply/two_passes.hpp"
#include "src/process/concat.hpp"

namespace gbi::products {

using kernels::complex, kernels::direction, kernels::recoding;

right_angle_passes::right_angle_passes(detail::engine& engine, const plan::fft_plan& plan,
                                       const kernels::repair_gate& repair)
    : engine_(engine), plan_(plan), repair_(repair), passes_(engine, plan.shape, 1, repair) {
  if (plan.shape.points % plan::points_multiple != 0 || plan.digit_bits > plan::widest_digit)
    throw std::logic_error(concat("transform of ", plan.shape.points, " points and digits of ",
                                  plan.digit_bits, " bits: a carry might have no room"));
}

kernels::digit_source right_angle_passes::digits(const kernels::limb_span& x) const {
  return {x.limbs, x.count, x.stride, static_cast<std::uint32_t>(plan_.digit_bits),
          plan_.verified ? engine_.verifier().seed() : 0};
}

bool right_angle_passes::fills(const kernels::digit_source& digits) const {
  if (!plan_.verified || digits.count != plan::modulus_limbs(plan_)) return false;
  return kernels::digit_threshold(digits.seed, digits.digit_bits, 0, 2 * points() - 1) >>
             (digits.digit_bits - 2) ==
         2;
}

kernels::digit_source right_angle_passes::filling_digits(const kernels::limb_span& x) const {
  if (!plan_.verified || x.count != plan::modulus_limbs(plan_) || plan_.digit_bits < 2)
    throw std::logic_error(concat("remainder of ", x.count, " limbs: it does not fill the modulus"));
  for (;;)  // four times on average
    if (const kernels::digit_source found = digits(x); fills(found)) return found;
}

bool right_angle_passes::folded(std::uint64_t limbs) const {
  return plan::digits_of(limbs, plan_.digit_bits) > points();
}

void right_angle_passes::multiply_in_block(const product& wanted) const {
  const auto span = [](const kernels::limb_span& x) {
    return kernels::batch_span{x.limbs, static_cast<std::uint32_t>(x.count), 1, x.stride};
  };
  multiply_in_block(
      span(wanted.a), span(wanted.b), is_square(wanted),
      {wanted.out.limbs, static_cast<std::uint32_t>(wanted.out.count), 1, wanted.out.stride, ~limb{0}}, 0,
      wanted.batch, wanted.sign);
}

void right_angle_passes::multiply_in_block(const kernels::batch_span& a, const kernels::batch_span& b,
                                           bool square, const kernels::batch_target& out, std::uint32_t first,
                                           std::uint32_t problems, const kernels::sign_rule& sign) const {
  const std::size_t limbs_b = square ? a.count : b.count;
  if (plan::digits_of(a.count, plan_.digit_bits) + plan::digits_of(limbs_b, plan_.digit_bits) > 2 * points())
    throw std::logic_error(concat("product of ", a.count, " and ", limbs_b, " limbs in a block of ", points(),
                                  " points: it would wrap around"));
  engine_.executor().launch(
      kernels::block_product_arguments{.a = a,
                                       .b = square ? kernels::batch_span{nullptr, 0, 0, 0} : b,
                                       .out = out,
                                       .first = first,
                                       .problems = problems,
                                       .digit_bits = static_cast<std::uint32_t>(plan_.digit_bits),
                                       .folded_a = folded(a.count),
                                       .folded_b = !square && folded(b.count),
                                       .roots = passes_.roots(),
                                       .sign = sign,
                                       .points = plan_.shape.row});
}

void right_angle_passes::forward(const kernels::digit_operands& operands, std::uint32_t transforms,
                                 complex<double>* data) const {
  for (const kernels::digit_source& x : operands.of)
    if (x.limbs != nullptr && plan::digits_of(x.count, plan_.digit_bits) > 2 * points() && !fills(x))
      throw std::logic_error(concat("operand of ", x.count, " limbs in a transform of ", points(),
                                    " points: it has too many digits"));
  const kernels::strided<complex<double>> all{data, points()};
  if (plan_.verified)
    passes_.launch_columns(0, all, kernels::digits_in<recoding::random>{operands}, transforms);
  else
    passes_.launch_columns(0, all, kernels::digits_in<recoding::balanced>{operands}, transforms);
  for (int pass = 1; pass < plan_.shape.column_passes; ++pass)
    passes_.launch_columns(pass, all, direction::forward, transforms);
}

void right_angle_passes::forward_rows(complex<double>* data) const {
  passes_.launch_rows({data, points()}, {data, points()}, direction::forward, false);
}

void right_angle_passes::multiply_rows(complex<double>* a, const complex<double>* b,
                                       const complex<double>* spectrum, std::uint32_t batch,
                                       bool by_many_threads, bool shares_b) const {
  engine_.executor().launch(kernels::row_product_arguments{
      .a = a,
      .b = b,
      .points = points(),
      .roots = passes_.roots(),
      .repair = repair_,
      .spectrum = spectrum,
      .threads = by_many_threads ? kernels::row_threads::many : kernels::row_threads::few,
      .row = plan_.shape.row,
      .batch = batch,
      .shares_b = shares_b});
}

void right_angle_passes::later_columns_back(complex<double>* data, std::uint32_t batch) const {
  for (int pass = plan_.shape.column_passes - 1; pass > 0; --pass)
    passes_.launch_columns(pass, {data, points()}, direction::backward, batch);
}

void right_angle_passes::backward(complex<double>* data, std::int64_t* coefficients, std::uint32_t batch,
                                  kernels::verdict* verdicts, std::uint32_t verdict_stride) const {
  later_columns_back(data, batch);
  const kernels::strided<complex<double>> all{data, points()};
  const double scale = 1.0 / static_cast<double>(points());
  if (plan_.verified)
    passes_.launch_columns(0, all, kernels::measured_out{coefficients, scale, verdicts, verdict_stride},
                           batch);
  else
    passes_.launch_columns(0, all, kernels::coefficients_out{coefficients, scale}, batch);
}

void right_angle_passes::backward(complex<double>* data, kernels::coefficient_sum* sums,
                                  kernels::verdict* verdict) const {
  later_columns_back(data, 1);
  passes_.launch_columns(0, {data, points()},
                         kernels::sums_out{sums, 1.0 / static_cast<double>(points()), verdict,
                                           static_cast<std::uint32_t>(plan_.digit_bits)});
}

void right_angle_passes::finish(complex<double>* data, complex<double>* room, const kernels::limb_target& out,
                                std::uint32_t batch, kernels::verdict* verdicts,
                                const kernels::sign_rule& sign) const {
  if (batch == 1 && points() >= engine_.tuning().product.sum_points && has_sums(plan_)) {
    auto* const sums = reinterpret_cast<kernels::coefficient_sum*>(room);
    backward(data, sums, verdicts);
    return limbs_of_sums(engine_, sums, plan_, out, sign);
  }
  auto* const coefficients = reinterpret_cast<std::int64_t*>(room);
  backward(data, coefficients, batch, verdicts);
  normalize(coefficients, out, batch, sign);
}

kernels::normalize_arguments right_angle_passes::normalization(const std::int64_t* coefficients,
                                                               const kernels::limb_target& out,
                                                               const numbers::carry_chain& chain,
                                                               const kernels::sign_rule& sign) const {
  return {.coefficients = coefficients,
          .coefficient_count = 2 * points(),
          .coefficient_stride = 2 * points(),
          .digit_bits = static_cast<std::uint32_t>(plan_.digit_bits),
          .limbs = out.limbs,
          .limb_count = out.count,
          .limb_stride = out.stride,
          .chain = chain.get(),
          .sign = sign,
          .repair = repair_};
}

void right_angle_passes::normalize(const std::int64_t* coefficients, const kernels::limb_target& out,
                                   std::uint32_t batch, const kernels::sign_rule& sign) const {
  const numbers::carry_chain chain(engine_.chains(), out.count, batch);
  kernels::normalize_arguments a = normalization(coefficients, out, chain, sign);
  a.batch = batch;
  engine_.executor().launch(a);
}

void right_angle_passes::normalize_sum(const std::int64_t* coefficients, std::uint32_t pieces,
                                       std::size_t piece, const kernels::limb_target& out,
                                       const kernels::sign_rule& sign) const {
  if (pieces == 1) return normalize(coefficients, out, 1, sign);
  const auto bits = static_cast<std::uint32_t>(plan_.digit_bits);
  if (piece % bits != 0 || piece < kernels::shortest_piece_limbs)
    throw std::logic_error(
        concat("pieces of ", piece, " limbs and digits of ", bits, " bits: their digits do not overlap"));
  const numbers::carry_chain chain(engine_.chains(), out.count, 1);
  kernels::normalize_arguments a = normalization(coefficients, out, chain, sign);
  a.pieces = pieces;
  a.piece_digits = piece / bits * limb_bits;
  a.coefficient_count += (pieces - 1) * a.piece_digits;
  engine_.executor().launch(a);
}

void run_right_angle(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                     const right_angle_run& how) {
  if (plan::has_tall_column(plan.shape))
    return run_in_two_passes(engine, wanted, plan, nullptr, how.verdicts);
  const right_angle_passes passes(engine, plan, how.repair);
  if (plan.shape.column_passes == 0) return passes.multiply_in_block(wanted);
  const std::uint64_t digits =
      plan::digits_of(wanted.a.count, plan.digit_bits) + plan::digits_of(wanted.b.count, plan.digit_bits);
  if (digits > 2 * passes.points() && wanted.out.count != plan::modulus_limbs(plan) + 1)
    throw std::logic_error(concat("product of ", digits, " digits in a transform of ", passes.points(),
                                  " points: it would wrap around"));
  // The coefficients or their sums reuse the memory of the second operand's transform.
  const std::size_t transforms = passes.points() * wanted.batch;
  const exec::buffer<complex<double>> data(engine.executor(), 2 * transforms);
  complex<double>* const second = data.data() + transforms;
  const bool square = is_square(wanted);
  const auto digits_in = [&](const kernels::limb_span& x) {
    const bool fills = how.fills_modulus && x.count == plan::modulus_limbs(plan);
    return fills ? passes.filling_digits(x) : passes.digits(x);
  };
  passes.forward({{digits_in(wanted.a), digits_in(wanted.b), {}},
                  {passes.folded(wanted.a.count), passes.folded(wanted.b.count), false},
                  {0, wanted.batch, 2 * wanted.batch}},
                 square ? wanted.batch : 2 * wanted.batch, data.data());
  passes.multiply_rows(data.data(), square ? nullptr : second, nullptr, wanted.batch,
                       how.rows_by_many_threads);
  passes.finish(data.data(), second, wanted.out, wanted.batch, how.verdicts, wanted.sign);
}

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_transforms& route) {
  run_right_angle(engine, wanted, route.fft, {.rows_by_many_threads = route.rows_by_many_threads});
}

}  // namespace gbi::products
