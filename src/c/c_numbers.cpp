#include <cmath>
#include <compare>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/c/numbers.h"
#include "src/c/guard.hpp"

using gbi::gpu_bigint;
using gbi::c::call;

namespace {

constexpr auto value_of = [](auto word) { return gpu_bigint(word); };
constexpr auto copied = [](const gpu_bigint& a) { return a; };
/// -1, 0 or 1.
constexpr auto order = [](const auto& a, const auto& b) {
  const auto relation = a <=> b;
  return std::is_gt(relation) - std::is_lt(relation);
};

template <class Word>
constexpr auto word_of = [](const gpu_bigint& a) { return static_cast<Word>(a); };
template <class Word>
constexpr auto fits = [](const gpu_bigint& a) { return a.fits<Word>(); };

}  // namespace

gbi_status gbi_init(gbi_int** r) {
  return call(__func__).make(r, [] { return gpu_bigint(); });
}
gbi_status gbi_init_set(gbi_int** r, const gbi_int* a) {
  return call(__func__, a).make(r, copied);
}
gbi_status gbi_init_set_ui(gbi_int** r, uint64_t a) {
  return call(__func__, a).make(r, value_of);
}
gbi_status gbi_init_set_si(gbi_int** r, int64_t a) {
  return call(__func__, a).make(r, value_of);
}
gbi_status gbi_init_set_str(gbi_int** r, const char* text, int base) {
  return call(__func__, text, base).make(r, [](const char* from, int in_base) {
    return gpu_bigint(from, in_base);
  });
}
void gbi_clear(gbi_int* a) {
  delete a;
}

gbi_status gbi_set(gbi_int* r, const gbi_int* a) {
  return call(__func__, a).set(r, copied);
}
gbi_status gbi_set_ui(gbi_int* r, uint64_t a) {
  return call(__func__, a).set(r, value_of);
}
gbi_status gbi_set_si(gbi_int* r, int64_t a) {
  return call(__func__, a).set(r, value_of);
}
gbi_status gbi_set_d(gbi_int* r, double a) {
  return call(__func__, a).set(r, value_of);
}
gbi_status gbi_swap(gbi_int* a, gbi_int* b) {
  return call(__func__, a, b).run([](auto& x, auto& y) { x.swap(y); });
}

gbi_status gbi_get_ui(uint64_t* r, const gbi_int* a) {
  return call(__func__, a).set(r, word_of<uint64_t>);
}
gbi_status gbi_get_si(int64_t* r, const gbi_int* a) {
  return call(__func__, a).set(r, word_of<int64_t>);
}
gbi_status gbi_get_d(double* r, const gbi_int* a) {
  return call(__func__, a).set(r, word_of<double>);
}
gbi_status gbi_get_d_2exp(double* fraction, int64_t* exponent, const gbi_int* a) {
  return call(__func__, a).set_both(fraction, exponent, [](auto& x) { return frexp(x); });
}
gbi_status gbi_fits_ui_p(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, fits<uint64_t>);
}
gbi_status gbi_fits_si_p(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, fits<int64_t>);
}

gbi_status gbi_cmp(int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, order);
}
gbi_status gbi_cmp_ui(int* r, const gbi_int* a, uint64_t b) {
  return call(__func__, a, b).set(r, order);
}
gbi_status gbi_cmp_si(int* r, const gbi_int* a, int64_t b) {
  return call(__func__, a, b).set(r, order);
}
gbi_status gbi_cmp_d(int* r, const gbi_int* a, double b) {
  return call(__func__, a, b).set(r, [](auto& x, double y) {
    if (std::isnan(y)) throw std::domain_error("comparison with NaN");
    return order(x, y);
  });
}
gbi_status gbi_cmpabs(int* r, const gbi_int* a, const gbi_int* b) {
  return call(__func__, a, b).set(r, [](auto& x, auto& y) { return order(abs(x), abs(y)); });
}
gbi_status gbi_sgn(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return x.sign(); });
}
gbi_status gbi_even_p(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return !gbi::test_bit(x, 0); });
}
gbi_status gbi_odd_p(int* r, const gbi_int* a) {
  return call(__func__, a).set(r, [](auto& x) { return gbi::test_bit(x, 0); });
}
gbi_status gbi_size(size_t* limbs, const gbi_int* a) {
  return call(__func__, a).set(limbs, [](auto& x) {
    return x.bit_length() / 64 + (x.bit_length() % 64 != 0);
  });
}
gbi_status gbi_bit_length(size_t* bits, const gbi_int* a) {
  return call(__func__, a).set(bits, [](auto& x) { return x.bit_length(); });
}

gbi_status gbi_randinit(gbi_random** state, uint64_t seed) {
  return call(__func__).make(state, [&] { return gbi::random_engine(seed); });
}
void gbi_randclear(gbi_random* state) {
  delete state;
}
gbi_status gbi_urandomb(gbi_int* r, gbi_random* state, size_t bits) {
  return call(__func__, r, state, bits).run([](auto& result, auto& from, size_t count) {
    gbi::random_engine after = from;
    result = after.bits(count);
    from = after;
  });
}
gbi_status gbi_urandomm(gbi_int* r, gbi_random* state, const gbi_int* bound) {
  return call(__func__, r, state, bound).run([](auto& result, auto& from, auto& below) {
    gbi::random_engine after = from;
    result = after.below(below);
    from = after;
  });
}
