#include "gpu_bigint/bigint_batch.hpp"

#include <functional>
#include <limits>

#include "gpu_bigint/c/batch.h"
#include "gpu_bigint/view.hpp"
#include "src/c/guard.hpp"

using gbi::bigint_batch;
using gbi::c::array;
using gbi::c::call;
using gbi::c::room;

namespace {

/// A shift count as C++ takes it. No batch is as wide as the largest.
int64_t shift(size_t bits) {
  return static_cast<int64_t>(std::min<size_t>(bits, std::numeric_limits<int64_t>::max()));
}

/// The limbs of `count` elements.
array<const uint64_t> limbs_of(const uint64_t* limbs, size_t count, size_t bits) {
  const size_t each = bits / 64 + (bits % 64 != 0);
  return {limbs, each != 0 && count > std::numeric_limits<size_t>::max() / each ? 0 : count * each};
}

}  // namespace

gbi_status gbi_batch_init(gbi_batch** r) {
  return call(__func__).make(r, [] { return std::nullopt; });
}
void gbi_batch_clear(gbi_batch* a) {
  delete a;
}

gbi_status gbi_batch_set_numbers(gbi_batch* r, const gbi_int* const* values, size_t count, size_t bits) {
  return call(__func__, array<const gbi_int* const>{values, count}).set(r, [&](const auto& from) {
    return bigint_batch::from_numbers(from, bits);
  });
}
gbi_status gbi_batch_set_limbs(gbi_batch* r, const uint64_t* limbs, size_t count, size_t bits) {
  return call(__func__, limbs_of(limbs, count, bits)).set(r, [&](auto from) {
    return bigint_batch::from_limbs(from, count, bits);
  });
}
gbi_status gbi_batch_set_device_limbs(gbi_batch* r, const gbi_context* context, const uint64_t* limbs,
                                      size_t count, size_t bits) {
  return call(__func__, context, limbs_of(limbs, count, bits)).set(r, [&](auto& where, auto from) {
    return gbi::import_batch(where, from.data(), count, bits);
  });
}
gbi_status gbi_batch_fill(gbi_batch* r, size_t count, const gbi_int* value, size_t bits) {
  return call(__func__, value).set(r, [&](auto& x) { return bigint_batch::filled(count, x, bits); });
}
gbi_status gbi_batch_set(gbi_batch* r, const gbi_batch* a) {
  return call(__func__, a).set(r, [](auto& x) { return bigint_batch(x); });
}
gbi_status gbi_batch_resize(gbi_batch* r, const gbi_batch* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return x.resized(y); });
}

gbi_status gbi_batch_size(size_t* count, const gbi_batch* a) {
  return call(__func__, a).set(count, [](auto& x) { return x.size(); });
}
gbi_status gbi_batch_bits(size_t* bits, const gbi_batch* a) {
  return call(__func__, a).set(bits, [](auto& x) { return x.bits(); });
}
gbi_status gbi_batch_get_context(gbi_context** context, const gbi_batch* a) {
  return call(__func__, a).make(context, [](auto& x) { return x.context(); });
}
gbi_status gbi_batch_get(gbi_int* r, const gbi_batch* a, size_t index) {
  return call(__func__, a, index).set(r, [](auto& x, size_t y) { return x[y]; });
}
gbi_status gbi_batch_get_limbs(uint64_t* limbs, size_t capacity, size_t* count, const gbi_batch* a) {
  return call(__func__, a).fill(room<uint64_t>{limbs, capacity}, count, [](auto& x) { return x.to_limbs(); });
}
gbi_status gbi_batch_undefined(size_t* indices, size_t capacity, size_t* count, const gbi_batch* a) {
  return call(__func__, a).fill(room<size_t>{indices, capacity}, count, [](auto& x) {
    return x.undefined();
  });
}

gbi_status gbi_batch_add(gbi_batch* r, const gbi_batch* a, const gbi_batch* b) {
  return call(__func__, a, b).set(r, std::plus<>());
}
gbi_status gbi_batch_sub(gbi_batch* r, const gbi_batch* a, const gbi_batch* b) {
  return call(__func__, a, b).set(r, std::minus<>());
}
gbi_status gbi_batch_mul(gbi_batch* r, const gbi_batch* a, const gbi_batch* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return mul_full(x, y); });
}
gbi_status gbi_batch_mul_low(gbi_batch* r, const gbi_batch* a, const gbi_batch* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return mul_low(x, y); });
}
gbi_status gbi_batch_mul_high(gbi_batch* r, const gbi_batch* a, const gbi_batch* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return mul_high(x, y); });
}
gbi_status gbi_batch_mul_2exp(gbi_batch* r, const gbi_batch* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return x << shift(y); });
}
gbi_status gbi_batch_div_2exp(gbi_batch* r, const gbi_batch* a, size_t bits) {
  return call(__func__, a, bits).set(r, [](auto& x, size_t y) { return x >> shift(y); });
}
gbi_status gbi_batch_div_qr(gbi_batch* quotient, gbi_batch* remainder, const gbi_batch* a,
                            const gbi_batch* b) {
  return call(__func__, a, b).set_both(quotient, remainder, [](auto& x, auto& y) { return div_rem(x, y); });
}
gbi_status gbi_batch_gcd(gbi_batch* r, const gbi_batch* a, const gbi_batch* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return gcd(x, y); });
}
gbi_status gbi_batch_gcd_with_others(gbi_batch* r, const gbi_batch* a) {
  return call(__func__, a).set(r, [](auto& x) { return gcd_with_others(x); });
}
gbi_status gbi_batch_invert(gbi_batch* r, const gbi_batch* a, const gbi_batch* n) {
  return call(__func__, a, n).set(r, [](auto& x, auto& y) { return invert(x, y); });
}
gbi_status gbi_batch_cmp(signed char* orders, size_t capacity, size_t* count, const gbi_batch* a,
                         const gbi_batch* b) {
  return call(__func__, a, b).fill(room<signed char>{orders, capacity}, count, [](auto& x, auto& y) {
    return compare(x, y);
  });
}

gbi_status gbi_moduli_init(gbi_moduli** n, const gbi_batch* moduli) {
  return call(__func__, moduli).make(n, [](auto& x) { return gbi::odd_moduli(x); });
}
gbi_status gbi_moduli_init_one(gbi_moduli** n, const gbi_int* modulus) {
  return call(__func__, modulus).make(n, [](auto& x) { return gbi::odd_moduli(x); });
}
void gbi_moduli_clear(gbi_moduli* n) {
  delete n;
}
gbi_status gbi_batch_mulm(gbi_batch* r, const gbi_batch* a, const gbi_batch* b, const gbi_moduli* n) {
  return call(__func__, a, b, n).set(r, [](auto& x, auto& y, auto& z) { return mul_mod(x, y, z); });
}
gbi_status gbi_batch_powm(gbi_batch* r, const gbi_batch* base, const gbi_batch* exponent,
                          const gbi_moduli* n) {
  return call(__func__, base, exponent, n).set(r, [](auto& x, auto& y, auto& z) { return pow_mod(x, y, z); });
}
gbi_status gbi_batch_powm_one(gbi_batch* r, const gbi_batch* base, const gbi_int* exponent,
                              const gbi_moduli* n) {
  return call(__func__, base, exponent, n).set(r, [](auto& x, auto& y, auto& z) { return pow_mod(x, y, z); });
}
