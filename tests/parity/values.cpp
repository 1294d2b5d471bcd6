/// \file
/// Rows for the manual's chapters on initialisation, assignment, conversion, comparison and size.
#include <cmath>
#include <string>

#include "gpu_bigint/bits.hpp"
#include "tests/parity/gmp_rows.hpp"

namespace gbi::test {

namespace {

/// The text that mpz_get_str returns in a base.
std::string text(const integer& a, int base) {
  return a.to_string(base);
}

/// The sign as -1, 0 or 1.
int sign_of(int value) {
  return (value > 0) - (value < 0);
}
template <class Ordering>
int sign_of(Ordering order) {
  return order > 0 ? 1 : order < 0 ? -1 : 0;
}

gpu_bigint swapped(gpu_bigint a, gpu_bigint b) {
  swap(a, b);
  return a;
}

bool holds(const scaled_double& ours, const integer& a) {
  // mpz_get_d_2exp truncates; the nearest double differs by at most one unit in the last place.
  long exponent = 0;
  const double cut = mpz_get_d_2exp(&exponent, a.get());
  const double ratio = std::ldexp(ours.fraction, static_cast<int>(ours.exponent - exponent));
  return ratio == cut || ratio == std::nextafter(cut, 2 * cut);
}

}  // namespace

std::vector<row> value_rows() {
  // clang-format off
  return {
      {"mpz_init", [](const sample&) { return same(gpu_bigint(), integer()); }},
      {"mpz_inits", [](const sample&) { const gpu_bigint one, two; return same(one + two, integer()); }},
      {"mpz_clear", [](const sample& t) { { const gpu_bigint other = t.x; } return same(t.x, t.a); }},
      {"mpz_clears", [](const sample& t) { { const gpu_bigint one = t.x, two = t.x; } return same(t.x, t.a); }},

      {"mpz_set", [](const sample& t) { gpu_bigint r; r = t.x; return same(r, gmp(mpz_set, t.a)); }},
      {"mpz_set_ui", [](const sample& t) { gpu_bigint r; r = t.u; return same(r, gmp(mpz_set_ui, t.u)); }},
      {"mpz_set_si", [](const sample& t) { gpu_bigint r; r = t.s; return same(r, gmp(mpz_set_si, t.s)); }},
      {"mpz_set_d", [](const sample& t) { gpu_bigint r; r = gpu_bigint(t.d); return same(r, gmp(mpz_set_d, t.d)); }},
      {"mpz_set_str", [](const sample& t) { return same(gpu_bigint(text(t.a, 62), 62), gmp(mpz_set_str, text(t.a, 62).c_str(), 62)); }},
      {"mpz_swap", [](const sample& t) { return same(swapped(t.x, t.y), t.b); }},

      {"mpz_init_set", [](const sample& t) { const gpu_bigint r = t.x; return same(r, gmp(mpz_set, t.a)); }},
      {"mpz_init_set_ui", [](const sample& t) { return same(gpu_bigint(t.u), gmp(mpz_set_ui, t.u)); }},
      {"mpz_init_set_si", [](const sample& t) { return same(gpu_bigint(t.s), gmp(mpz_set_si, t.s)); }},
      {"mpz_init_set_d", [](const sample& t) { return same(gpu_bigint(t.d), gmp(mpz_set_d, t.d)); }},
      {"mpz_init_set_str", [](const sample& t) { return same(gpu_bigint(text(t.a, 36), 36), t.a); }},

      {"mpz_get_ui", [](const sample& t) { return same(static_cast<unsigned long>(low_bits(abs(t.x), 64)), mpz_get_ui(t.a.get())); }},
      {"mpz_get_si", [](const sample& t) { return same(static_cast<long>(gpu_bigint(t.s)), mpz_get_si(integer(t.s).get())); }},
      {"mpz_get_d", [](const sample& t) { return same(static_cast<double>(t.x >> 1960), mpz_get_d((t.a >> 1960).get())); }},
      {"mpz_get_d_2exp", [](const sample& t) { return same(holds(frexp(t.x), t.a), true); }},
      {"mpz_get_str", [](const sample& t) { return same(t.x.to_string(37), text(t.a, 37)); }},

      {"mpz_cmp", [](const sample& t) { return same(sign_of(t.x <=> t.y), sign_of(mpz_cmp(t.a.get(), t.b.get()))); }},
      {"mpz_cmp_d", [](const sample& t) { return same(sign_of(t.z <=> t.d), sign_of(mpz_cmp_d(t.c.get(), t.d))); }},
      {"mpz_cmp_si", [](const sample& t) { return same(sign_of(t.z <=> t.s), sign_of(mpz_cmp_si(t.c.get(), t.s))); }},
      {"mpz_cmp_ui", [](const sample& t) { return same(sign_of(t.z <=> t.u), sign_of(mpz_cmp_ui(t.c.get(), t.u))); }},
      {"mpz_cmpabs", [](const sample& t) { return same(sign_of(abs(t.x) <=> abs(t.y)), sign_of(mpz_cmpabs(t.a.get(), t.b.get()))); }},
      {"mpz_cmpabs_d", [](const sample& t) { return same(sign_of(abs(t.x) <=> std::fabs(t.d)), sign_of(mpz_cmpabs_d(t.a.get(), t.d))); }},
      {"mpz_cmpabs_ui", [](const sample& t) { return same(sign_of(abs(t.z) <=> t.u), sign_of(mpz_cmpabs_ui(t.c.get(), t.u))); }},
      {"mpz_sgn", [](const sample& t) { return same(t.x.sign(), mpz_sgn(t.a.get())); }},

      {"mpz_fits_ulong_p", [](const sample& t) { return same(t.z.fits<unsigned long>(), mpz_fits_ulong_p(t.c.get()) != 0); }},
      {"mpz_fits_slong_p", [](const sample& t) { return same(t.z.fits<long>(), mpz_fits_slong_p(t.c.get()) != 0); }},
      {"mpz_fits_uint_p", [](const sample& t) { return same(t.z.fits<unsigned>(), mpz_fits_uint_p(t.c.get()) != 0); }},
      {"mpz_fits_sint_p", [](const sample& t) { return same(t.z.fits<int>(), mpz_fits_sint_p(t.c.get()) != 0); }},
      {"mpz_fits_ushort_p", [](const sample& t) { return same(t.z.fits<unsigned short>(), mpz_fits_ushort_p(t.c.get()) != 0); }},
      {"mpz_fits_sshort_p", [](const sample& t) { return same(t.z.fits<short>(), mpz_fits_sshort_p(t.c.get()) != 0); }},
      {"mpz_odd_p", [](const sample& t) { return same(test_bit(t.x, 0), mpz_odd_p(t.a.get()) != 0); }},
      {"mpz_even_p", [](const sample& t) { return same(!test_bit(t.x, 0), mpz_even_p(t.a.get()) != 0); }},
      {"mpz_sizeinbase", [](const sample& t) { return same(abs(t.x).to_string(32).size(), mpz_sizeinbase(t.a.get(), 32)); }},

      {"mpz_size", [](const sample& t) { return same(t.x.to_limbs().size(), mpz_size(t.a.get())); }},
      {"mpz_getlimbn", [](const sample& t) { return same(gpu_bigint(t.u).to_limbs().empty() ? 0 : gpu_bigint(t.u).to_limbs()[0], mpz_getlimbn(integer(std::vector<std::uint64_t>{t.u}).get(), 0)); }},
      {"mpz_limbs_read", [](const sample& t) { return same(t.x.to_limbs(), std::vector<std::uint64_t>(mpz_limbs_read(t.a.get()), mpz_limbs_read(t.a.get()) + mpz_size(t.a.get()))); }},
      {"mpz_roinit_n", [](const sample& t) { return same(gpu_bigint::from_limbs(t.x.to_limbs(), t.a.sign() < 0), t.a); }},
  };
  // clang-format on
}

}  // namespace gbi::test
