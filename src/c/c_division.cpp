#include "gpu_bigint/division.hpp"

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/c/division.h"
#include "gpu_bigint/remainders.hpp"
#include "src/c/guard.hpp"

using gbi::gpu_bigint;
using gbi::c::array;
using gbi::c::call;

namespace {

// The roundings of a quotient. Each divides by a number, by a word in the context of the dividend, or by a
// power of 2.
constexpr auto towards_zero = [](const gpu_bigint& a, const gpu_bigint& b) { return div_rem(a, b); };
constexpr auto towards_minus = [](const gpu_bigint& a, const gpu_bigint& b) { return floor_div_rem(a, b); };
constexpr auto towards_plus = [](const gpu_bigint& a, const gpu_bigint& b) { return ceil_div_rem(a, b); };

template <auto Rounding>
constexpr auto quotient = [](const gpu_bigint& a, const gpu_bigint& b) { return Rounding(a, b).quotient; };
template <auto Rounding>
constexpr auto remainder_of =
    [](const gpu_bigint& a, const gpu_bigint& b) { return Rounding(a, b).remainder; };
template <auto Rounding>
constexpr auto quotient_by_word =
    [](const gpu_bigint& a, uint64_t b) { return Rounding(a, a.in_same_context(b)).quotient; };
template <auto Rounding>
constexpr auto remainder_word = [](const gpu_bigint& a, uint64_t b) {
  return static_cast<uint64_t>(abs(Rounding(a, a.in_same_context(b)).remainder));
};

/// compute(|a|) with the sign of a.
constexpr auto with_sign = [](const gpu_bigint& a, const auto& compute) {
  return a.sign() < 0 ? -compute(-a) : compute(a);
};

}  // namespace

gbi_status gbi_tdiv_qr(gbi_int* quotient, gbi_int* remainder, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set_both(quotient, remainder, towards_zero);
}
gbi_status gbi_fdiv_qr(gbi_int* quotient, gbi_int* remainder, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set_both(quotient, remainder, towards_minus);
}
gbi_status gbi_cdiv_qr(gbi_int* quotient, gbi_int* remainder, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set_both(quotient, remainder, towards_plus);
}
gbi_status gbi_tdiv_q(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, quotient<towards_zero>);
}
gbi_status gbi_fdiv_q(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, quotient<towards_minus>);
}
gbi_status gbi_cdiv_q(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, quotient<towards_plus>);
}
gbi_status gbi_tdiv_q_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, quotient_by_word<towards_zero>);
}
gbi_status gbi_fdiv_q_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, quotient_by_word<towards_minus>);
}
gbi_status gbi_cdiv_q_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, quotient_by_word<towards_plus>);
}
gbi_status gbi_tdiv_r(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, remainder_of<towards_zero>);
}
gbi_status gbi_fdiv_r(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, remainder_of<towards_minus>);
}
gbi_status gbi_cdiv_r(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, remainder_of<towards_plus>);
}
gbi_status gbi_tdiv_ui(uint64_t* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, remainder_word<towards_zero>);
}
gbi_status gbi_fdiv_ui(uint64_t* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, remainder_word<towards_minus>);
}
gbi_status gbi_cdiv_ui(uint64_t* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, remainder_word<towards_plus>);
}
gbi_status gbi_tdiv_q_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) {
    return with_sign(x, [&](const auto& z) { return z >> y; });
  });
}
gbi_status gbi_fdiv_q_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return x >> y; });
}
gbi_status gbi_cdiv_q_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return -(-x >> y); });
}
gbi_status gbi_tdiv_r_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) {
    return with_sign(x, [&](const auto& z) { return low_bits(z, y); });
  });
}
gbi_status gbi_fdiv_r_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return low_bits(x, y); });
}
gbi_status gbi_cdiv_r_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return -low_bits(-x, y); });
}

gbi_status gbi_mod(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return euclidean_div_rem(x, y).remainder; });
}
gbi_status gbi_divexact(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return divide_exact(x, y); });
}
gbi_status gbi_divisible_p(int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return is_divisible(x, y); });
}
gbi_status gbi_congruent_p(int* r, const gbi_int* a, const gbi_int* b, const gbi_int* n) {
  return call(__func__, a, b, n).set(r, [](auto& x, auto& y, auto& z) { return is_divisible(x - y, z); });
}
gbi_status gbi_mod_each(gbi_int* const* results, const gbi_int* a, const gbi_int* const* moduli,
                        size_t count) {
  return call(__func__, array<gbi_int* const>{results, count}, a, array<const gbi_int* const>{moduli, count})
      .run([](auto to, auto& x, const auto& all) {
        for (const gbi_int* const result : to)
          if (result == nullptr) throw std::invalid_argument("a null pointer among the results");
        std::vector<gpu_bigint> remainders = mod_each(x, std::span<const gpu_bigint>(all));
        for (size_t i = 0; i < to.size(); ++i) to[i]->value = std::move(remainders[i]);
      });
}
