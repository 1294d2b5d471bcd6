/// \file
/// Division of numbers in slabs: shared by the ranks, or by the first rank alone.
///
/// A quotient of s bits by a divisor b of n bits is found in steps of w bits, from the highest bits down,
/// with an approximation x of 2^(n + p) / b to p = w + 32 bits (newton.hpp). A step has a partial remainder r
/// < 2^w b:
///
///     q' = floor(floor(r / 2^(n - 32)) x / 2^(p + 32)),    r' = r - q' b.
///
/// As |x - 2^p v| <= 2, the product misses r / b by less than 2^-29, so q' is the quotient, or one more or
/// less, and the comparison of r' with 0 and b decides. One step costs products of w by w and w by n bits.
/// For s = n two steps are cheapest: with the reciprocal, 5/4 + 2 (1/2 + 3/4) = 3.75 products of n by n bits.
/// In general s/w is about sqrt(5 s / n).
///
/// A wrong quotient cannot leave. q and r are the only numbers with a = q b + r and 0 <= r < b. Every q' b is
/// a checked product, whatever x was; sums and shifts are not checked, therefore q b + r = a is tested modulo
/// a random prime of 61 bits after everything else, with the limbs that leave. The sign and the comparison
/// test the range.
#include "gpu_bigint/distributed_division.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "gpu_bigint/division.hpp"
#include "src/distribute/newton.hpp"
#include "src/distribute/on_first_rank.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace distribute {

namespace {

constexpr std::int64_t guard = 32;  ///< bits beyond those of a step

using results = distributed_quotient_remainder;

distributed_bigint zero_of(const device_group& on) {
  return distributed_bigint::from_limbs(on, {});
}

/// A positive divisor with its reciprocal.
struct prepared_divisor {
  distributed_bigint divisor;
  std::size_t step_bits;  ///< the longest step, a multiple of limb_bits
  newton_plan plan;
  std::size_t bits = divisor.bit_length();
  distributed_bigint inverse = reciprocal(divisor, step_bits + guard, plan);

  /// One step for 0 <= partial < 2^step_bits divisor. std::nullopt if something is wrong.
  std::optional<results> step(const distributed_bigint& partial) const {
    if (partial.bit_length() < bits) return results{zero_of(divisor.group()), partial};
    // Fewer bits of the reciprocal are enough for a shorter quotient.
    const auto count = static_cast<std::int64_t>(std::min(step_bits, partial.bit_length() - bits + 1));
    const auto below = static_cast<std::int64_t>(bits) - guard;
    results found;
    found.quotient =
        (scaled(partial, -below) * (inverse >> (static_cast<std::int64_t>(step_bits) - count))) >>
        (count + guard + guard);
    found.remainder = partial - found.quotient * divisor;
    for (int corrections = 0; corrections < 2; ++corrections) {
      if (found.remainder.sign() < 0) {
        found.remainder += divisor;
        found.quotient = found.quotient - 1;
      } else if (found.remainder >= divisor) {
        found.remainder -= divisor;
        found.quotient = found.quotient + 1;
      } else {
        return found;
      }
    }
    return std::nullopt;
  }

