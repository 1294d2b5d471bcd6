/// \file
/// Sums and differences of signed numbers, comparison.
#include <algorithm>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/arithmetic/chain.hpp"
#include "src/arithmetic/operands.hpp"

namespace gbi {

namespace {

/// A word that says how |a| and |b| compare (compare_arguments), without waiting.
exec::buffer<limb> compare_magnitudes(const detail::number& a, const detail::number& b) {
  auto order = exec::cleared<limb>(a.executor(), 1);
  a.executor().launch(kernels::compare_arguments{a.span(), b.span(), order.data()});
  return order;
}

}  // namespace

gpu_bigint gpu_bigint::plus(const gpu_bigint& b, bool subtract) const {
  if (!b.number_) return *this;
  if (!number_) return subtract ? -b : b;
  const detail::number& x = *number_;
  const detail::number& y = *b.number_;
  detail::require_same_context(x, y, subtract ? "difference" : "sum");

  const auto sign_x = x.known_negative(), sign_y = y.known_negative();
  const bool signs_known = sign_x && sign_y;
  const bool magnitudes_add = signs_known && (*sign_x != *sign_y) == subtract;

  auto result = std::make_shared<detail::number>(
      x.owner(), std::max(x.bound(), y.bound()) + (signs_known && !magnitudes_add ? 0 : 1));
  const arithmetic::carry_chain chain(x.owner()->chains(), result->bound(), 1);
  exec::buffer<limb> order;
  if (!magnitudes_add) order = compare_magnitudes(x, y);
  x.executor().launch(kernels::add_arguments{x.span(),
                                             y.span(),
                                             result->target(),
                                             {.subtract = subtract,
                                              .sign_a = x.sign_word(),
                                              .sign_b = y.sign_word(),
                                              .order = order.data(),
                                              .sign_result = result->sign_word(),
                                              .carry_if = nullptr,
                                              .and_if = nullptr},
                                             chain.get()},
                      1);
  if (magnitudes_add) result->know_negative(*sign_x);
  return gpu_bigint(std::move(result));
}

int gpu_bigint::compare(const gpu_bigint& b) const {
  const int sign_a = sign(), sign_b = b.sign();
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  if (sign_a == 0) return 0;
  detail::require_same_context(*number_, *b.number_, "comparison");
  const auto order = compare_magnitudes(*number_, *b.number_);
  limb word = 0;
  number_->executor().download(&word, order.data(), sizeof word);
  if (word == 0) return 0;
  return (word % 2 == 1) == (sign_a > 0) ? 1 : -1;
}

}  // namespace gbi
