/// \file
/// GMP's functions of sums, products, division, powers, roots and number theory.
#include <algorithm>

#include "gpu_bigint/all.hpp"
#include "tests/suites/gmp_stand_in.hpp"

namespace gbi::stand_in {

namespace {

std::int64_t shift(mp_bitcnt_t bits) {
  return static_cast<std::int64_t>(bits);
}
/// The quotient and the remainder of a / 2^bits, rounded towards zero.
quotient_remainder cut(const gpu_bigint& a, mp_bitcnt_t bits) {
  const gpu_bigint magnitude = abs(a), quotient = magnitude >> shift(bits), rest = low_bits(magnitude, bits);
  return a < 0 ? quotient_remainder{-quotient, -rest} : quotient_remainder{quotient, rest};
}
bool congruent(const gpu_bigint& a, const gpu_bigint& b, const gpu_bigint& n) {
  return is_divisible(a - b, n);
}
/// Sets a number that is no longer than before, without GMP's memory: gmpxx.h negates constants on the stack.
void overwrite(mpz_ptr r, const gpu_bigint& result) {
  const std::vector<std::uint64_t> limbs = result.to_limbs();
  std::ranges::copy(limbs, r->_mp_d);
  r->_mp_size = static_cast<int>(limbs.size()) * result.sign();
}
/// Sets the root and tells whether it is exact.
bool set_root(mpz_ptr root, mpz_ptr remainder, const root_remainder& result) {
  if (root != nullptr) set(root, result.root);
  if (remainder != nullptr) set(remainder, result.remainder);
  return result.remainder == 0;
}

}  // namespace

// clang-format off
extern "C" {

void gbi_mpz_add(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, value(a) + value(b)); }
void gbi_mpz_add_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { set(r, value(a) + b); }
void gbi_mpz_sub(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, value(a) - value(b)); }
void gbi_mpz_sub_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { set(r, value(a) - b); }
void gbi_mpz_ui_sub(mpz_ptr r, unsigned long a, mpz_srcptr b) { set(r, a - value(b)); }
void gbi_mpz_mul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, a == b ? square(value(a)) : value(a) * value(b)); }
void gbi_mpz_mul_si(mpz_ptr r, mpz_srcptr a, long b) { set(r, value(a) * b); }
void gbi_mpz_mul_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { set(r, value(a) * b); }
void gbi_mpz_addmul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, multiply_add(value(r), value(a), value(b))); }
void gbi_mpz_addmul_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { set(r, multiply_add(value(r), value(a), b)); }
void gbi_mpz_submul(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, multiply_subtract(value(r), value(a), value(b))); }
void gbi_mpz_submul_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { set(r, multiply_subtract(value(r), value(a), b)); }
void gbi_mpz_mul_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t bits) { set(r, value(a) << shift(bits)); }
void gbi_mpz_neg(mpz_ptr r, mpz_srcptr a) { r == a ? overwrite(r, -value(a)) : set(r, -value(a)); }
void gbi_mpz_abs(mpz_ptr r, mpz_srcptr a) { set(r, abs(value(a))); }

