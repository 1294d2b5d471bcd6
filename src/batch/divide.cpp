/// \file
/// Quotients and remainders of batches.
#include "src/batch/divide.hpp"

#include <algorithm>

#include "src/batch/batch_check.hpp"
#include "src/batch/storage.hpp"

namespace gbi {

void detail::queue_division(engine& engine, const kernels::batch_divide_arguments& whole) {
  if (whole.elements == 0) return;
  const std::size_t each = whole.a.count + whole.b.count + std::size_t{1};
  const std::size_t affordable = engine.tuning().workspace_bytes / (each * sizeof(limb));
  const auto at_once = static_cast<std::uint32_t>(std::clamp<std::size_t>(affordable, 1, whole.elements));
  const exec::buffer<limb> scaled(engine.executor(), at_once * each);
  for (std::uint32_t first = 0; first < whole.elements; first += at_once) {
    kernels::batch_divide_arguments part = whole;
    part.a.limbs += first * whole.a.element_stride;
    part.b.limbs += first * whole.b.element_stride;
    part.quotient.limbs += first * whole.quotient.element_stride;
    part.remainder.limbs += first * whole.remainder.element_stride;
    part.scaled = scaled.data();
    part.failed += first;
    part.elements = std::min(at_once, whole.elements - first);
    engine.executor().launch(part);
  }
}

batch_quotient div_rem(const bigint_batch& a, const bigint_batch& b) {
  constexpr const char* name = "quotient of batches";
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, "division");
  const auto plain = [&] {
    auto quotient = std::make_shared<detail::batch>(x.owner(), x.size(), x.bits());
    auto remainder = std::make_shared<detail::batch>(x.owner(), x.size(), y.bits());
    const auto failed = std::make_shared<const exec::buffer<limb>>(x.executor(), x.size());
    quotient->set_failed({failed, 1});
    remainder->set_failed({failed, 1});
    detail::queue_division(*x.owner(), {x.span(), y.span(), quotient->target(), remainder->target(), nullptr,
                                        failed->data(), x.elements()});
    return batch_quotient{detail::value_of(std::move(quotient)), detail::value_of(std::move(remainder))};
  };
  const auto checked = [&] {
    return detail::computed_and_checked(
        name, a,
        [&] {
          const detail::batch_checksums by(a);
          return [&b, by, of_a = by.of(a), of_b = by.of(b)](const batch_quotient& found) {
            return detail::is_quotient(found, b, by, of_a, of_b);
          };
        },
        plain);
  };
  return detail::compose(name, plain, checked, a, b);
}

}  // namespace gbi
