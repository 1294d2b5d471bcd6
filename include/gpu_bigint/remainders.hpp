/// \file
/// One number modulo many, and the way back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// a mod m for each of the moduli, 0 <= result < |m|, by a remainder tree. O(M(n) log k) for k moduli with n
/// limbs in total. Waits for the device. Source: D. Bernstein, "Fast multiplication and its applications"
/// (2008), 18.
/// \throws std::domain_error if a modulus is 0.
[[nodiscard]] GBI_API std::vector<gpu_bigint> mod_each(const gpu_bigint& a,
                                                       std::span<const gpu_bigint> moduli);

/// a mod m for moduli of one word; a long number takes one launch. O(n k) for a of n limbs and k moduli.
/// Waits for the device.
/// \throws std::domain_error if a modulus is 0 or has 64 bits.
[[nodiscard]] GBI_API std::vector<std::uint64_t> mod_each(const gpu_bigint& a,
                                                          std::span<const std::uint64_t> moduli);

/// The number with these residues modulo pairwise coprime moduli, from 0 to the product of the moduli minus
/// 1. It is 0 if there are no moduli. A tree combines neighbours. O(M(n) log n log k). Waits for the device.
/// \throws std::invalid_argument if the numbers of residues and moduli differ.
/// \throws std::domain_error if a modulus is 0 or two have a common factor.
[[nodiscard]] GBI_API gpu_bigint crt(std::span<const gpu_bigint> residues,
                                     std::span<const gpu_bigint> moduli);

}  // namespace gbi