void gbi_mpz_cdiv_q(mpz_ptr q, mpz_srcptr a, mpz_srcptr b) { set(q, ceil_div_rem(value(a), value(b)).quotient); }
void gbi_mpz_cdiv_r(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, ceil_div_rem(value(a), value(b)).remainder); }
void gbi_mpz_cdiv_qr(mpz_ptr q, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(q, r, ceil_div_rem(value(a), value(b))); }
unsigned long gbi_mpz_cdiv_q_ui(mpz_ptr q, mpz_srcptr a, unsigned long b) { return set_division(q, nullptr, ceil_div_rem(value(a), b)); }
unsigned long gbi_mpz_cdiv_r_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { return set_division(nullptr, r, ceil_div_rem(value(a), b)); }
unsigned long gbi_mpz_cdiv_qr_ui(mpz_ptr q, mpz_ptr r, mpz_srcptr a, unsigned long b) { return set_division(q, r, ceil_div_rem(value(a), b)); }
unsigned long gbi_mpz_cdiv_ui(mpz_srcptr a, unsigned long b) { return low_word(ceil_div_rem(value(a), b).remainder); }
void gbi_mpz_cdiv_q_2exp(mpz_ptr q, mpz_srcptr a, mp_bitcnt_t bits) { set(q, -(-value(a) >> shift(bits))); }
void gbi_mpz_cdiv_r_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t bits) { set(r, -low_bits(-value(a), bits)); }
void gbi_mpz_fdiv_q(mpz_ptr q, mpz_srcptr a, mpz_srcptr b) { set(q, floor_div_rem(value(a), value(b)).quotient); }
void gbi_mpz_fdiv_r(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, floor_div_rem(value(a), value(b)).remainder); }
void gbi_mpz_fdiv_qr(mpz_ptr q, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(q, r, floor_div_rem(value(a), value(b))); }
unsigned long gbi_mpz_fdiv_q_ui(mpz_ptr q, mpz_srcptr a, unsigned long b) { return set_division(q, nullptr, floor_div_rem(value(a), b)); }
unsigned long gbi_mpz_fdiv_r_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { return set_division(nullptr, r, floor_div_rem(value(a), b)); }
unsigned long gbi_mpz_fdiv_qr_ui(mpz_ptr q, mpz_ptr r, mpz_srcptr a, unsigned long b) { return set_division(q, r, floor_div_rem(value(a), b)); }
unsigned long gbi_mpz_fdiv_ui(mpz_srcptr a, unsigned long b) { return low_word(euclidean_div_rem(value(a), b).remainder); }
void gbi_mpz_fdiv_q_2exp(mpz_ptr q, mpz_srcptr a, mp_bitcnt_t bits) { set(q, value(a) >> shift(bits)); }
void gbi_mpz_fdiv_r_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t bits) { set(r, low_bits(value(a), bits)); }
void gbi_mpz_tdiv_q(mpz_ptr q, mpz_srcptr a, mpz_srcptr b) { set(q, value(a) / value(b)); }
void gbi_mpz_tdiv_r(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, value(a) % value(b)); }
void gbi_mpz_tdiv_qr(mpz_ptr q, mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(q, r, div_rem(value(a), value(b))); }
unsigned long gbi_mpz_tdiv_q_ui(mpz_ptr q, mpz_srcptr a, unsigned long b) { return set_division(q, nullptr, quotient_remainder{value(a) / b, value(a) % b}); }
unsigned long gbi_mpz_tdiv_r_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { return set_word(r, value(a) % b); }
unsigned long gbi_mpz_tdiv_qr_ui(mpz_ptr q, mpz_ptr r, mpz_srcptr a, unsigned long b) { return set_division(q, r, div_rem(value(a), b)); }
unsigned long gbi_mpz_tdiv_ui(mpz_srcptr a, unsigned long b) { return low_word(value(a) % b); }
void gbi_mpz_tdiv_q_2exp(mpz_ptr q, mpz_srcptr a, mp_bitcnt_t bits) { set(q, cut(value(a), bits).quotient); }
void gbi_mpz_tdiv_r_2exp(mpz_ptr r, mpz_srcptr a, mp_bitcnt_t bits) { set(r, cut(value(a), bits).remainder); }
void gbi_mpz_mod(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, euclidean_div_rem(value(a), value(b)).remainder); }
void gbi_mpz_divexact(mpz_ptr q, mpz_srcptr a, mpz_srcptr b) { set(q, divide_exact(value(a), value(b))); }
void gbi_mpz_divexact_ui(mpz_ptr q, mpz_srcptr a, unsigned long b) { set(q, divide_exact(value(a), b)); }
int gbi_mpz_divisible_p(mpz_srcptr a, mpz_srcptr b) { return is_divisible(value(a), value(b)); }
int gbi_mpz_divisible_ui_p(mpz_srcptr a, unsigned long b) { return is_divisible(value(a), b); }
int gbi_mpz_divisible_2exp_p(mpz_srcptr a, mp_bitcnt_t bits) { return trailing_zeros(value(a)) >= bits; }
int gbi_mpz_congruent_p(mpz_srcptr a, mpz_srcptr b, mpz_srcptr n) { return congruent(value(a), value(b), value(n)); }
int gbi_mpz_congruent_ui_p(mpz_srcptr a, unsigned long b, unsigned long n) { return congruent(value(a), b, n); }
int gbi_mpz_congruent_2exp_p(mpz_srcptr a, mpz_srcptr b, mp_bitcnt_t bits) { return trailing_zeros(value(a) - value(b)) >= bits; }

void gbi_mpz_pow_ui(mpz_ptr r, mpz_srcptr a, unsigned long e) { set(r, pow(value(a), e)); }
void gbi_mpz_ui_pow_ui(mpz_ptr r, unsigned long a, unsigned long e) { set(r, pow(a, e)); }
void gbi_mpz_powm(mpz_ptr r, mpz_srcptr a, mpz_srcptr e, mpz_srcptr n) { set(r, powm(value(a), value(e), value(n))); }
void gbi_mpz_powm_ui(mpz_ptr r, mpz_srcptr a, unsigned long e, mpz_srcptr n) { set(r, powm(value(a), e, value(n))); }
void gbi_mpz_sqrt(mpz_ptr r, mpz_srcptr a) { set(r, isqrt(value(a))); }
void gbi_mpz_sqrtrem(mpz_ptr root, mpz_ptr rest, mpz_srcptr a) { set(root, rest, sqrt_rem(value(a))); }
int gbi_mpz_root(mpz_ptr root, mpz_srcptr a, unsigned long k) { return set_root(root, nullptr, root_rem(value(a), k)); }
void gbi_mpz_rootrem(mpz_ptr root, mpz_ptr rest, mpz_srcptr a, unsigned long k) { set(root, rest, root_rem(value(a), k)); }
int gbi_mpz_perfect_square_p(mpz_srcptr a) { return is_perfect_square(value(a)); }
int gbi_mpz_perfect_power_p(mpz_srcptr a) { return is_perfect_power(value(a)); }

