/// \file
/// Products of a batch side by side, each by a warp. Their kernels are those of gpu_bigint::batch.
#include "kernels/modular/arguments.hpp"
#include "src/multiply/convolution.hpp"
#include "src/plan/planner.hpp"

namespace gbi {

bool plan::is_by_warps(const product_shape& shape, const batch_tuning& limits) {
  // A single product may have a sign, which warps do not write.
  return shape.batch > 1 && shape.batch >= limits.byte_rows && shape.longer() <= longest_byte_limbs &&
         shape.out <= 2 * shape.longer();
}

void products::compute(detail::engine& engine, const product& wanted, const plan::routes::by_warps& route) {
  const auto rows_of = [](const kernels::limb_span& x) {
    return kernels::batch_span{x.limbs, static_cast<std::uint32_t>(x.count), 1, x.stride};
  };
  engine.executor().launch(kernels::batch_product_arguments{
      rows_of(wanted.a),
      rows_of(wanted.b),
      {wanted.out.limbs, static_cast<std::uint32_t>(wanted.out.count), 1, wanted.out.stride, ~limb{0}},
      0,
      wanted.batch,
      route.team.order,
      route.team.shape});
}

}  // namespace gbi
