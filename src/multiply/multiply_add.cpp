/// \file
/// Products added to or subtracted from numbers.
#include <algorithm>
#include <utility>

#include "gpu_bigint/arithmetic.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/host_words.hpp"
#include "src/ground/number.hpp"
#include "src/ground/relation.hpp"
#include "src/ground/sum.hpp"
#include "src/ground/word_check.hpp"
#include "src/multiply/multiply.hpp"
#include "src/tables/verifier.hpp"

namespace gbi {

namespace {

/// c + a b, or c - a b.
///
/// With verification::all the final result is checked against the operands. Checks of the product and of the
/// sum alone would miss a change of the product between them.
class product_and_sum {
 public:
  product_and_sum(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how, bool subtract)
      : c_(c), a_(a), b_(b), how_(how), subtracts_(subtract) {}

  gpu_bigint value() const {
    const detail::home* const place = detail::home_of(a_);
    if (place == nullptr || place != detail::home_of(b_) || place != detail::home_of(c_) ||
        !place->checks_all() || tables::verifier::covered::by_a_check())
      return computed();
    const ground::short_operands factors(a_, b_, "product");
    const detail::short_view c = detail::short_words(c_);
    if (how_ == algorithm::automatic && c && products::are_for_words(factors) &&
        std::max(factors.a.size + factors.b.size, c.size) < place->limits().residence)
      return checked_in_words(factors.a, factors.b, c);
    return a_.limb_bound() == 0 || b_.limb_bound() == 0 || c_.limb_bound() == 0 ? computed()
                                                                                : checked_on_device();
  }

 private:
  gpu_bigint product() const { return multiply(a_, b_, how_); }
  gpu_bigint computed() const { return subtracts_ ? c_ - product() : c_ + product(); }

  gpu_bigint checked_in_words(const detail::short_view& a, const detail::short_view& b,
                              const detail::short_view& c) const {
    const std::size_t limbs = std::max(a.size + b.size, c.size);
    if (!ground::is_checked(*detail::home_of(a_), limbs)) return computed();
    const ground::word_check check("product and sum", limbs);
    const auto residue_of = [&](const detail::short_view& x, bool turned = false) {
      const limb magnitude = check.residue(x.limbs, x.size);
      return x.negative != turned && magnitude != 0 ? check.prime() - magnitude : magnitude;
    };
    const limb expected = check.multiply_add(residue_of(a, subtracts_), residue_of(b), residue_of(c));
    gpu_bigint result;
    check.repeat([&] {
      result = computed();
      return residue_of(detail::short_words(result)) == expected;
    });
    return result;
  }

  gpu_bigint checked_on_device() const {
    const exec::operation scope("product and sum", c_, a_, b_);
    const tables::verifier::covered here;
    const detail::number &x = *detail::number_of(a_), &y = *detail::number_of(b_),
                         &z = *detail::number_of(c_);
    gpu_bigint xy = product();
    auto result = ground::room_for_sum(z, *detail::number_of(xy), subtracts_, x.bound() + y.bound());
    const kernels::limb_span sum{result->limbs(), result->target().count, 0};
    // x y + z = sum, or x y + sum = z
    ground::relation right{.a = x.span(),
                           .b = y.span(),
                           .sum = sum,
                           .rest = z.span(),
                           .signs = {x.sign_word(), y.sign_word(), result->sign_word(), z.sign_word()}};
    if (subtracts_) {
      std::swap(right.sum, right.rest);
      std::swap(right.signs[2], right.signs[3]);
    }
    bool is_repeated = false;
    ground::run_checked_alone(*x.owner(), right, [&] {
      if (std::exchange(is_repeated, true)) xy = product();
      ground::queue_sum(*result, z, *detail::number_of(xy), subtracts_);
    });
    return detail::value_of(std::move(result));
  }

  const gpu_bigint &c_, &a_, &b_;
  const algorithm how_;
  const bool subtracts_;
};

}  // namespace

gpu_bigint multiply_add(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  return product_and_sum(c, a, b, how, false).value();
}

gpu_bigint multiply_subtract(const gpu_bigint& c, const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  return product_and_sum(c, a, b, how, true).value();
}

}  // namespace gbi
