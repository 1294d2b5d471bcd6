/// \file
/// Integer roots, rounded towards zero.
#pragma once

#include <cstdint>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The result of sqrt_rem and root_rem: a = root^k + remainder.
struct root_remainder {
  gpu_bigint root;       ///< rounded towards zero
  gpu_bigint remainder;  ///< 0, or has the sign of a
};

/// a = root^2 + remainder with 0 <= remainder <= 2 root. Costs about three products of numbers as long as the
/// root: O(M(n)). Waits for the size and the leading limbs of a.
/// Source: R. Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 3.5 and 4.2.3.
/// \throws std::domain_error if a is negative.
[[nodiscard]] GBI_API root_remainder sqrt_rem(const gpu_bigint& a);

/// The root of sqrt_rem(a). Costs and waits like sqrt_rem.
/// \throws as sqrt_rem
[[nodiscard]] GBI_API gpu_bigint isqrt(const gpu_bigint& a);

/// a = root^k + remainder for k = 1, 2, ... The root is rounded towards zero, so the remainder has the sign
/// of a. Newton's iteration for a^(-1/k): O(log k) products as long as the root and a power as long as a.
/// Waits for the leading limbs, and twice at the end; for k > 100, it waits at each of log(n / k) levels.
/// \throws std::domain_error if k is 0 or negative, or if a is negative and k even.
[[nodiscard]] GBI_API root_remainder root_rem(const gpu_bigint& a, std::uint64_t k);

/// \cond counts
template <detail::other_count T>
[[nodiscard]] root_remainder root_rem(const gpu_bigint& a, T k) {
  return root_rem(a, detail::as_count(k, "root: the degree"));
}
/// \endcond

/// The root of root_rem(a, k). Costs and waits like root_rem.
/// \throws as root_rem
[[nodiscard]] GBI_API gpu_bigint iroot(const gpu_bigint& a, std::uint64_t k);

/// \cond counts
template <detail::other_count T>
[[nodiscard]] gpu_bigint iroot(const gpu_bigint& a, T k) {
  return iroot(a, detail::as_count(k, "root: the degree"));
}
/// \endcond

/// Whether a = b^2 for an integer b. O(n) if a remainder rules it out; otherwise costs a root. Waits for the
/// answer.
[[nodiscard]] GBI_API bool is_perfect_square(const gpu_bigint& a);

/// Whether a = b^k for an integer b and some k > 1. True for 0, 1 and -1. O(n) for each prime k up to the bit
/// length, and a root for each of the few k that no remainder rules out. Waits for the answer.
[[nodiscard]] GBI_API bool is_perfect_power(const gpu_bigint& a);

}  // namespace gbi
