/// \file
/// Newton's iteration with products that ranks share: reciprocals, and inverse square roots.
///
/// For b of n bits, d = b / 2^n and v = 1/d. For a of 2 t or 2 t - 1 bits, d = a / 4^t and v = 1/sqrt(d).
/// Either way 1 <= v <= 2. An approximation to the precision p is an integer x with |x - 2^p v| <= 2. One
/// step to p' <= 2 p - 4, where D = floor(2^k d) are the k = p' + 8 leading bits or all of them, is
///
///     E = 2^(k + p) - D x  or  2^(k + 2 p) - D x^2,    E' = E to p' + 8 bits after the point, rounded down,
///     x' = 2^(p' - p) x + floor(E' x / 2^(p + 8))  or  2^(p' - p) x + floor(E' x / 2^(p + 9)).
///
/// With x = 2^p (v + e), |e| <= 2^(1 - p), the exact step misses v by d e^2, or by less than 1.6 e^2: at most
/// 0.4 / 2^p'. The bits that D and E' lose add at most (4 + 2) 2^-8 / 2^p' and a little, and rounding down 1
/// / 2^p'. So |x' - 2^p' v| <= 2 again. E is much shorter than its terms, as E' has about p' - p bits.
///
/// The first rank computes the first approximation alone. A step costs products of p' by p and p by p bits,
/// or a square of p and products of p' by 2 p and p by p bits. All steps together cost as much as 2.5 or 3.7
/// products of p by p bits for the last p, if a square costs two thirds of a product.
/// Source: R. Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 4.2.2 and 4.2.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "src/distribute/value.hpp"
#include "src/process/concat.hpp"

namespace gbi::distribute {

/// What all processes agree on before they begin.
struct newton_plan {
  std::size_t first_bits;  ///< the longest precision that the first rank computes alone
  limb prime;              ///< for the check of the result
};

/// How an operation is computed that ends with a product of numbers of this many limbs; std::nullopt if the
/// first rank computes it faster and has the memory for it. Collective.
std::optional<newton_plan> plan_newton(group& on, std::size_t limbs_a, std::size_t limbs_b);

/// The first right result of three attempts. \param compute returns std::nullopt for a wrong result
/// \throws device_error naming the operation and the lengths of its operands
template <class Compute, class... Operands>
auto first_right_of(Compute&& compute, const char* operation, const Operands&... operands) {
  constexpr int most_attempts = 3;
  for (int number = 0; number < most_attempts; ++number)
    if (auto found = compute()) return *std::move(found);
  std::string lengths;
  ((lengths += concat(lengths.empty() ? " of " : " and ", operands.bit_length())), ...);
  throw device_error(concat(operation, lengths, " bits: wrong in ", most_attempts, " attempts"));
}

/// Whether a |b| + rest = |sum| modulo a prime, and a and the rest are not negative, with the words that the
/// ranks have now. Collective. Waits.
bool is_related(const distributed_bigint& a, const distributed_bigint& b, const distributed_bigint& rest,
                const distributed_bigint& sum, limb prime);

/// a 2^bits, rounded down.
distributed_bigint scaled(const distributed_bigint& a, std::int64_t bits);

/// An approximation of 2^(n + precision) / b for b > 0 of n bits. Collective. Waits.
distributed_bigint reciprocal(const distributed_bigint& b, std::size_t precision, const newton_plan& plan);

/// An approximation of 2^(t + precision) / sqrt(a) for a > 0 of 2 t or 2 t - 1 bits. Collective. Waits.
distributed_bigint inverse_square_root(const distributed_bigint& a, std::size_t precision,
                                       const newton_plan& plan);

}  // namespace gbi::distribute
