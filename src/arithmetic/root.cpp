/// \file
/// Square roots by division, other roots by Newton's iteration.
#include "gpu_bigint/roots.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/word/wide_product.hpp"
#include "src/arithmetic/number.hpp"

namespace gbi {

namespace {

using kernels::wide_limb;

/// floor(a / 2^first) modulo 2^count, a >= 0, with a bound of limbs that is not a's.
gpu_bigint bits_of(const gpu_bigint& a, std::int64_t first, std::int64_t count) {
  const detail::number& x = *a.number();
  auto cut = std::make_shared<detail::number>(x.owner(),
                                              static_cast<std::size_t>((count + limb_bits - 1) / limb_bits));
  cut->set_negative(false);
  x.executor().launch(kernels::shift_arguments{x.span(), cut->target(), first, nullptr, nullptr}, 1);
  const gpu_bigint result(std::move(cut));
  return count % limb_bits == 0 ? result : result - (result >> count << count);
}

/// floor(sqrt(n)). Newton's iteration falls from above until it would rise.
limb root_of(wide_limb n) {
  if (n == 0) return 0;
  limb root = ~limb{0};
  for (;;) {
    const wide_limb next = (root + n / root) / 2;
    if (next >= root) return root;
    root = static_cast<limb>(next);
  }
}

root_remainder short_square_root(const gpu_bigint& a) {
  wide_limb value = 0;
  const std::vector<limb> limbs = a.to_limbs();
  for (std::size_t i = limbs.size(); i-- > 0;) value = value << 64 | limbs[i];
  const limb root = root_of(value);
  return {root, value - kernels::wide_product(root, root)};
}

/// For 2^(2 bits - 2) <= a < 2^(2 bits). With a = h 4^k + m 2^k + l, h = s^2 + r and r 2^k + m = 2 s q + u
/// the root is s 2^k + q, or one less if u 2^k + l < q^2.
root_remainder normalised_square_root(const gpu_bigint& a, std::int64_t bits) {
  if (2 * bits <= 2 * limb_bits) return short_square_root(a);
  // Whole limbs in the lower part, as long as the upper part is not shorter.
  const std::int64_t k = bits < 4 * limb_bits ? bits / 2 : bits / 2 / limb_bits * limb_bits;
  auto [s, r] = normalised_square_root(a >> 2 * k, bits - k);
  const auto [q, u] = div_rem((r << k) + bits_of(a, k, k), s << 1);
  gpu_bigint root = (s << k) + q;
  gpu_bigint remainder = (u << k) + bits_of(a, 0, k) - square(q);
  if (remainder.sign() < 0) {
    remainder += (root << 1) - 1;
    --root;
  }
  return {root, remainder};
}

void require_root(const gpu_bigint& a, std::uint64_t k) {
  if (k == 0)
    throw std::domain_error("root of degree 0 of a number of " + std::to_string(a.limb_bound()) + " limbs");
  if (k % 2 == 0 && a.sign() < 0)
    throw std::domain_error("root of even degree " + std::to_string(k) + " of a negative number of " +
                            std::to_string(a.limb_bound()) + " limbs");
}

/// a >= 0 of `bits` bits: a number from floor(a^(1/k)) to a^(1/k) + 2.
gpu_bigint root_from_above(const gpu_bigint& a, std::int64_t bits, std::int64_t k) {
  const std::int64_t root_bits = (bits + k - 1) / k;
  if (root_bits <= 40) {
    const gpu_bigint leading = bits > limb_bits ? a >> (bits - limb_bits) : a;
    const limb top = leading.to_limbs().front();
    const long double logarithm = std::log2(static_cast<long double>(top)) +
                                  static_cast<long double>(std::max<std::int64_t>(0, bits - limb_bits));
    return static_cast<limb>(std::exp2(logarithm / static_cast<long double>(k))) + 1;
  }
  // From x0 = root (1 + e), e <= 6 2^(h - root_bits), a step leads to less than root + (k - 1) / 2 root e^2.
  const std::int64_t h = (root_bits - std::bit_width(18 * static_cast<std::uint64_t>(k))) / 2;
  const gpu_bigint x = root_from_above(a >> k * h, bits - k * h, k) + 1;
  const gpu_bigint quotient = (a >> h * (k - 1)) / pow(x, static_cast<std::uint64_t>(k - 1));
  return ((x << h) * (k - 1) + quotient) / k;
}

}  // namespace

root_remainder sqrt_rem(const gpu_bigint& a) {
  require_root(a, 2);
  if (a.sign() == 0) return {a, a};
  const scoped_context use(a.context());
  const std::int64_t bits = static_cast<std::int64_t>((a.bit_length() + 1) / 2);
  return normalised_square_root(a, bits);
}

gpu_bigint isqrt(const gpu_bigint& a) {
  return sqrt_rem(a).root;
}

root_remainder root_rem(const gpu_bigint& a, std::uint64_t k) {
  require_root(a, k);
  if (k == 1) return {a, a - a};
  if (k == 2) return sqrt_rem(a);
  const int sign = a.sign();
  if (sign == 0) return {a, a};
  const scoped_context use(a.context());
  const gpu_bigint magnitude = abs(a);
  const auto bits = static_cast<std::int64_t>(a.bit_length());
  gpu_bigint root = 1, power = 1;
  if (k < static_cast<std::uint64_t>(bits)) {
    root = root_from_above(magnitude, bits, static_cast<std::int64_t>(k));
    while ((power = pow(root, k)) > magnitude) --root;
  }
  const gpu_bigint remainder = magnitude - power;
  return {sign < 0 ? -root : root, sign < 0 ? -remainder : remainder};
}

gpu_bigint iroot(const gpu_bigint& a, std::uint64_t k) {
  return root_rem(a, k).root;
}

}  // namespace gbi
