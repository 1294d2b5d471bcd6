/// \file
/// Square roots of numbers in slabs: shared by the ranks, or by the first rank alone.
///
/// For a < 4^t and the fraction d = a / 4^t, let y be an approximation of 2^p / sqrt(d) with p = t/2 + 8
/// (newton.hpp). The root s to p bits after the point and the candidate to t bits are
///
///     s = floor(floor(2^(p + 8) d) y / 2^(p + 8)),    E = floor(4^p d) - s^2,
///     root' = 2^(t - p) s + floor(E y / 2^(3 p + 1 - t)).
///
/// s misses 2^p sqrt(d) by less than 3.1, so the exact second step would miss sqrt(d) by less than 10 / 4^p.
/// The errors of y and E add less than 8 / 4^p. As 4^p >= 2^15 2^t, root' is the root, or one more or less,
/// and the remainder decides. All of it costs as much as about 4 products of t by t bits.
///
/// A wrong root cannot leave, for the same reasons as a quotient (distributed_division.cpp): the root is the
/// only number with 0 <= a - root^2 <= 2 root.
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed_division.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/distribute/newton.hpp"
#include "src/distribute/on_first_rank.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace distribute {

namespace {

using results = distributed_root_remainder;

/// The root, or one more or less. \param t bits of the root
distributed_bigint candidate(const distributed_bigint& a, std::int64_t t, const newton_plan& plan) {
  const std::int64_t p = t / 2 + 8, guard = 8;
  const distributed_bigint y = inverse_square_root(a, static_cast<std::size_t>(p), plan);
  const auto fraction = [&](std::int64_t bits) { return scaled(a, bits - 2 * t); };
  const distributed_bigint s = (fraction(p + guard) * y) >> (p + guard);
  const distributed_bigint error = fraction(2 * p) - s * s;
  static_cast<void>(error.bit_length());  // makes the product as short as it can be
  return scaled(s, t - p) + ((error * y) >> (3 * p + 1 - t));
}

/// std::nullopt if something is wrong.
std::optional<results> root_of(const distributed_bigint& a, const newton_plan& plan) {
  results found;
  found.root = candidate(a, static_cast<std::int64_t>((a.bit_length() + 1) / 2), plan);
  found.remainder = a - found.root * found.root;
  for (int corrections = 0; corrections < 2; ++corrections) {
    if (found.remainder.sign() < 0) {
      found.root = found.root - 1;
      found.remainder += found.root * 2 + 1;
    } else if (found.remainder > found.root * 2) {
      found.remainder -= found.root * 2 + 1;
      found.root = found.root + 1;
    } else if (is_related(found.root, found.root, found.remainder, a, plan.prime)) {
      return found;
    } else {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

results root_on_first_rank(const distributed_bigint& a) {
  const std::size_t bits = (a.bit_length() + 1) / 2;
  auto found = on_first_rank(a.group(), {a}, {bits, bits + 1},
                             [](const std::vector<gpu_bigint>& wholes) -> std::vector<gpu_bigint> {
                               auto [root, remainder] = gbi::sqrt_rem(wholes[0]);
                               return {std::move(root), std::move(remainder)};
                             });
  return {std::move(found[0]), std::move(found[1])};
}

}  // namespace

}  // namespace distribute

distributed_root_remainder sqrt_rem(const distributed_bigint& a) {
  const int sign = a.sign();
  if (sign < 0)
    throw std::domain_error(
        concat("square root of a negative distributed number of ", a.bit_length(), " bits"));
  if (sign == 0) return {a, a};
  const std::size_t bits = (a.bit_length() + 1) / 2, limbs = distribute::limbs_of(bits);
  const auto plan = distribute::plan_newton(distribute::access::of(a)->on(), limbs, limbs);
  if (!plan || bits <= plan->first_bits) return distribute::root_on_first_rank(a);
  return distribute::first_right_of([&] { return distribute::root_of(a, *plan); },
                                    "square root of a distributed number", a);
}

distributed_bigint isqrt(const distributed_bigint& a) {
  return sqrt_rem(a).root;
}

}  // namespace gbi
