#include "src/multiply/sum_of_products.hpp"

#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"

namespace gbi::products {

void run_sum(detail::engine& engine, const sum_of_products& wanted) {
  const std::uint64_t limbs = wanted.out.count, all = limbs * wanted.batch;
  const exec::buffer<limb> memory(engine.executor(), all);
  const auto multiply = [&](kernels::limb_span x, kernels::limb_span y, limb* out, std::uint64_t raised) {
    run(engine, {.a = x, .b = y, .out = {out + raised, limbs - raised, limbs}, .batch = wanted.batch},
        {.fits = true});
  };
  multiply(wanted.c, wanted.d, memory.data(), 0);
  const auto compute = [&] {
    if (wanted.raised > 0)  // zeros below the product
      engine.executor().launch(kernels::shift_arguments{{wanted.out.limbs, 0, limbs},
                                                        {wanted.out.limbs, wanted.raised, limbs},
                                                        0,
                                                        nullptr,
                                                        nullptr,
                                                        wanted.batch});
    multiply(wanted.a, wanted.b, wanted.out.limbs, wanted.raised);
    // No carry leaves a problem, so all of them are one sum. As a batch, each would take a block.
    numbers::queue_sum(engine, {wanted.out.limbs, all, all}, {memory.data(), all, all},
                       {wanted.out.limbs, all, all}, {}, 1);
  };
  const auto right = [&] {
    return operation::relation{.a = wanted.a,
                               .b = wanted.b,
                               .sum = {wanted.out.limbs, limbs, limbs},
                               .rest = {memory.data(), limbs, limbs},
                               .twos = wanted.raised * limb_bits,
                               .batch = wanted.batch};
  };
  operation::queue(engine, right, compute);
}

}  // namespace gbi::products
