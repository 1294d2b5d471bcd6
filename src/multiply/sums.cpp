#include "src/multiply/sums.hpp"

#include <algorithm>

#include "src/number/carry_chain.hpp"

namespace gbi::products {

namespace {

std::uint64_t width_of(const plan::fft_shape& shape) {
  return shape.points / static_cast<std::uint64_t>(shape.column[0]);
}

}  // namespace

bool has_sums(const plan::fft_plan& plan) {
  return plan.verified && plan.shape.column_passes > 0 && plan.digit_bits >= kernels::narrowest_sum_digit &&
         plan.digit_bits <= kernels::widest_sum_digit &&
         width_of(plan.shape) % kernels::columns_of_segment == 0;
}

void limbs_of_sums(detail::engine& engine, kernels::coefficient_sum* room, const plan::fft_plan& plan,
                   const kernels::limb_target& out, const kernels::sign_rule& sign) {
  const std::uint64_t points = plan.shape.points;
  const std::uint64_t segment_count = 2 * points / kernels::columns_of_segment;
  auto* const segments =
      reinterpret_cast<kernels::limb_segment*>(room + 2 * points / kernels::columns_of_sum);
  const auto digit_bits = static_cast<std::uint32_t>(plan.digit_bits);
  // The kernels write no more than the limb above all segments.
  const std::uint64_t count = std::min(out.count, segment_count * kernels::limbs_of_segment(digit_bits) + 1);
  if (count < out.count) engine.executor().clear(out.limbs + count, (out.count - count) * sizeof(limb));
  engine.executor().launch(kernels::sum_limbs_arguments{.sums = room,
                                                        .limbs = out.limbs,
                                                        .segments = segments,
                                                        .limb_count = count,
                                                        .width = width_of(plan.shape),
                                                        .digit_bits = digit_bits,
                                                        .column = plan.shape.column[0],
                                                        .tall = plan::has_tall_column(plan.shape)});
  kernels::segment_carries_arguments carries{.segments = segments,
                                             .limbs = out.limbs,
                                             .limb_count = count,
                                             .segment_count = segment_count,
                                             .digit_bits = digit_bits,
                                             .chain = {},
                                             .sign = sign};
  const numbers::carry_chain chain(engine.chains(), carries.count(), 1);
  carries.chain = chain.get();
  engine.executor().launch(carries);
}

}  // namespace gbi::products
