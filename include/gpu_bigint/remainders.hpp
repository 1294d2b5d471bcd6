/// \file
/// The remainders of a number modulo many moduli, and the number with given remainders.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// a mod m for each modulus m, with 0 <= result < |m|, by a remainder tree. O(M(n) log k) for k moduli with n
/// limbs in total. Waits. Source: D. Bernstein, "Fast multiplication and its applications" (2008), 18.
/// \throws std::domain_error if a modulus is 0; the message names it.
/// \throws std::invalid_argument if the moduli or a live in different contexts.
[[nodiscard]] GBI_API std::vector<gpu_bigint> mod_each(const gpu_bigint& a,
                                                       std::span<const gpu_bigint> moduli);

/// a mod m for one-word moduli; a long number takes one launch. O(n k) for a of n limbs and k moduli. Waits.
/// \throws std::domain_error if a modulus is 0 or has 64 bits; the message names it.
[[nodiscard]] GBI_API std::vector<std::uint64_t> mod_each(const gpu_bigint& a,
                                                          std::span<const std::uint64_t> moduli);

/// The number with these remainders modulo pairwise coprime moduli, from 0 to the product of the moduli minus
/// 1. It is 0 if there are no moduli. A tree combines neighbouring remainders. O(M(n) log n log k). Waits.
/// \throws std::invalid_argument if there are not as many remainders as moduli, or if the numbers live in
/// different contexts.
/// \throws std::domain_error if a modulus is 0 or two moduli have a common factor; the message names them by
/// index and size.
[[nodiscard]] GBI_API gpu_bigint crt(std::span<const gpu_bigint> remainders,
                                     std::span<const gpu_bigint> moduli);

}  // namespace gbi
