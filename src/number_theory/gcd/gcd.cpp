#include "gpu_bigint/gcd.hpp"

#include <algorithm>
#include <stdexcept>

#include "gpu_bigint/division.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/gcd/gcd.hpp"
#include "src/number_theory/gcd/short_gcd.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace number_theory {

namespace {

/// Whether the host takes all steps.
bool is_short(const gpu_bigint& a, const gpu_bigint& b, std::uint64_t leaf) {
  return std::max(a.limb_bound(), b.limb_bound()) <= 2 * leaf;
}

void require_same_context(const gpu_bigint& a, const gpu_bigint& b, const char* operation) {
  if (detail::core_of(a) != detail::core_of(b))
    detail::require_same_context(*detail::number_of(a), *detail::number_of(b), operation);
}

gpu_bigint signed_copy(const gpu_bigint& magnitude, bool negative) {
  return negative ? -magnitude : magnitude;
}

}  // namespace

gpu_bigint gcd(const gpu_bigint& a, const gpu_bigint& b, std::uint64_t leaf) {
  if (detail::core_of(a) == nullptr) return abs(b);
  if (detail::core_of(b) == nullptr) return abs(a);
  require_same_context(a, b, "gcd");
  if (is_short(a, b, leaf)) return short_gcd(a, b);
  const faults::operation_scope scope("gcd", a, b);
  if (a.sign() == 0) return abs(b);
  if (b.sign() == 0) return abs(a);
  euclid steps(a, b, 0, false, leaf);
  steps.run();
  return steps.gcd();
}

bezout gcd_ext(const gpu_bigint& a, const gpu_bigint& b, std::uint64_t leaf) {
  if (detail::core_of(a) != nullptr && detail::core_of(b) != nullptr)
    require_same_context(a, b, "extended gcd");
  const int sign_a = a.sign(), sign_b = b.sign();
  if (sign_a == 0 || sign_b == 0) {
    const scoped_context use(sign_a == 0 ? b.context() : a.context());
    return {abs(sign_a == 0 ? b : a), sign_a, sign_b};
  }
  if (is_short(a, b, leaf)) return short_gcd_ext(a, b);
  const faults::operation_scope scope("extended gcd", a, b);
  euclid steps(a, b, 2, false, leaf);
  steps.run();
  // gcd = m11 a - m01 b = m00 b - m10 a, where m00 + m01 = a / gcd and m10 + m11 = b / gcd. One of these two
  // pairs is the smallest.
  const gpu_bigint m11 = steps.entry(1, 1), m10 = steps.entry(1, 0);
  if (m11 <= m10)
    return {steps.gcd(), signed_copy(m11, sign_a < 0), signed_copy(steps.entry(0, 1), sign_b > 0)};
  return {steps.gcd(), signed_copy(m10, sign_a > 0), signed_copy(steps.entry(0, 0), sign_b < 0)};
}

std::optional<gpu_bigint> try_invert(const gpu_bigint& a, const gpu_bigint& n, std::uint64_t leaf) {
  if (n.sign() == 0) return std::nullopt;
  if (detail::core_of(a) != nullptr) require_same_context(a, n, "inverse");
  if (is_short(a, n, leaf)) return short_inverse(a, n);
  const faults::operation_scope scope("inverse", a, n);
  const scoped_context use(n.context());
  const gpu_bigint modulus = abs(n);
  if (modulus == 1) return gpu_bigint(0);
  if (a.sign() == 0) return std::nullopt;
  euclid steps(a, n, 1, false, leaf);
  steps.run();
  if (!steps.is_coprime()) return std::nullopt;
  // |a| m11 = 1 modulo n, and -|a| m10 = 1; m10 + m11 = |n|.
  return steps.entry(1, a.sign() > 0 ? 1 : 0);
}

}  // namespace number_theory

gpu_bigint gcd(const gpu_bigint& a, const gpu_bigint& b) {
  return number_theory::gcd(a, b, number_theory::half_gcd_leaf);
}

gpu_bigint lcm(const gpu_bigint& a, const gpu_bigint& b) {
  const gpu_bigint divisor = gcd(a, b);
  if (a.sign() == 0 || b.sign() == 0) return {};
  return div_rem(abs(a), divisor).quotient * abs(b);
}

bezout gcd_ext(const gpu_bigint& a, const gpu_bigint& b) {
  return number_theory::gcd_ext(a, b, number_theory::half_gcd_leaf);
}

std::optional<gpu_bigint> try_invert(const gpu_bigint& a, const gpu_bigint& n) {
  return number_theory::try_invert(a, n, number_theory::half_gcd_leaf);
}

gpu_bigint invert(const gpu_bigint& a, const gpu_bigint& n) {
  if (auto inverse = try_invert(a, n)) return *std::move(inverse);
  throw std::domain_error(concat("inverse of a number of ", a.limb_bound(), " limbs modulo one of ",
                                 n.limb_bound(), ": they have a common factor, or the modulus is 0"));
}

}  // namespace gbi
