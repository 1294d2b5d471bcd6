#include "src/arithmetic/short_root.hpp"

#include <algorithm>

#include "kernels/word/wide_product.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::high_limb, kernels::low_limb, kernels::wide_limb, kernels::wide_product;

/// floor(sqrt(a)). Newton's iteration descends from above and stops when it would rise.
limb root_of(wide_limb a) {
  if (a == 0) return 0;
  limb root = ~limb{0};
  for (;;) {
    const wide_limb next = (root + a / root) / 2;
    if (next >= root) return root;
    root = low_limb(next);
  }
}

/// partial -= digit * factor modulo 2^(64 partial.size()). Returns whether the difference is negative.
bool subtract_product(std::vector<limb>& partial, limb digit, const std::vector<limb>& factor) {
  limb carry = 0;
  for (std::size_t i = 0; i < partial.size(); ++i) {
    const wide_limb taken = wide_product(digit, i < factor.size() ? factor[i] : 0) + carry;
    carry = high_limb(taken) + (partial[i] < low_limb(taken) ? 1 : 0);
    partial[i] -= low_limb(taken);
  }
  return carry != 0;
}

/// partial += factor + more. Returns whether there is a carry.
bool add(std::vector<limb>& partial, const std::vector<limb>& factor, wide_limb more) {
  wide_limb carry = more;
  for (std::size_t i = 0; i < partial.size(); ++i) {
    carry += wide_limb{partial[i]} + (i < factor.size() ? factor[i] : 0);
    partial[i] = low_limb(carry);
    carry >>= 64;
  }
  return carry != 0;
}

/// An upper bound on the next digit, at most a few units too large. The root s is 2^64 times the root so far
/// plus the digit, and the digit is at most partial / (2 s). The bound takes the two leading limbs of partial
/// / 2 and the leading limb of s.
limb estimate(const std::vector<limb>& partial, limb top_of_root) {
  const std::size_t n = partial.size();
  const auto half = [&](std::size_t i) { return partial[i] >> 1 | partial[i + 1] << 63; };
  const limb high = half(n - 2), low = half(n - 3);
  if (high >= top_of_root) return ~limb{0};
  return low_limb((wide_limb{high} << 64 | low) / top_of_root);
}

}  // namespace

std::vector<limb> short_root(std::span<const limb> a) {
  const std::size_t n = a.size() / 2;
  std::vector<limb> root(n);
  const wide_limb first = wide_limb{a[2 * n - 1]} << 64 | a[2 * n - 2];
  root[n - 1] = root_of(first);
  // The remainder: the leading limbs of a minus the square of the root so far. It is at most twice the root.
  const wide_limb left = first - wide_product(root[n - 1], root[n - 1]);
  std::vector<limb> partial{low_limb(left), high_limb(left)};
  std::vector<limb> factor{0, root[n - 1] << 1, root[n - 1] >> 63};  // twice the root, then the digit
  for (std::size_t k = n - 1; k-- > 0;) {
    const limb next[2] = {a[2 * k], a[2 * k + 1]};
    partial.insert(partial.begin(), next, next + 2);
    limb digit = estimate(partial, root[n - 1]);
    factor[0] = digit;
    bool negative = subtract_product(partial, digit, factor);
    while (negative) {
      // (f + d) d - (f + d - 1) (d - 1) = f + 2 d - 1
      factor[0] = --digit;
      negative = !add(partial, factor, wide_limb{digit} + 1);
    }
    root[k] = digit;
    // The partial remainder is one limb longer than the root.
    partial.pop_back();
    add(factor, {}, digit);
    factor.insert(factor.begin(), 0);
  }
  return root;
}

}  // namespace gbi::arithmetic
