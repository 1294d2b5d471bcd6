/// \file
/// The tree that parts a number into leaves, without divisions.
///
/// A node of d digits has a value v, 0 <= v < b^d. It is a fraction f of n limbs near (v + 1/2) / b^d, so
/// that v = floor(f b^d). Let D = 2^64 n_c f_c be the fraction of a child of d/2 digits, of n_c limbs.
///
/// - The lower child is f b^(d/2) without its integer part. It is cut to its n_c highest limbs.
/// - The upper child has floor(v / b^(d/2)) as its value. f itself is a fraction of it, but it may be
/// anywhere
///   between two multiples of b^-(d/2). The lower child tells where: f b^(d/2) = v_upper + f_lower. So f +
///   (1/2 - f_lower) b^-(d/2) is in the middle again.
///
/// The distance of f b^d from v + 1/2 is e at the most. Fractions have a guard limb: 2^(64 (n - 1)) >= b^d
/// (for the estimate of b^d: less by a factor of 1 + 2^-62 d). So a unit of the last limb counts 2^-64 of
/// that distance. The lower child inherits e, as f b^d = v_upper b^(d/2) + f_lower b^(d/2), and loses less
/// than 2 units. The upper child inherits nothing: it loses less than a unit of f, a unit of 1/2 - f_lower
/// (its highest limb alone is used), and a unit where the product is rounded; the estimate of b^-(d/2), a
/// factor of 1 + 2^-61 d, counts 2^-62 d, as |1/2 - f_lower| <= 1/2. At the root the reciprocal costs less
/// than 4 units, cutting and the estimate as much as for an upper child. For h levels this gives e < 2^-62 d
/// + (2 h + 8) 2^-64: below 2^-20 for any number that fits a machine of 2^40 digits. 1/2 would be enough. No
/// value is ever compared or corrected, whatever the digits are.
///
/// Source: D. Bernstein, "Scaled remainder trees" (2004), for fractions instead of remainders.
#pragma once

#include "src/exec/buffer.hpp"
#include "src/text/conversion_attempt.hpp"
#include "src/text/powers.hpp"

namespace gbi::text {

/// The digits of a magnitude of at most tree.digits_at(tree.height()) digits, with leading zeros, at the end
/// of device memory that is a multiple of eight bytes long. Takes a reciprocal as long as the number, a
/// product by it and, for each level, a product of all nodes by half as many limbs.
exec::buffer<char> digits_by_fractions(detail::engine& engine, kernels::limb_span number,
                                       const radix_tree& tree, const conversion_attempt& attempt);

}  // namespace gbi::text
