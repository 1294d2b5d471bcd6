/// \file
/// Sums, shifts, comparisons of batches, and operations on their bits.
#include <algorithm>

#include "kernels/batch/arguments.hpp"
#include "src/batch/batch_check.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

/// A result as wide as a, from one launch.
/// \param operation, name  in messages: about the sizes, and about everything else
/// \param arguments_for takes both operands and the target
template <class Arguments>
bigint_batch pairwise(const char* operation, const char* name, const bigint_batch& a, const bigint_batch& b,
                      const Arguments& arguments_for) {
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, operation);
  const auto plain = [&] {
    auto result = std::make_shared<detail::batch>(x.owner(), x.size(), x.bits());
    if (x.size() > 0) x.executor().launch(arguments_for(x.span(), y.span(), result->target()));
    return detail::value_of(std::move(result));
  };
  const auto checked = [&] {
    // The inverse operation, if there is one, would not detect bits above the width.
    return detail::computed_and_checked(
        name, a,
        [&] {
          return [again = plain()](const bigint_batch& found) { return detail::are_equal(found, again); };
        },
        plain);
  };
  return detail::compose(name, plain, checked, a, b);
}

}  // namespace

bigint_batch bigint_batch::plus(const bigint_batch& b, bool subtract) const {
  return pairwise(
      subtract ? "difference" : "sum", subtract ? "difference of batches" : "sum of batches", *this, b,
      [&](const auto& x, const auto& y, const auto& target) {
        return kernels::batch_add_arguments{x, y, target, static_cast<std::uint32_t>(size()), subtract};
      });
}

bigint_batch bigint_batch::combined(const bigint_batch& b, unsigned table) const {
  return pairwise("bitwise operation", "bitwise operation on batches", *this, b,
                  [&](const auto& x, const auto& y, const auto& target) {
                    return kernels::batch_bitwise_arguments{static_cast<kernels::bit_function>(table), x, y,
                                                            target, static_cast<std::uint32_t>(size())};
                  });
}

bigint_batch bigint_batch::shifted(std::int64_t bits, bool left) const {
  const faults::operation_scope scope("shift of a batch", *this, bits);
  const detail::batch& x = *detail::storage_of(*this);
  if (bits < 0) throw std::invalid_argument(concat("shift of a batch of ", x.bits(), " bits by ", bits));
  const std::int64_t most = std::min(bits, static_cast<std::int64_t>(x.limbs()) * limb_bits);
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), x.bits());
  if (x.size() > 0)
    x.executor().launch(
        kernels::batch_shift_arguments{x.span(), result->target(), x.elements(), left ? -most : most});
  return detail::value_of(std::move(result));
}

std::vector<signed char> compare(const bigint_batch& a, const bigint_batch& b) {
  const faults::operation_scope scope("comparison of batches", a, b);
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, "comparison");
  std::vector<signed char> result(x.size());
  if (result.empty()) return result;
  const exec::buffer<signed char> order(x.executor(), x.size());
  x.executor().launch(
      kernels::batch_compare_arguments{x.span(), y.span(), x.elements(), order.data(), -1, 0, 1});
  x.executor().download(result.data(), order.data(), result.size());
  return result;
}

}  // namespace gbi
