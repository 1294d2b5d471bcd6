/// \file
/// Quadratic residue symbols. kernels/word/jacobi.hpp describes how Euclid's steps change them.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/gcd/gcd.hpp"
#include "src/number_theory/gcd/short_gcd.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

/// The lowest limb of |a|.
limb low_limb_of(const gpu_bigint& a) {
  if (const detail::short_view own = detail::short_words_or_wait(a)) return own.size > 0 ? own.limbs[0] : 0;
  limb low = 0;
  if (a.sign() != 0)
    detail::number_of(a)->executor().download(&low, detail::number_of(a)->limbs(), sizeof low);
  return low;
}

/// (2 / n) and (-1 / n) for odd n > 0 with this low limb.
int symbol_of_two(limb n) {
  return n % 8 == 3 || n % 8 == 5 ? -1 : 1;
}
int symbol_of_minus_one(limb n) {
  return n % 4 == 3 ? -1 : 1;
}

/// The number of times 2 divides |a|, which is not 0. The host reads limbs until one is not 0.
std::uint64_t twos_in(const gpu_bigint& a) {
  limb low = 0;
  std::uint64_t i = 0;
  if (const detail::short_view own = detail::short_words_or_wait(a)) {
    while (own.limbs[i] == 0) ++i;
    return i * limb_bits + static_cast<std::uint64_t>(std::countr_zero(own.limbs[i]));
  }
  const detail::number& number = *detail::number_of(a);
  for (;; ++i) {
    number.executor().download(&low, number.limbs() + i, sizeof low);
    if (low != 0) return i * limb_bits + static_cast<std::uint64_t>(std::countr_zero(low));
  }
}

}  // namespace

namespace number_theory {

int jacobi(const gpu_bigint& a, const gpu_bigint& n, std::uint64_t leaf) {
  const int sign = a.sign();
  if (sign == 0) return n == 1 ? 1 : 0;
  if (detail::core_of(a) != detail::core_of(n))
    detail::require_same_context(*detail::number_of(a), *detail::number_of(n), "Jacobi symbol");
  int symbol = 0;
  if (std::max(a.limb_bound(), n.limb_bound()) <= 2 * leaf) {
    symbol = short_jacobi(a, n);
  } else {
    const faults::operation_scope scope("Jacobi symbol", a, n);
    euclid steps(a, n, 0, true, leaf);
    steps.run();
    if (steps.is_coprime()) symbol = steps.symbol();
  }
  return symbol * (symbol != 0 && sign < 0 ? symbol_of_minus_one(low_limb_of(n)) : 1);
}

}  // namespace number_theory

int jacobi(const gpu_bigint& a, const gpu_bigint& n) {
  if (n.sign() <= 0 || low_limb_of(n) % 2 == 0)
    throw std::domain_error(
        concat("Jacobi symbol for a number of ", n.limb_bound(), " limbs that is not odd and positive"));
  return number_theory::jacobi(a, n, number_theory::half_gcd_leaf);
}

int kronecker(const gpu_bigint& a, const gpu_bigint& n) {
  const scoped_context use((detail::number_of(n) ? n : a).context());
  const int sign_a = a.sign();
  if (n.sign() == 0) return abs(a) == 1 ? 1 : 0;
  const limb low_a = low_limb_of(a);
  if (low_a % 2 == 0 && low_limb_of(n) % 2 == 0) return 0;
  const std::uint64_t twos = twos_in(n);
  const gpu_bigint odd = abs(n) >> static_cast<std::int64_t>(twos);
  const int of_twos = twos % 2 == 1 ? symbol_of_two(low_a) : 1;
  const int of_sign = n.sign() < 0 && sign_a < 0 ? -1 : 1;
  return of_twos * of_sign * jacobi(a, odd);
}

}  // namespace gbi
