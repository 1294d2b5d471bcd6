/// \file
/// The tree that splits a number into leaves, without divisions.
///
/// A node of d digits has a value v, 0 <= v < b^d. It is a fraction f of n limbs near (v + 1/2) / b^d, so
/// that v = floor(f b^d). A child has d/2 digits and a fraction of n_c limbs.
///
/// - The lower child is f b^(d/2) without its integer part. It is cut to its n_c highest limbs.
/// - The upper child has the value floor(v / b^(d/2)). f itself is a fraction of that value, but f may lie
///   anywhere between two multiples of b^-(d/2). The lower child tells where: f b^(d/2) = v_upper + f_lower.
///   So f + (1/2 - f_lower) b^-(d/2) is in the middle again.
///
/// Let e be a bound for the distance of f b^d from v + 1/2. Fractions have a guard limb: 2^(64 (n - 1)) >=
/// b^d (strictly, the estimate of b^d, which is less by a factor of 1 + 2^-62 d). So a unit of the last limb
/// counts for 2^-64 in that distance. The lower child inherits e, as f b^d = v_upper b^(d/2) + f_lower
/// b^(d/2), and loses less than 2 units. The upper child inherits nothing. It loses less than a unit of f, a
/// unit of 1/2 - f_lower (only its highest limb is used), and a unit where the product is rounded. The
/// estimate of b^-(d/2), a factor of 1 + 2^-61 d, counts for 2^-62 d, as |1/2 - f_lower| <= 1/2. At the root
/// the reciprocal costs less than 4 units; cutting and the estimate cost as much as for an upper child. For h
/// levels this gives e < 2^-62 d + (2 h + 8) 2^-64, which is below 2^-20 for any number of up to 2^40 digits.
/// A bound of 1/2 would be enough. So no value is ever compared or corrected, whatever the digits are.
///
/// Source: D. Bernstein, "Scaled remainder trees" (2004), for fractions instead of remainders.
#pragma once

#include "src/exec/buffer.hpp"
#include "src/text/conversion_attempt.hpp"
#include "src/text/powers.hpp"

namespace gbi::text {

/// The digits of a magnitude of at most tree.digits_at(tree.height()) digits, with leading zeros. They are at
/// the end of the returned memory, whose size is a multiple of eight bytes. Takes a reciprocal as long as the
/// number, a product by that reciprocal and, for each level, a product of all nodes by half as many limbs.
exec::buffer<char> digits_by_fractions(detail::engine& engine, kernels::limb_span number,
                                       const radix_tree& tree, const conversion_attempt& attempt);

}  // namespace gbi::text
