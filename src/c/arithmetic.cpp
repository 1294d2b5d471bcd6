#include "gpu_bigint/arithmetic.hpp"

#include <functional>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/c/arithmetic.h"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/c/guard.hpp"

using gbi::gpu_bigint;
using gbi::c::array;
using gbi::c::set;
using gbi::c::set_both;

namespace {

constexpr std::plus<> sum;
constexpr std::minus<> difference;
constexpr std::multiplies<> product;

constexpr auto power = [](const gpu_bigint& a, uint64_t exponent) { return pow(a, exponent); };

}  // namespace

gbi_status gbi_add(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(__func__, r, sum, a, b);
}
gbi_status gbi_add_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(__func__, r, sum, a, b);
}
gbi_status gbi_sub(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(__func__, r, difference, a, b);
}
gbi_status gbi_sub_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(__func__, r, difference, a, b);
}
gbi_status gbi_ui_sub(gbi_int* r, uint64_t a, const gbi_int* b) {
  return set(__func__, r, difference, a, b);
}
gbi_status gbi_mul(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(__func__, r, product, a, b);
}
gbi_status gbi_mul_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(__func__, r, product, a, b);
}
gbi_status gbi_mul_si(gbi_int* r, const gbi_int* a, int64_t b) {
  return set(__func__, r, product, a, b);
}
gbi_status gbi_addmul(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(
      __func__, r, [](auto& x, auto& y, auto& z) { return multiply_add(x, y, z); }, r, a, b);
}
gbi_status gbi_addmul_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(
      __func__, r, [](auto& x, auto& y, uint64_t z) { return x + y * z; }, r, a, b);
}
gbi_status gbi_submul(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(
      __func__, r, [](auto& x, auto& y, auto& z) { return multiply_subtract(x, y, z); }, r, a, b);
}
gbi_status gbi_submul_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return set(
      __func__, r, [](auto& x, auto& y, uint64_t z) { return x - y * z; }, r, a, b);
}
gbi_status gbi_mul_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return set(
      __func__, r, [](auto& x, size_t y) { return x << y; }, a, bits);
}
gbi_status gbi_neg(gbi_int* r, const gbi_int* a) {
  return set(__func__, r, std::negate<>(), a);
}
gbi_status gbi_abs(gbi_int* r, const gbi_int* a) {
  return set(
      __func__, r, [](auto& x) { return abs(x); }, a);
}
gbi_status gbi_product(gbi_int* r, const gbi_int* const* factors, size_t count) {
  return set(
      __func__, r, [](const auto& all) { return gbi::product(std::span<const gpu_bigint>(all)); },
      array<const gbi_int* const>{factors, count});
}

gbi_status gbi_pow_ui(gbi_int* r, const gbi_int* a, uint64_t exponent) {
  return set(__func__, r, power, a, exponent);
}
gbi_status gbi_ui_pow_ui(gbi_int* r, uint64_t a, uint64_t exponent) {
  return set(
      __func__, r, [](uint64_t x, uint64_t y) { return pow(gpu_bigint(x), y); }, a, exponent);
}
gbi_status gbi_sqrt(gbi_int* r, const gbi_int* a) {
  return set(
      __func__, r, [](auto& x) { return isqrt(x); }, a);
}
gbi_status gbi_sqrtrem(gbi_int* root, gbi_int* rest, const gbi_int* a) {
  return set_both(
      __func__, root, rest, [](auto& x) { return sqrt_rem(x); }, a);
}
gbi_status gbi_root(gbi_int* r, const gbi_int* a, uint64_t k) {
  return set(
      __func__, r, [](auto& x, uint64_t y) { return iroot(x, y); }, a, k);
}
gbi_status gbi_rootrem(gbi_int* root, gbi_int* rest, const gbi_int* a, uint64_t k) {
  return set_both(
      __func__, root, rest, [](auto& x, uint64_t y) { return root_rem(x, y); }, a, k);
}
gbi_status gbi_perfect_square_p(int* r, const gbi_int* a) {
  return set(
      __func__, r, [](auto& x) { return is_perfect_square(x); }, a);
}
gbi_status gbi_perfect_power_p(int* r, const gbi_int* a) {
  return set(
      __func__, r, [](auto& x) { return is_perfect_power(x); }, a);
}

gbi_status gbi_and(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(__func__, r, std::bit_and<>(), a, b);
}
gbi_status gbi_ior(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(__func__, r, std::bit_or<>(), a, b);
}
gbi_status gbi_xor(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return set(__func__, r, std::bit_xor<>(), a, b);
}
gbi_status gbi_com(gbi_int* r, const gbi_int* a) {
  return set(__func__, r, std::bit_not<>(), a);
}
gbi_status gbi_setbit(gbi_int* r, size_t index) {
  return set(
      __func__, r, [](auto& x, size_t y) { return set_bit(x, y); }, r, index);
}
gbi_status gbi_clrbit(gbi_int* r, size_t index) {
  return set(
      __func__, r, [](auto& x, size_t y) { return clear_bit(x, y); }, r, index);
}
gbi_status gbi_combit(gbi_int* r, size_t index) {
  return set(
      __func__, r, [](auto& x, size_t y) { return flip_bit(x, y); }, r, index);
}
gbi_status gbi_tstbit(int* r, const gbi_int* a, size_t index) {
  return set(
      __func__, r, [](auto& x, size_t y) { return test_bit(x, y); }, a, index);
}
gbi_status gbi_popcount(size_t* r, const gbi_int* a) {
  return set(
      __func__, r, [](auto& x) { return popcount(x); }, a);
}
gbi_status gbi_hamdist(size_t* r, const gbi_int* a, const gbi_int* b) {
  return set(
      __func__, r, [](auto& x, auto& y) { return hamming_distance(x, y); }, a, b);
}
gbi_status gbi_scan0(size_t* r, const gbi_int* a, size_t start) {
  return set(
      __func__, r, [](auto& x, size_t y) { return scan0(x, y); }, a, start);
}
gbi_status gbi_scan1(size_t* r, const gbi_int* a, size_t start) {
  return set(
      __func__, r, [](auto& x, size_t y) { return scan1(x, y); }, a, start);
}
