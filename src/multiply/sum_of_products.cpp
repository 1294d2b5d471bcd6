#include "src/multiply/sum_of_products.hpp"

#include <algorithm>

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"

namespace gbi::products {

void run_sum(detail::engine& engine, const sum_of_products& wanted) {
  const std::uint64_t limbs = std::min<std::uint64_t>(wanted.out.count, wanted.c.count + wanted.d.count);
  const exec::buffer<limb> memory(engine.executor(), limbs * wanted.batch);
  const kernels::limb_span rest{memory.data(), limbs, limbs},
      sum{wanted.out.limbs, wanted.out.count, wanted.out.stride};
  const auto multiply = [&](kernels::limb_span x, kernels::limb_span y, kernels::limb_target out) {
    run(engine, {.a = x, .b = y, .out = out, .batch = wanted.batch}, {.fits = true});
  };
  multiply(wanted.c, wanted.d, {memory.data(), limbs, limbs});
  const auto compute = [&] {
    multiply(wanted.a, wanted.b, wanted.out);
    numbers::queue_sum(engine, sum, rest, wanted.out, {}, wanted.batch);
  };
  const auto right = [&] {
    return operation::relation{.a = wanted.a, .b = wanted.b, .sum = sum, .rest = rest, .batch = wanted.batch};
  };
  operation::queue(engine, right, compute);
}

}  // namespace gbi::products
