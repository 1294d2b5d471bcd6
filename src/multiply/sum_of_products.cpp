#include "src/multiply/sum_of_products.hpp"

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"

namespace gbi::products {

void run_sum(detail::engine& engine, const sum_of_products& wanted) {
  const std::uint64_t limbs = wanted.out.count, all = limbs * wanted.batch;
  const exec::buffer<limb> memory(engine.executor(), all);
  const auto multiply = [&](kernels::limb_span x, kernels::limb_span y, limb* out) {
    run(engine, {.a = x, .b = y, .out = {out, limbs, limbs}, .batch = wanted.batch}, {.fits = true});
  };
  multiply(wanted.c, wanted.d, memory.data());
  const auto compute = [&] {
    multiply(wanted.a, wanted.b, wanted.out.limbs);
    // No carry leaves a problem, so all of them are one sum. As a batch, each would take a block.
    numbers::queue_sum(engine, {wanted.out.limbs, all, all}, {memory.data(), all, all},
                       {wanted.out.limbs, all, all}, {}, 1);
  };
  const auto right = [&] {
    return operation::relation{.a = wanted.a,
                               .b = wanted.b,
                               .sum = {wanted.out.limbs, limbs, limbs},
                               .rest = {memory.data(), limbs, limbs},
                               .batch = wanted.batch};
  };
  operation::queue(engine, right, compute);
}

}  // namespace gbi::products
