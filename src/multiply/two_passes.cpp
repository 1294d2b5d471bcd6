#include "src/multiply/two_passes.hpp"

#include <algorithm>

#include "kernels/fft/tall/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/number/carry_chain.hpp"

namespace gbi::products {

using kernels::complex;

void run_in_two_passes(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                       kernels::verdict* verdicts) {
  exec::executor& executor = engine.executor();
  const right_angle_passes passes(engine, plan);
  const bool square = is_square(wanted);
  const auto column = static_cast<std::uint32_t>(plan.shape.column[0]),
             row = static_cast<std::uint32_t>(plan.shape.row);
  const std::uint64_t pitch = plan::pitch_of(plan.shape), matrix = column * pitch;
  const std::uint32_t operands = square ? 1 : 2,
                      blocks = std::max<std::uint32_t>(1, executor.properties().multiprocessors);
  // The product takes the place of the digits, and its sums that of the operands.
  const exec::buffer<complex<double>> points(executor, operands * matrix), product(executor, matrix);
  auto* const tiles = reinterpret_cast<kernels::signed_word*>(product.data());
  auto* const sums = reinterpret_cast<kernels::tall_sum*>(points.data());
  auto* const segments = reinterpret_cast<kernels::tall_segment*>(sums + plan.shape.points / 2);
  const auto digit_bits = static_cast<std::uint32_t>(plan.digit_bits);
  const complex<double>* const roots = engine.twiddles().roots<double>(4 * column);
  const kernels::circle<double> circle = engine.twiddles().circle_roots<double>(plan.shape);

  executor.launch(kernels::tile_digits_arguments{
      .operands = {{passes.digits(wanted.a), passes.digits(wanted.b), {}}, {false, false, false}, {0, 1, 2}},
      .tiles = tiles,
      .width = row,
      .rows = column,
      .batch = operands});
  executor.launch(kernels::tall_columns_arguments{.tiles = tiles,
                                                  .points = points.data(),
                                                  .roots = roots,
                                                  .width = row,
                                                  .pitch = pitch,
                                                  .matrices = operands,
                                                  .blocks = blocks,
                                                  .column = plan.shape.column[0]});
  executor.launch(kernels::tall_rows_arguments{.a = points.data(),
                                               .b = square ? nullptr : points.data() + matrix,
                                               .product = product.data(),
                                               .circle_roots = circle,
                                               .roots = engine.twiddles().roots<double>(4 * row),
                                               .pitch = pitch,
                                               .rows = column,
                                               .blocks = blocks,
                                               .row = plan.shape.row});
  executor.launch(kernels::tall_sums_arguments{.points = product.data(),
                                               .sums = sums,
                                               .circle_roots = circle,
                                               .roots = roots,
                                               .scale = 1.0 / static_cast<double>(plan.shape.points),
                                               .verdicts = verdicts,
                                               .width = row,
                                               .pitch = pitch,
                                               .digit_bits = digit_bits,
                                               .blocks = blocks,
                                               .column = plan.shape.column[0]});
  executor.launch(kernels::tall_limbs_arguments{.sums = sums,
                                                .limbs = wanted.out.limbs,
                                                .segments = segments,
                                                .limb_count = wanted.out.count,
                                                .width = row,
                                                .digit_bits = digit_bits,
                                                .column = plan.shape.column[0]});
  kernels::tall_carries_arguments carries{.segments = segments,
                                          .limbs = wanted.out.limbs,
                                          .limb_count = wanted.out.count,
                                          .digit_bits = digit_bits,
                                          .chain = {},
                                          .sign = wanted.sign};
  const numbers::carry_chain chain(engine.chains(), carries.count(), 1);
  carries.chain = chain.get();
  executor.launch(carries);
}

}  // namespace gbi::products
