#include "src/number_theory/short_gcd.hpp"

#include <algorithm>
#include <vector>

#include "src/arithmetic/number.hpp"
#include "src/words/gcd.hpp"
#include "src/words/half_gcd.hpp"

namespace gbi::number_theory {

namespace {

using host_limbs = std::vector<limb>;

/// The magnitude without zeros on top.
host_limbs limbs_of(const gpu_bigint& value) {
  if (!value.number()) return {};
  const detail::number& number = *value.number();
  host_limbs result(number.bound());
  if (!result.empty())
    number.executor().download(result.data(), number.limbs(), result.size() * sizeof(limb));
  result.resize(words::significant(result.data(), result.size()));
  return result;
}

gpu_bigint value_of(const gpu_bigint& neighbour, std::span<const limb> limbs, bool negative = false) {
  return gpu_bigint(detail::number::from_host(neighbour.number()->owner(), limbs, negative));
}

}  // namespace

gpu_bigint short_gcd(const gpu_bigint& a, const gpu_bigint& b) {
  const host_limbs x = limbs_of(a), y = limbs_of(b);
  host_limbs result(std::max(x.size(), y.size())), scratch(words::gcd_scratch(x.size(), y.size()));
  result.resize(words::gcd(result.data(), x.data(), x.size(), y.data(), y.size(), scratch.data()));
  return value_of(a, result);
}

bezout short_gcd_ext(const gpu_bigint& a, const gpu_bigint& b) {
  host_limbs x = limbs_of(a), y = limbs_of(b);
  const std::size_t n = std::max(x.size(), y.size());
  x.resize(n);
  y.resize(n);
  host_limbs entries(4 * n), scratch(words::whole_gcd_scratch(n));
  words::euclid_pair pair{x.data(), y.data(), n};
  words::euclid_matrix m = words::euclid_matrix::identity(entries.data(), n, 2);
  words::no_symbol none;
  words::whole_gcd(pair, 0, &m, none, scratch.data());
  // gcd = m11 a - m01 b = m00 b - m10 a, where m00 + m01 = a / gcd and m10 + m11 = b / gcd: one of both pairs
  // is the smallest.
  const bool first = words::compare(m.entry(1, 1), m.entry(1, 0), m.limbs) <= 0;
  const auto cofactor = [&](std::size_t row, bool negative) {
    return value_of(a, {m.entry(row, first ? 1 : 0), m.limbs}, negative);
  };
  return {value_of(a, {pair.a, pair.limbs}), cofactor(1, (a.sign() < 0) == first),
          cofactor(0, (b.sign() > 0) == first)};
}

std::optional<gpu_bigint> short_inverse(const gpu_bigint& a, const gpu_bigint& n) {
  const host_limbs x = limbs_of(a), y = limbs_of(n);
  host_limbs result(y.size()), scratch(words::invert_scratch(x.size(), y.size()));
  if (!words::invert(result.data(), x.data(), x.size(), y.data(), y.size(), scratch.data()))
    return std::nullopt;
  // 1 / -a = |n| - 1 / a, but for |n| = 1.
  if (a.sign() < 0 && words::significant(result.data(), result.size()) > 0)
    words::subtract_n(result.data(), y.data(), result.data(), result.size());
  return value_of(n, result);
}

int short_jacobi(const gpu_bigint& a, const gpu_bigint& n) {
  const host_limbs x = limbs_of(a), y = limbs_of(n);
  host_limbs scratch(words::jacobi_scratch(x.size(), y.size()));
  return words::jacobi(x.data(), x.size(), y.data(), y.size(), scratch.data());
}

}  // namespace gbi::number_theory