  /// For a numerator that is at least as long as the divisor. std::nullopt if something is wrong.
  std::optional<results> divide(const distributed_bigint& a) const {
    const std::size_t limbs = limbs_of(a.bit_length()), step_limbs = step_bits / limb_bits;
    std::size_t at = (a.bit_length() - bits) / step_bits * step_limbs;
    std::optional<results> found = step(slice(a, {at, limbs}));
    while (found && at > 0) {
      at -= step_limbs;
      distributed_bigint above = found->quotient << static_cast<std::int64_t>(step_bits);
      found =
          step((found->remainder << static_cast<std::int64_t>(step_bits)) + slice(a, {at, at + step_limbs}));
      if (found) found->quotient += above;
    }
    if (!found || !is_related(found->quotient, divisor, found->remainder, a, plan.prime)) return std::nullopt;
    return found;
  }
};

/// How many limbs of a quotient one step finds.
std::size_t limbs_of_step(std::size_t quotient_limbs, std::size_t divisor_bits, const newton_plan& plan) {
  // A step also costs as much as the shortest products that ranks share.
  const auto step = static_cast<double>(divisor_bits + plan.first_bits) / limb_bits;
  const double steps = std::max(1.0, std::round(std::sqrt(5 * static_cast<double>(quotient_limbs) / step)));
  return static_cast<std::size_t>(std::ceil(static_cast<double>(quotient_limbs) / steps));
}

/// a / b for b > 0 and an a that is at least as long as b and not negative.
results divide_shared(const distributed_bigint& a, const distributed_bigint& b, std::size_t quotient_limbs,
                      const newton_plan& plan) {
  const std::size_t step_bits = limbs_of_step(quotient_limbs, b.bit_length(), plan) * limb_bits;
  return first_right_of(
      [&] {
        return prepared_divisor{b, step_bits, plan}.divide(a);
      },
      "division of distributed numbers", a, b);
}

results divide_on_first_rank(const distributed_bigint& a, const distributed_bigint& b) {
  const std::size_t bits = b.bit_length();
  auto found = on_first_rank(b.group(), {a, b}, {a.bit_length() - bits + 1, bits},
                             [](const std::vector<gpu_bigint>& wholes) -> std::vector<gpu_bigint> {
                               auto [quotient, remainder] = gbi::div_rem(wholes[0], wholes[1]);
                               return {std::move(quotient), std::move(remainder)};
                             });
  return {std::move(found[0]), std::move(found[1])};
}

/// a / b, rounded towards zero, by magnitudes. \param divide called with |a| and |b| if |a| is at least as
/// long
template <class Divide>
results with_signs(const distributed_bigint& a, const distributed_bigint& b, Divide&& divide) {
  const int sign_a = a.sign(), sign_b = b.sign();
  if (sign_b == 0)
    throw std::domain_error(concat("division of a distributed number of ", a.bit_length(), " bits by zero"));
  if (sign_a != 0) require_same_group(*access::of(a), *access::of(b), "division");
  if (a.bit_length() < b.bit_length()) return {zero_of(b.group()), a};
  results found = divide(sign_a < 0 ? -a : a, sign_b < 0 ? -b : b);
  return {sign_a == sign_b ? found.quotient : -found.quotient,
          sign_a < 0 ? -found.remainder : found.remainder};
}

/// Limbs of the quotient of a by b.
std::size_t quotient_limbs(const distributed_bigint& a, const distributed_bigint& b) {
  return limbs_of(a.bit_length() - b.bit_length() + 1);
}

results divide(const distributed_bigint& a, const distributed_bigint& b) {
  const std::size_t limbs = quotient_limbs(a, b);
  const auto plan = plan_newton(access::of(b)->on(), limbs, limbs_of(b.bit_length()));
  return plan ? divide_shared(a, b, limbs, *plan) : divide_on_first_rank(a, b);
}

}  // namespace

/// What handles of a prepared divisor share.
class divisor {
 public:
  explicit divisor(const distributed_bigint& b) : given_(b) {
    const int sign = b.sign();
    if (sign == 0) throw std::domain_error("distributed_divider: the divisor is zero");
    const std::size_t limbs = limbs_of(b.bit_length());
    if (const auto plan = plan_newton(access::of(b)->on(), limbs, limbs))
      ready_.emplace(prepared_divisor{sign < 0 ? -b : b, limbs * limb_bits, *plan});
  }

  const distributed_bigint& given() const noexcept { return given_; }
  results divide(const distributed_bigint& a) const {
    return with_signs(a, given_, [&](const distributed_bigint& x, const distributed_bigint& y) {
      if (ready_)
        if (auto found = ready_->divide(x)) return *std::move(found);
      // There is no reciprocal, or something is wrong, perhaps the reciprocal.
      return distribute::divide(x, y);
    });
  }

 private:
  distributed_bigint given_;
  std::optional<prepared_divisor> ready_;
};

}  // namespace distribute

distributed_quotient_remainder div_rem(const distributed_bigint& a, const distributed_bigint& b) {
  return distribute::with_signs(a, b, [](const distributed_bigint& x, const distributed_bigint& y) {
    return distribute::divide(x, y);
  });
}

distributed_quotient_remainder floor_div_rem(const distributed_bigint& a, const distributed_bigint& b) {
  auto found = div_rem(a, b);
  if (found.remainder.sign() * b.sign() >= 0) return found;
  return {found.quotient - 1, found.remainder + b};
}

distributed_quotient_remainder ceil_div_rem(const distributed_bigint& a, const distributed_bigint& b) {
  auto found = div_rem(a, b);
  if (found.remainder.sign() * b.sign() <= 0) return found;
  return {found.quotient + 1, found.remainder - b};
}

distributed_quotient_remainder euclidean_div_rem(const distributed_bigint& a, const distributed_bigint& b) {
  return b.sign() < 0 ? ceil_div_rem(a, b) : floor_div_rem(a, b);
}

bool is_divisible(const distributed_bigint& a, const distributed_bigint& b) {
  return b.sign() == 0 ? a.sign() == 0 : div_rem(a, b).remainder.sign() == 0;
}

distributed_bigint distributed_bigint::divided_by(const distributed_bigint& b) const {
  return div_rem(*this, b).quotient;
}

distributed_bigint distributed_bigint::modulo(const distributed_bigint& b) const {
  return div_rem(*this, b).remainder;
}

distributed_divider::distributed_divider(const distributed_bigint& divisor)
    : state_(std::make_shared<const distribute::divisor>(divisor)) {}

const distributed_bigint& distributed_divider::divisor() const noexcept {
  return state_->given();
}

distributed_quotient_remainder distributed_divider::div_rem(const distributed_bigint& a) const {
  return state_->divide(a);
}

}  // namespace gbi
