/// \file
/// Quotients and remainders of batches.
#include <algorithm>

#include "kernels/batch/arguments.hpp"
#include "src/batch/batch_check.hpp"
#include "src/batch/storage.hpp"

namespace gbi {

batch_quotient div_rem(const bigint_batch& a, const bigint_batch& b) {
  constexpr const char* name = "quotient of batches";
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, "division");
  const auto plain = [&] {
    auto quotient = std::make_shared<detail::batch>(x.owner(), x.size(), x.bits());
    auto remainder = std::make_shared<detail::batch>(x.owner(), x.size(), y.bits());
    exec::executor& executor = x.executor();
    const auto failed = std::make_shared<const exec::buffer<limb>>(executor, x.size());
    quotient->set_failed({failed, 1});
    remainder->set_failed({failed, 1});
    if (x.size() > 0) {
      const std::size_t each = x.limbs() + y.limbs() + std::size_t{1};
      const std::size_t affordable = x.owner()->tuning().workspace_bytes / (each * sizeof(limb));
      const std::size_t at_once = std::clamp<std::size_t>(affordable, 1, x.size());
      const exec::buffer<limb> scaled(executor, at_once * each);
      for (std::size_t first = 0; first < x.size(); first += at_once) {
        kernels::batch_divide_arguments piece{
            x.span(),
            y.span(),
            quotient->target(),
            remainder->target(),
            scaled.data(),
            failed->data() + first,
            static_cast<std::uint32_t>(std::min(at_once, x.size() - first))};
        piece.a.limbs += first;
        piece.b.limbs += first;
        piece.quotient.limbs += first;
        piece.remainder.limbs += first;
        executor.launch(piece);
      }
    }
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
