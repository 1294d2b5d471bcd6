/// \file
/// Greatest common divisors and inverses of batches.
#include <algorithm>

#include "kernels/batch/arguments.hpp"
#include "src/batch/pieces.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/operation_scope.hpp"

namespace gbi {

namespace {

/// Queues gcds of x and y, or inverses if `inverse` has limbs.
void run(const detail::batch& x, const detail::batch& y, const kernels::batch_target& gcd,
         const kernels::batch_target& inverse, limb* failed) {
  const bool inverts = inverse.limbs != nullptr;
  const std::size_t each = (inverts ? 4 : 2) * std::size_t{std::max(x.limbs(), y.limbs())};
  detail::in_pieces(
      *x.owner(), x.elements(), each, [&](std::uint32_t first, std::uint32_t count, limb* work) {
        x.executor().launch(kernels::batch_euclid_arguments{
            detail::from(x.span(), first), detail::from(y.span(), first), detail::from(gcd, first),
            detail::from(inverse, first), inverts ? failed + first : nullptr, work, count});
      });
}

}  // namespace

bigint_batch gcd(const bigint_batch& a, const bigint_batch& b) {
  const faults::operation_scope scope("gcd of batches", a, b);
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, "gcd");
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), std::max(x.bits(), y.bits()));
  run(x, y, result->target(), {}, nullptr);
  return detail::value_of(std::move(result));
}

bigint_batch invert(const bigint_batch& a, const bigint_batch& n) {
  const faults::operation_scope scope("inverse of a batch", a, n);
  const detail::batch &x = *detail::storage_of(a), &modulus = *detail::storage_of(n);
  detail::require_match(x, modulus, "inverse");
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), modulus.bits());
  const auto failed = std::make_shared<const exec::buffer<limb>>(x.executor(), x.size());
  run(x, modulus, {}, result->target(), failed->data());
  result->set_failed({failed, 1});
  return detail::value_of(std::move(result));
}

}  // namespace gbi
