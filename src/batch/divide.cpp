/// \file
/// Quotients and remainders of batches.
#include "src/batch/divide.hpp"

#include "src/batch/batch_check.hpp"
#include "src/batch/pieces.hpp"
#include "src/batch/storage.hpp"

namespace gbi {

void detail::queue_division(engine& engine, const kernels::batch_divide_arguments& whole) {
  const std::size_t each = whole.a.count + whole.b.count + std::size_t{1};
  in_pieces(engine, whole.elements, each, [&](std::uint32_t first, std::uint32_t count, limb* scaled) {
    engine.executor().launch(kernels::batch_divide_arguments{
        from(whole.a, first), from(whole.b, first), from(whole.quotient, first), from(whole.remainder, first),
        scaled, whole.failed + first, count});
  });
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
