#include "src/batch/product_reduction.hpp"

#include "kernels/batch/arguments.hpp"
#include "src/arithmetic/reciprocal.hpp"
#include "src/batch/pieces.hpp"
#include "src/batch/product.hpp"

namespace gbi::detail {

namespace {

/// Numbers of `count` limbs in memory of this executor, interleaved.
kernels::batch_target interleaved(limb* limbs, std::uint32_t count, std::uint64_t elements) {
  return {limbs, count, elements, 1, ~limb{0}};
}
kernels::batch_span reading(const kernels::batch_target& x) {
  return {x.limbs, x.count, x.limb_stride, x.element_stride};
}

}  // namespace

product_reduction::product_reduction(const batch& values, bool shared)
    : engine_(values.owner().get()), limbs_(values.limbs()), size_(values.size()), shared_(shared) {
  exec::executor& executor = values.executor();
  memory_.make([&](buffers& made) {
    made = {{executor, limbs_ * size_}, {executor, size_}, {executor, (limbs_ + 1) * size_}};
    // Newton's iteration takes up to about eight times the memory of the moduli.
    in_pieces(*engine_, values.elements(), 8 * std::size_t{limbs_},
              [&](std::uint32_t first, std::uint32_t count, limb* memory) {
                const kernels::batch_target aligned =
                                                from(interleaved(made.aligned.data(), limbs_, size_), first),
                                            normalised{memory, limbs_, 1, limbs_, ~limb{0}};
                executor.launch(kernels::batch_align_arguments{from(values.span(), first), aligned,
                                                               normalised, made.sums.data() + first, count});
                const std::uint32_t precision = limbs_ + 1;
                const exec::buffer<limb> found =
                    arithmetic::reciprocals(*engine_, {memory, limbs_, limbs_}, count, precision);
                executor.launch(kernels::batch_reciprocal_arguments{
                    {found.data(), precision + 1, 1, std::uint64_t{precision} + 1},
                    reading(aligned),
                    from(interleaved(made.reciprocals.data(), limbs_ + 1, size_), first),
                    count});
              });
  });
}

void product_reduction::multiply(const kernels::batch_span& a, const kernels::batch_span& b, bool square,
                                 const kernels::batch_span& modulus, const kernels::batch_target& out,
                                 std::uint32_t elements) const {
  exec::executor& executor = engine_->executor();
  const buffers& with = memory_.read();
  const std::uint32_t k = limbs_;
  const std::uint64_t step = shared_ ? 0 : 1;
  // A product of 2 k limbs, a quotient of k limbs, and one limb.
  in_pieces(
      *engine_, elements, 3 * std::size_t{k} + 1,
      [&](std::uint32_t first, std::uint32_t count, limb* memory) {
        const auto moduli = [&](const exec::buffer<limb>& limbs, std::uint32_t limbs_of_each) {
          return from(kernels::batch_span{limbs.data(), limbs_of_each, size_, step}, first);
        };
        const kernels::batch_span aligned = moduli(with.aligned, k),
                                  reciprocal = moduli(with.reciprocals, k + 1),
                                  fraction = moduli(with.reciprocals, k);
        const std::size_t half = std::size_t{k} * count;
        const kernels::batch_target product = interleaved(memory, 2 * k, count),
                                    upper = interleaved(memory + half, k, count),
                                    quotient = interleaved(memory + 2 * half, k, count);
        limb* const difference = memory + 3 * half;

        queue_product(*engine_, {from(a, first), from(b, first), square, product, 0, count});
        queue_product(*engine_, {reading(upper), fraction, false, quotient, k, count});
        executor.launch(kernels::batch_estimate_arguments{
            reading(upper), reciprocal, with.sums.data() + first * step, step, quotient, difference, count});
        // The upper half of the product is not needed any more.
        queue_product(*engine_, {reading(quotient), aligned, false, upper, 0, count});
        executor.launch(kernels::batch_reduce_arguments{{memory, k, count, 1},
                                                        reading(upper),
                                                        aligned,
                                                        from(modulus, first),
                                                        difference,
                                                        from(out, first),
                                                        count});
      });
}

}  // namespace gbi::detail
