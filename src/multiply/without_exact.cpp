// A program that links gpu_bigint::core without gpu_bigint::exact has no exact transforms. Nothing plans them
// then, and a request for them is refused. The definitions of gpu_bigint::exact replace these.
#include <stdexcept>

#include "src/multiply/exact.hpp"
#include "src/plan/exact_plan.hpp"

namespace gbi {

[[gnu::weak]] std::optional<plan::fft_shape> plan::find_exact(const product_shape& /*wanted*/) {
  return std::nullopt;
}

[[gnu::weak]] plan::fft_shape plan::choose_exact(const product_shape& wanted) {
  throw std::invalid_argument("exact " + wanted.name() + ": the program is linked without gpu_bigint::exact");
}

[[gnu::weak]] void products::compute(detail::engine& /*engine*/, const product& /*wanted*/,
                                     const plan::routes::by_integers& /*route*/) {
  throw std::logic_error("exact product: the program is linked without gpu_bigint::exact");
}

}  // namespace gbi
