#include "gpu_bigint/arithmetic.hpp"

#include <functional>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/c/arithmetic.h"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/c/guard.hpp"

using gbi::gpu_bigint;
using gbi::c::array;
using gbi::c::call;

namespace {

constexpr std::plus<> sum;
constexpr std::minus<> difference;
constexpr std::multiplies<> product;

constexpr auto power = [](const gpu_bigint& a, uint64_t exponent) { return pow(a, exponent); };

}  // namespace

gbi_status gbi_add(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, sum);
}
gbi_status gbi_add_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, sum);
}
gbi_status gbi_sub(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, difference);
}
gbi_status gbi_sub_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, difference);
}
gbi_status gbi_ui_sub(gbi_int* r, uint64_t a, const gbi_int* b) {
  return call(__func__, a, b).set(r, difference);
}
gbi_status gbi_mul(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, product);
}
gbi_status gbi_mul_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, product);
}
gbi_status gbi_mul_si(gbi_int* r, const gbi_int* a, int64_t b) {
  return call(__func__, a, b).set(r, product);
}
gbi_status gbi_addmul(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, r, a, b).set(r, [](auto& x, auto& y, auto& z) { return multiply_add(x, y, z); });
}
gbi_status gbi_addmul_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, r, a, b).set(r, [](auto& x, auto& y, uint64_t z) { return x + y * z; });
}
gbi_status gbi_submul(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, r, a, b).set(r, [](auto& x, auto& y, auto& z) { return multiply_subtract(x, y, z); });
}
gbi_status gbi_submul_ui(gbi_int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, r, a, b).set(r, [](auto& x, auto& y, uint64_t z) { return x - y * z; });
}
gbi_status gbi_mul_2exp(gbi_int* r, const gbi_int* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return x << y; });
}
gbi_status gbi_neg(gbi_int* r, const gbi_int* a) {
  return call(__func__, a).set(r, std::negate<>());
}
gbi_status gbi_abs(gbi_int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return abs(x); });
}
gbi_status gbi_product(gbi_int* r, const gbi_int* const* factors, size_t count) {
  return call(__func__, array<const gbi_int* const>{factors, count}).set(r, [](const auto& all) {
    return gbi::product(std::span<const gpu_bigint>(all));
  });
}

gbi_status gbi_pow_ui(gbi_int* r, const gbi_int* a, uint64_t exponent) {
  return call(__func__, a, exponent).set(r, power);
}
gbi_status gbi_ui_pow_ui(gbi_int* r, uint64_t a, uint64_t exponent) {
  return call(__func__, a, exponent).set(r, [](uint64_t x, uint64_t y) { return pow(gpu_bigint(x), y); });
}
gbi_status gbi_sqrt(gbi_int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return isqrt(x); });
}
gbi_status gbi_sqrtrem(gbi_int* root, gbi_int* rest, const gbi_int* a) {
  return call(__func__, a).set_both(root, rest, [](auto& x) { return sqrt_rem(x); });
}
gbi_status gbi_root(gbi_int* r, const gbi_int* a, uint64_t k) {
  return call(__func__, a, k).set(r, [](auto& x, uint64_t y) { return iroot(x, y); });
}
gbi_status gbi_rootrem(gbi_int* root, gbi_int* rest, const gbi_int* a, uint64_t k) {
  return call(__func__, a, k).set_both(root, rest, [](auto& x, uint64_t y) { return root_rem(x, y); });
}
gbi_status gbi_perfect_square_p(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return is_perfect_square(x); });
}
gbi_status gbi_perfect_power_p(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return is_perfect_power(x); });
}

gbi_status gbi_and(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, std::bit_and<>());
}
gbi_status gbi_ior(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, std::bit_or<>());
}
gbi_status gbi_xor(gbi_int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, std::bit_xor<>());
}
gbi_status gbi_com(gbi_int* r, const gbi_int* a) {
  return call(__func__, a).set(r, std::bit_not<>());
}
gbi_status gbi_setbit(gbi_int* r, size_t index) {
  return call(__func__, r, index).set(r, [](auto& x, size_t y) { return set_bit(x, y); });
}
gbi_status gbi_clrbit(gbi_int* r, size_t index) {
  return call(__func__, r, index).set(r, [](auto& x, size_t y) { return clear_bit(x, y); });
}
gbi_status gbi_combit(gbi_int* r, size_t index) {
  return call(__func__, r, index).set(r, [](auto& x, size_t y) { return flip_bit(x, y); });
}
gbi_status gbi_tstbit(int* r, const gbi_int* a, size_t index) {
  return call(__func__, a, index).set(r, [](auto& x, size_t y) { return test_bit(x, y); });
}
gbi_status gbi_popcount(size_t* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return popcount(x); });
}
gbi_status gbi_hamdist(size_t* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return hamming_distance(x, y); });
}
gbi_status gbi_scan0(size_t* r, const gbi_int* a, size_t start) {
  return call(__func__, a, start).set(r, [](auto& x, size_t y) { return scan0(x, y); });
}
gbi_status gbi_scan1(size_t* r, const gbi_int* a, size_t start) {
  return call(__func__, a, start).set(r, [](auto& x, size_t y) { return scan1(x, y); });
}
