/// \file
/// Products of batches, by teams of threads, by a warp on tensor cores or by a transform inside one block for
/// each element.
#include "src/batch/product.hpp"

#include <algorithm>
#include <utility>

#include "src/batch/batch_check.hpp"
#include "src/batch/storage.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/plan/batch_plan.hpp"
#include "src/plan/planner.hpp"
#include "src/process/concat.hpp"

namespace gbi {

void detail::queue_product(engine& engine, batch_product wanted, algorithm how) {
  auto& [a, b, square, out, first, elements] = wanted;
  const plan::batch_product_plan plan =
      engine.planner().batch_product({a.count, b.count, first + out.count, elements}, how);
  // Higher limbs of the operands do not matter.
  a.count = std::min(a.count, first + out.count);
  b.count = std::min(b.count, first + out.count);
  if (plan.team.order == kernels::product_order::threads && a.count < b.count) std::swap(a, b);
  if (plan.how != algorithm::fft)
    return engine.executor().launch(
        kernels::batch_product_arguments{a, b, out, first, elements, plan.team.order, plan.team.shape});
  const products::right_angle_passes passes(engine, plan.fft);
  passes.multiply_in_block(a, b, square, out, first, elements);
}

bigint_batch bigint_batch::times(const bigint_batch& b, std::size_t first_limb, std::size_t bits,
                                 algorithm how) const {
  constexpr const char* name = "product of batches";
  const detail::batch &x = *detail::storage_of(*this), &y = *detail::storage_of(b);
  detail::require_match(x, y, "product");
  const auto plain = [&] {
    auto result = std::make_shared<detail::batch>(x.owner(), x.size(), bits);
    if (x.size() > 0)
      detail::queue_product(*x.owner(),
                            {x.span(), y.span(), &x == &y, result->target(),
                             static_cast<std::uint32_t>(first_limb), x.elements()},
                            how);
    return detail::value_of(std::move(result));
  };
  const auto checked = [&] {
    if (x.bits() + y.bits() > plan::longest_batch_bits) return plain();
    const bigint_batch whole = detail::computed_and_checked(
        name, *this,
        [&] {
          const detail::batch_checksums by(*this);
          const bigint_batch expected = by.product(by.of(*this), by.of(b));
          return
              [by, expected](const bigint_batch& found) { return detail::are_equal(by.of(found), expected); };
        },
        [&] { return times(b, 0, x.bits() + y.bits(), how); });
    return (first_limb > 0 ? whole >> static_cast<std::int64_t>(first_limb * limb_bits) : whole)
        .resized(bits);
  };
  return detail::compose(name, plain, checked, *this, b);
}

bigint_batch mul_full(const bigint_batch& a, const bigint_batch& b, algorithm how) {
  const std::size_t bits = a.bits() + b.bits();
  if (bits > plan::longest_batch_bits)
    throw std::length_error(concat("full product of batches of ", a.bits(), " and ", b.bits(),
                                   " bits: wider than ", plan::longest_batch_bits));
  return a.times(b, 0, bits, how);
}

bigint_batch mul_low(const bigint_batch& a, const bigint_batch& b, algorithm how) {
  return a.times(b, 0, a.bits(), how);
}

bigint_batch mul_high(const bigint_batch& a, const bigint_batch& b, algorithm how) {
  if (a.bits() % limb_bits != 0)
    throw std::invalid_argument(concat("high half of a product of batches of ", a.bits(), " and ", b.bits(),
                                       " bits: the first width is no multiple of 64"));
  return a.times(b, a.bits() / limb_bits, b.bits(), how);
}

bigint_batch square(const bigint_batch& a, algorithm how) {
  return mul_full(a, a, how);
}

}  // namespace gbi
