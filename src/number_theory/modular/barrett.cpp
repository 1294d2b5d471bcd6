#include "src/number_theory/modular/barrett.hpp"

#include "gpu_bigint/division.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"

namespace gbi::number_theory {

barrett_reduction::barrett_reduction(const gpu_bigint& n) {
  constexpr std::uint64_t free_bits = 16;
  const scoped_context use(n.context());
  const std::uint64_t bits = n.bit_length();
  limbs_ = (bits + free_bits + limb_bits - 1) / limb_bits;
  scaled_ = n << static_cast<std::int64_t>(limbs_ * limb_bits - free_bits - bits);
  bound_ = scaled_ << 2;
  reciprocal_ = (gpu_bigint(1) << static_cast<std::int64_t>(2 * limbs_ * limb_bits)) / scaled_;
  // The numbers cache their sizes, so powers do not wait for them.
  for (const gpu_bigint* number : {&scaled_, &reciprocal_, &bound_}) static_cast<void>(number->bit_length());
  keep();
}

void barrett_reduction::keep() {
  detail::engine& engine = *detail::number_of(scaled_)->owner();
  const plan::planner planner = engine.planner();
  if (!planner.keeps_transforms(limbs_)) return;
  const kernels::limb_span x = detail::number_of(reciprocal_)->span(), v = detail::number_of(scaled_)->span();
  const std::uint64_t longest = limbs_ + 1;  // limbs of the upper part of t, and of the quotient
  const auto remainder = planner.residual(products::shape_of(products::residual{
      .a = {nullptr, longest, 0}, .b = v, .c = {nullptr, 0, 0}, .out = {nullptr, limbs_, 0}}));
  const auto shape = plan::product_shape::whole(longest, x.count);
  const plan::fft_plan transform = planner.fastest_transform(shape);
  if (!remainder || transform.shape.column_passes == 0) return;
  kept_ = std::make_unique<const products::kept_quotient>(
      engine, planner.in_pieces(shape, {transform, longest, 1}), *remainder, x, transform, v);
}

gpu_bigint barrett_reduction::loosely_reduced(const gpu_bigint& t) const {
  const std::uint64_t k = limbs_;
  if (t.limb_bound() < k) return t;
  const faults::operation_scope scope("remainder", t);
  const detail::number& number = *detail::number_of(t);
  const kernels::limb_span v = detail::number_of(scaled_)->span(), x = detail::number_of(reciprocal_)->span();
  detail::engine& engine = *number.owner();
  const kernels::limb_span upper{number.limbs() + (k - 1), number.bound() - (k - 1), 0};
  const exec::buffer<limb> quotient(engine.executor(), upper.count + x.count);
  auto result = detail::number::make_nonnegative(number.owner(), k);
  const products::product estimate{.a = upper, .b = x, .out = {quotient.data(), quotient.size(), 0}};
  const products::residual difference{.a = {quotient.data() + (k + 1), quotient.size() - (k + 1), 0},
                                      .b = v,
                                      .c = number.span(),
                                      .out = {result->limbs(), k, 0}};
  if (kept_ && upper.count <= k + 1 && difference.a.count <= k + 1) {
    kept_->run(engine, estimate, difference);
  } else {
    products::run(engine, estimate);
    products::run_residual(engine, difference);
  }
  return detail::value_of(std::move(result));
}

}  // namespace gbi::number_theory
