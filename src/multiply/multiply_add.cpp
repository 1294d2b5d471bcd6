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
    if (place == nullptr || place != detail::home_of(b_) || place != detail::home_of(c_)) return computed();
    const detail::short_view a = detail::short_words(a_), b = detail::short_words(b_),
                             c = detail::short_words(c_);
    const plan::word_limits& limits = place->limits();
    // The product and the sum are then in host words, too.
    if (a && b && c && how_ == algorithm::automatic && std::min(a.size, b.size) <= limits.product &&
        std::max(a.size + b.size, c.size) < limits.residence)
      return ground::is_checked(*place, a.size + b.size) ? checked_in_words(a, b, c) : computed();
    const detail::number& x = *detail::number_of(a_);
    const bool has_zeros =
        x.bound() == 0 || detail::number_of(b_)->bound() == 0 || detail::number_of(c_)->bound() == 0;
    return x.owner()->verifier().checks_all() && !has_zeros ? checked_on_device() : computed();
  }

 private:
  gpu_bigint product() const { return multiply(a_, b_, how_); }
  gpu_bigint computed() const { return subtracts_ ? c_ - product() : c_ + product(); }

  gpu_bigint checked_in_words(const detail::short_view& a, const detail::short_view& b,
                              const detail::short_view& c) const {
    const ground::word_check check("product and sum", std::max(a.size + b.size, c.size));
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
