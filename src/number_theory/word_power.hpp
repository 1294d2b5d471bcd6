/// \file
/// Modular powers in host words, checked if the context asks for that.
#pragma once

#include "src/ground/host_words.hpp"

namespace gbi::number_theory {

/// base^exponent modulo 2^64 for an exponent of n limbs that is not 0. The order of an odd number divides
/// 2^62, so the lowest limb of the exponent is enough.
limb power_of_word(limb base, const limb* exponent, std::size_t n) noexcept;

/// base^exponent mod n for n > 0 and an exponent that is not negative, in as many limbs as n has.
///
/// A checked power is computed modulo n p for a random prime p of 28 bits. Modulo p, it must equal the power
/// that a few word products give. A wrong intermediate product or square affects both residues, so the check
/// misses one in about 2^27 faults. 28 bits rarely add a digit of 52 bits to the modulus; when they do, the
/// check costs at most 2 / l of the time for an n of l limbs. For an even n, the power modulo 2^k is computed
/// separately, so everything is computed twice.
/// Source: A. Shamir, "Method and apparatus for protecting public key schemes from timing and fault attacks",
/// US patent 5991415 (1999).
/// \throws device_error if the power is wrong twice
void power_of_words(ground::word_result& result, const detail::short_view& base,
                    const detail::short_view& exponent, const detail::short_view& n);

}  // namespace gbi::number_theory
