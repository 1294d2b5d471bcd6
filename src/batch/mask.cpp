/// \file
/// Comparisons of batches, and operations on their truth values.
#include "gpu_bigint/batch_mask.hpp"

#include <algorithm>

#include "kernels/batch/arguments.hpp"
#include "src/batch/mask_storage.hpp"
#include "src/batch/storage.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

void require(bool matches, const std::string& operation, const detail::mask& mask, const std::string& with) {
  if (!matches)
    throw std::invalid_argument(
        concat(operation, " by a mask of ", mask.size(), " and ", with, ": sizes or contexts differ"));
}

/// A mask of `less`, `equal` or `greater`, according to how each element of a compares with its counterpart
/// in b.
batch_mask compared(const bigint_batch& a, const bigint_batch& b, signed char less, signed char equal,
                    signed char greater) {
  const faults::operation_scope scope("comparison of batches", a, b);
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  detail::require_match(x, y, "comparison");
  auto result = std::make_shared<detail::mask>(x.owner(), x.size());
  if (x.size() > 0)
    x.executor().launch(kernels::batch_compare_arguments{x.span(), y.span(), x.elements(), result->values(),
                                                         less, equal, greater});
  return detail::mask_of(std::move(result));
}

}  // namespace

batch_mask::batch_mask(const std::vector<bool>& values) {
  if (values.size() >= std::size_t{1} << 31)
    throw std::invalid_argument(concat("mask of ", values.size(), " elements: more than 2^31 - 1"));
  const auto result =
      std::make_shared<detail::mask>(detail::engine_of(gbi::context::current()), values.size());
  const std::vector<signed char> bytes(values.begin(), values.end());
  if (!bytes.empty()) result->executor().upload(result->values(), bytes.data(), bytes.size());
  state_ = result;
}

std::size_t batch_mask::size() const noexcept {
  return state_->size();
}
gbi::context batch_mask::context() const {
  return detail::context_of(state_->owner());
}

std::vector<bool> batch_mask::to_vector() const {
  const faults::operation_scope scope("truth values of a batch", size());
  std::vector<signed char> bytes(size());
  if (!bytes.empty())
    state_->executor().download(bytes.data(), std::as_const(*state_).values(), bytes.size());
  return {bytes.begin(), bytes.end()};
}

batch_mask batch_mask::combined(const batch_mask& b, unsigned table) const {
  const faults::operation_scope scope("combination of truth values", size());
  const detail::mask &x = *state_, &y = *b.state_;
  require(x.size() == y.size() && x.owner() == y.owner(), "combination", x,
          concat("one of ", y.size(), " elements"));
  auto result = std::make_shared<detail::mask>(x.owner(), x.size());
  if (x.size() > 0)
    x.executor().launch(
        kernels::batch_mask_arguments{x.values(), y.values(), result->values(), x.elements(), table});
  return detail::mask_of(std::move(result));
}

batch_mask operator==(const bigint_batch& a, const bigint_batch& b) {
  return compared(a, b, 0, 1, 0);
}
batch_mask operator!=(const bigint_batch& a, const bigint_batch& b) {
  return compared(a, b, 1, 0, 1);
}
batch_mask operator<(const bigint_batch& a, const bigint_batch& b) {
  return compared(a, b, 1, 0, 0);
}
batch_mask operator<=(const bigint_batch& a, const bigint_batch& b) {
  return compared(a, b, 1, 1, 0);
}
batch_mask operator>(const bigint_batch& a, const bigint_batch& b) {
  return compared(a, b, 0, 0, 1);
}
batch_mask operator>=(const bigint_batch& a, const bigint_batch& b) {
  return compared(a, b, 0, 1, 1);
}

bigint_batch select(const batch_mask& mask, const bigint_batch& a, const bigint_batch& b) {
  const faults::operation_scope scope("choice from batches", a, b);
  const detail::batch &x = *detail::storage_of(a), &y = *detail::storage_of(b);
  const detail::mask& chosen = detail::state_of(mask);
  detail::require_match(x, y, "choice");
  require(chosen.size() == x.size() && chosen.owner() == x.owner(), "choice", chosen,
          concat("batches of ", x.size(), " x ", x.bits(), " bits"));
  auto result = std::make_shared<detail::batch>(x.owner(), x.size(), std::max(x.bits(), y.bits()));
  if (x.size() > 0)
    x.executor().launch(
        kernels::batch_select_arguments{x.span(), y.span(), result->target(), x.elements(), chosen.values()});
  return detail::value_of(std::move(result));
}

}  // namespace gbi
