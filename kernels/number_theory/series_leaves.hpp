/// \file
/// The start of a binary splitting: sums of short runs of terms of a series.
///
/// A leaf with the terms from k on has P = |p(k)| |p(k + 1)| ..., Q = q(k) q(k + 1) ..., and T such that T /
/// Q is the magnitude of its sum. One more term is
///
///     T = T q +- (P |p|) a,  P = P |p|,  Q = Q q.
///
/// Source: B. Haible, T. Papanikolaou, "Fast multiprecision evaluation of series of rational numbers", ANTS
/// III (1998).
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "kernels/word/polynomial.hpp"

namespace gbi::kernels {

/// One thread's number, which grows as it is multiplied.
struct growing_number {
  limb* limbs;
  std::uint32_t most;  ///< limbs with room for every value
  std::uint32_t size;  ///< limbs from here on are not written yet

  GBI_DEVICE void put(limb word) {
    if (size < most) limbs[size++] = word;
  }
};

/// Calls take(i, limb i of x y) for all limbs, from the lowest on. The product has at most
/// x.size + polynomial_words limbs.
template <class Take>
GBI_DEVICE void for_product(const growing_number& x, const polynomial_value& y, Take&& take) {
  limb before[polynomial_words - 1]{}, carry = 0, over = 0;  // limbs i - 1, i - 2 of x; the carries
  for (std::uint32_t i = 0; i < x.size + polynomial_words; ++i) {
    const limb own = i < x.size ? x.limbs[i] : 0;
    wide_limb sum = wide_product(own, y.words[0]);
    limb high = 0;
    const auto add = [&](wide_limb term) {
      sum += term;
      high += sum < term ? 1 : 0;
    };
    for (int j = 1; j < polynomial_words; ++j) add(wide_product(before[j - 1], y.words[j]));
    add((static_cast<wide_limb>(over) << 64) | carry);
    for (int j = polynomial_words - 2; j > 0; --j) before[j] = before[j - 1];
    before[0] = own;
    take(i, low_limb(sum));
    carry = high_limb(sum);
    over = high;
  }
}

/// x = x y.
GBI_DEVICE void multiply(growing_number& x, const polynomial_value& y) {
  growing_number product{x.limbs, x.most, 0};
  for_product(x, y, [&](std::uint32_t, limb word) { product.put(word); });
  while (product.size > 0 && product.limbs[product.size - 1] == 0) --product.size;
  x.size = product.size;
}

/// x = x + y z or x - y z. Returns whether the difference is negative.
GBI_DEVICE bool add_product(growing_number& x, const growing_number& y, const polynomial_value& z,
                            bool subtract) {
  limb carry = 0;
  const std::uint32_t size = x.size;
  growing_number sum{x.limbs, x.most, 0};
  const auto take = [&](std::uint32_t i, limb word) {
    const limb own = i < size ? x.limbs[i] : 0;
    if (subtract) {
      const limb difference = own - word;
      const limb next = (own < word ? 1 : 0) | (difference < carry ? 1 : 0);
      sum.put(difference - carry);
      carry = next;
    } else {
      const wide_limb all = static_cast<wide_limb>(own) + word + carry;
      sum.put(low_limb(all));
      carry = high_limb(all);
    }
  };
  for_product(y, z, take);
  for (std::uint32_t i = y.size + polynomial_words; i < size; ++i) take(i, 0);
  const bool is_less = subtract && carry != 0;
  if (!subtract) sum.put(carry);
  while (sum.size > 0 && sum.limbs[sum.size - 1] == 0) --sum.size;
  x.size = sum.size;
  return is_less;
}

/// One leaf per thread: quadratic in its terms. The numbers grow in the thread's own memory, where
/// neighbouring threads' limbs are adjacent, and become rows at the end.
struct series_leaves_kernel : map_kernel<series_leaves_kernel, series_leaves_arguments, warp_threads, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.leaves; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t leaf) {
    const std::uint64_t pairs = (a.terms + 1) / 2, end = a.first + a.terms;
    const std::uint64_t first = a.first + 2 * (leaf * pairs / a.leaves);
    std::uint64_t last = a.first + 2 * ((leaf + 1) * pairs / a.leaves);
    if (last > end) last = end;
    limb of_p[most_leaf_limbs], of_q[most_leaf_limbs], of_t[most_leaf_limbs];
    growing_number p = empty(of_p, a.p, 0), q = empty(of_q, a.q, a.idle), t = empty(of_t, a.t, 0);
    p.put(1);
    q.put(1);
    bool is_wrong = false;
    for (std::uint64_t k = first; k < last; ++k) {
      const polynomial_value ratio = value_at(a.ratio, k), share = value_at(a.share, k),
                             weight = value_at(a.weight, k);
      is_wrong |= is_negative(ratio) != a.alternates || is_zero(ratio) || is_negative(share) ||
                  is_zero(share) || is_negative(weight);
      multiply(t, share);
      multiply(p, a.alternates ? negated(ratio) : ratio);
      is_wrong |= add_product(t, p, weight, a.alternates && (k - first) % 2 == 1);
      multiply(q, share);
    }
    store(p, a.p, leaf, 0);
    store(q, a.q, leaf, a.idle);
    store(t, a.t, leaf, 0);
    if (is_wrong) *a.wrong = 1;
  }

 private:
  GBI_DEVICE static growing_number empty(limb* limbs, const limb_target& rows, std::uint32_t idle) {
    return {limbs, static_cast<std::uint32_t>(rows.count) + idle, 0};
  }
  GBI_DEVICE static void store(const growing_number& x, const limb_target& rows, std::uint64_t leaf,
                               std::uint32_t idle) {
    limb* const row = rows.limbs + leaf * rows.stride;
    for (std::uint32_t i = idle; i < x.most; ++i) row[i - idle] = i < x.size ? x.limbs[i] : 0;
  }
};
series_leaves_kernel map_of(const series_leaves_arguments&);

}  // namespace gbi::kernels
