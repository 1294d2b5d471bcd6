/// \file
/// Products added to or subtracted from numbers.
#include <algorithm>
#include <tuple>
#include <utility>

#include "gpu_bigint/arithmetic.hpp"
#include "src/multiply/multiply.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number/sum.hpp"
#include "src/operation/perform.hpp"

namespace gbi {

namespace {

/// c + a b, or c - a b. It has one relation, because relations of the product and of the sum would miss a
/// change of the product between them.
struct product_and_sum {
  const gpu_bigint &c, &a, &b;
  algorithm how;
  bool subtract;

  static constexpr const char* name() { return "product and sum"; }
  auto operands() const { return std::tie(c, a, b); }
  gpu_bigint product() const { return multiply(a, b, how); }

  /// Also true if an operand is zero or in another context, which the product or the sum then refuses.
  bool fits_words() const {
    const detail::context_core* const place = detail::core_of(a);
    if (place == nullptr || place != detail::core_of(b) || place != detail::core_of(c)) return true;
    if (a.limb_bound() == 0 || b.limb_bound() == 0 || c.limb_bound() == 0) return true;
    const numbers::short_operands factors(a, b, "product");
    const detail::short_view addend = detail::short_words(c);
    return how == algorithm::automatic && addend && products::are_for_words(factors) &&
           std::max(factors.a.size + factors.b.size, addend.size) < place->limits().residence;
  }
  gpu_bigint in_words() const { return subtract ? c - product() : c + product(); }

  class launches {
   public:
    launches(const product_and_sum& wanted, bool /*checked*/)
        : wanted_(wanted),
          x_(*detail::number_of(wanted.a)),
          y_(*detail::number_of(wanted.b)),
          z_(*detail::number_of(wanted.c)),
          product_(wanted.product()),
          // A repeated product may have another bound.
          result_(numbers::room_for_sum(z_, *detail::number_of(product_), wanted.subtract,
                                        x_.bound() + y_.bound())) {}
    void queue() {
      if (std::exchange(is_repeated_, true)) product_ = wanted_.product();
      numbers::queue_sum(*result_, z_, *detail::number_of(product_), wanted_.subtract);
    }
    operation::relation states() const {
      operation::relation right{
          .a = x_.span(),
          .b = y_.span(),
          .sum = result_->written(),
          .rest = z_.span(),
          .signs = {x_.sign_word(), y_.sign_word(), result_->sign_word(), z_.sign_word()}};
      if (wanted_.subtract) {  // a b + result = c
        std::swap(right.sum, right.rest);
        std::swap(right.signs[2], right.signs[3]);
      }
      return right;
    }
    gpu_bigint value() { return detail::value_of(std::move(result_)); }

   private:
    const product_and_sum& wanted_;
    const detail::number &x_, &y_, &z_;
    gpu_bigint product_;
    detail::new_number result_;
    bool is_repeated_ = false;
  };
};

}  // namespace

gpu_bigint multiply_add(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  return operation::perform(product_and_sum{c, a, b, how, false});
}

gpu_bigint multiply_subtract(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  return operation::perform(product_and_sum{c, a, b, how, true});
}

}  // namespace gbi