void gbi_mpz_gcd(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, gcd(value(a), value(b))); }
unsigned long gbi_mpz_gcd_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) {
  const gpu_bigint result = gcd(value(a), b);
  if (r != nullptr) set(r, result);
  return result.fits<unsigned long>() ? low_word(result) : 0;
}
void gbi_mpz_gcdext(mpz_ptr g, mpz_ptr s, mpz_ptr t, mpz_srcptr a, mpz_srcptr b) {
  const bezout result = gcd_ext(value(a), value(b));
  if (g != nullptr) set(g, result.gcd);
  if (s != nullptr) set(s, result.s);
  if (t != nullptr) set(t, result.t);
}
void gbi_mpz_lcm(mpz_ptr r, mpz_srcptr a, mpz_srcptr b) { set(r, lcm(value(a), value(b))); }
void gbi_mpz_lcm_ui(mpz_ptr r, mpz_srcptr a, unsigned long b) { set(r, lcm(value(a), b)); }
int gbi_mpz_invert(mpz_ptr r, mpz_srcptr a, mpz_srcptr n) {
  const std::optional<gpu_bigint> result = try_invert(value(a), value(n));
  if (result) set(r, *result);
  return result.has_value();
}
/// Also mpz_kronecker and mpz_legendre, which are other names of it.
int gbi_mpz_jacobi(mpz_srcptr a, mpz_srcptr n) { return mpz_odd_p(n) != 0 && mpz_sgn(n) > 0 ? jacobi(value(a), value(n)) : kronecker(value(a), value(n)); }
int gbi_mpz_kronecker_si(mpz_srcptr a, long n) { return kronecker(value(a), n); }
int gbi_mpz_kronecker_ui(mpz_srcptr a, unsigned long n) { return kronecker(value(a), n); }
int gbi_mpz_si_kronecker(long a, mpz_srcptr n) { return kronecker(a, value(n)); }
int gbi_mpz_ui_kronecker(unsigned long a, mpz_srcptr n) { return kronecker(a, value(n)); }
int gbi_mpz_probab_prime_p(mpz_srcptr n, int rounds) {
  const gpu_bigint magnitude = abs(value(n));
  return !is_probable_prime(magnitude, rounds) ? 0 : magnitude.fits<std::uint64_t>() ? 2 : 1;
}
void gbi_mpz_nextprime(mpz_ptr r, mpz_srcptr n) { set(r, next_prime(value(n))); }
mp_bitcnt_t gbi_mpz_remove(mpz_ptr r, mpz_srcptr a, mpz_srcptr factor) {
  // remove() refuses factors of 1 and -1.
  const removed_factor result = mpz_cmpabs_ui(factor, 1) == 0 ? removed_factor{value(a), 0} : remove(value(a), value(factor));
  set(r, result.rest);
  return result.times;
}

void gbi_mpz_fac_ui(mpz_ptr r, unsigned long n) { set(r, factorial(n)); }
void gbi_mpz_2fac_ui(mpz_ptr r, unsigned long n) { set(r, double_factorial(n)); }
void gbi_mpz_mfac_uiui(mpz_ptr r, unsigned long n, unsigned long step) { set(r, multifactorial(n, step)); }
void gbi_mpz_primorial_ui(mpz_ptr r, unsigned long n) { set(r, primorial(n)); }
void gbi_mpz_bin_ui(mpz_ptr r, mpz_srcptr n, unsigned long k) { set(r, binomial(value(n), k)); }
void gbi_mpz_bin_uiui(mpz_ptr r, unsigned long n, unsigned long k) { set(r, binomial(n, k)); }
void gbi_mpz_fib_ui(mpz_ptr r, unsigned long n) { set(r, fibonacci(n)); }
void gbi_mpz_fib2_ui(mpz_ptr r, mpz_ptr before, unsigned long n) { set(r, before, fibonacci_pair(n)); }
void gbi_mpz_lucnum_ui(mpz_ptr r, unsigned long n) { set(r, lucas(n)); }
void gbi_mpz_lucnum2_ui(mpz_ptr r, mpz_ptr before, unsigned long n) { set(r, before, lucas_pair(n)); }

}  // extern "C"
// clang-format on

}  // namespace gbi::stand_in
