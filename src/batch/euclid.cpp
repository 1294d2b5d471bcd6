/// \file
/// Greatest common divisors and inverses of batches.
#include <algorithm>

#include "kernels/batch/arguments.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/operation_scope.hpp"

namespace gbi {

namespace {

/// Runs as many elements at a time as fit in the workspace.
void run(const detail::batch& x, const detail::batch& y, detail::batch* gcd, detail::batch* inverse,
         limb* failed) {
  if (x.size() == 0) return;
  exec::executor& executor = x.executor();
  const std::size_t each = (inverse != nullptr ? 4 : 2) * std::size_t{std::max(x.limbs(), y.limbs())};
  const std::size_t affordable = x.owner()->tuning().workspace_bytes / (each * sizeof(limb));
  const std::size_t at_once = std::clamp<std::size_t>(affordable, 1, x.size());
  const exec::buffer<limb> work(executor, at_once * each);
  for (std::size_t first = 0; first < x.size(); first += at_once) {
    kernels::batch_euclid_arguments piece{};
    piece.a = x.span();
    piece.b = y.span();
    piece.a.limbs += first;
    piece.b.limbs += first;
    if (gcd != nullptr) {
      piece.gcd = gcd->target();
      piece.gcd.limbs += first;
    }
    if (inverse != nullptr) {
      piece.inverse = inverse->target();
      piece.inverse.limbs += first;
      piece.failed = failed + first;
    }
    piece.work = work.data();
    piece.elements = static_cast<std::uint32_t>(std::min(at_once, x.size() - first));
    executor.launch(piece);
  }
}

}  // namespace

bigint_batch gcd(const bigint_batch& a, const bigint_batch& b) {
  const faults::operation_scope scope("gcd of batches", a, b);
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, "gcd");
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), std::max(x.bits(), y.bits()));
  run(x, y, result.get(), nullptr, nullptr);
  return detail::value_of(std::move(result));
}

bigint_batch invert(const bigint_batch& a, const bigint_batch& n) {
  const faults::operation_scope scope("inverse of a batch", a, n);
  const detail::batch &x = *detail::storage_of(a), &modulus = *detail::storage_of(n);
  detail::require_match(x, modulus, "inverse");
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), modulus.bits());
  const auto failed = std::make_shared<const exec::buffer<limb>>(x.executor(), x.size());
  run(x, modulus, nullptr, result.get(), failed->data());
  result->set_failed({failed, 1});
  return detail::value_of(std::move(result));
}

}  // namespace gbi
