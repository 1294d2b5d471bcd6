/// \file
/// Products of batches.
#include <algorithm>

#include "src/batch/storage.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi {

bigint_batch bigint_batch::times(const bigint_batch& b, std::size_t first_limb, std::size_t bits) const {
  const detail::batch &x = *storage_, &y = *b.storage_;
  detail::require_match(x, y, "product");
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), bits);
  if (x.size() > 0)
    x.executor().launch(kernels::batch_product_arguments{
        x.span(), y.span(), result->target(), static_cast<std::uint32_t>(first_limb), x.elements(),
        plan::choose_team(std::max(x.limbs(), y.limbs()), x.size())});
  return bigint_batch(std::move(result));
}

bigint_batch mul_full(const bigint_batch& a, const bigint_batch& b) {
  const std::size_t bits = a.bits() + b.bits();
  constexpr std::size_t widest = std::size_t{plan::longest_batch_limbs} * limb_bits;
  if (bits > widest)
    throw std::length_error("full product of batches of " + std::to_string(a.bits()) + " and " +
                            std::to_string(b.bits()) + " bits: wider than " + std::to_string(widest));
  return a.times(b, 0, bits);
}

bigint_batch mul_high(const bigint_batch& a, const bigint_batch& b) {
  if (a.bits() % limb_bits != 0)
    throw std::invalid_argument("high half of a product of batches of " + std::to_string(a.bits()) + " and " +
                                std::to_string(b.bits()) + " bits: the first width is no multiple of 64");
  return a.times(b, a.bits() / limb_bits, b.bits());
}

bigint_batch square(const bigint_batch& a) {
  return mul_full(a, a);
}

}  // namespace gbi
