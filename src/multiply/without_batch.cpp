// In a program that links gpu_bigint::core without gpu_bigint::batch, no warp multiplies short numbers, and a
// block does. The definitions of gpu_bigint::batch replace these.
#include <stdexcept>

#include "src/multiply/convolution.hpp"
#include "src/plan/planner.hpp"

namespace gbi {

[[gnu::weak]] bool plan::is_by_warps(const product_shape& /*shape*/, const batch_tuning& /*limits*/) {
  return false;
}

[[gnu::weak]] void products::compute(detail::engine& /*engine*/, const product& /*wanted*/,
                                     const plan::routes::by_warps& /*route*/) {
  throw std::logic_error("product by warps: the program is linked without gpu_bigint::batch");
}

}  // namespace gbi
