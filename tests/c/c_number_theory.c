/* Divisors, powers modulo a number, primes and sequences. */
#include "tests/c/checks.h"

typedef gbi_status sequence(gbi_int*, uint64_t);
typedef gbi_status two_members(gbi_int*, gbi_int*, uint64_t);

static void compare_divisors(const pair* a, const pair* b, pair* r) {
  pair s = pair_of(0), t = pair_of(0), sum = pair_of(0);
  const uint64_t word = random_below(UINT64_MAX);
  int symbol = -2;
  expect_ok(gbi_gcd(r->ours, a->ours, b->ours), "gcd");
  mpz_gcd(r->theirs, a->theirs, b->theirs);
  expect_same(r->ours, r->theirs, "gcd");
  expect_ok(gbi_gcdext(r->ours, s.ours, t.ours, a->ours, b->ours), "gcdext");
  expect_same(r->ours, r->theirs, "gcdext");
  expect_ok(gbi_mul(sum.ours, s.ours, a->ours), "mul");
  expect_ok(gbi_addmul(sum.ours, t.ours, b->ours), "addmul");
  expect_same(sum.ours, r->theirs, "s a + t b");
  expect_ok(gbi_gcdext(r->ours, NULL, sum.ours, a->ours, b->ours), "gcdext");
  expect_ok(gbi_cmp(&symbol, sum.ours, t.ours), "cmp");
  expect(symbol == 0, "gcdext without s");
  expect_ok(gbi_gcdext(r->ours, NULL, NULL, a->ours, b->ours), "gcdext");
  expect_same(r->ours, r->theirs, "gcdext without cofactors");
  expect_status(gbi_gcdext(r->ours, s.ours, s.ours, a->ours, b->ours), GBI_INVALID_ARGUMENT, "gcdext");
  expect_status(gbi_gcdext(r->ours, r->ours, NULL, a->ours, b->ours), GBI_INVALID_ARGUMENT, "gcdext");
  expect_ok(gbi_gcd_ui(r->ours, a->ours, word), "gcd_ui");
  mpz_gcd_ui(r->theirs, a->theirs, word);
  expect_same(r->ours, r->theirs, "gcd_ui");
  expect_ok(gbi_lcm(r->ours, a->ours, b->ours), "lcm");
  mpz_lcm(r->theirs, a->theirs, b->theirs);
  expect_same(r->ours, r->theirs, "lcm");
  expect_ok(gbi_lcm_ui(r->ours, a->ours, word), "lcm_ui");
  mpz_lcm_ui(r->theirs, a->theirs, word);
  expect_same(r->ours, r->theirs, "lcm_ui");
  expect_ok(gbi_kronecker(&symbol, a->ours, b->ours), "kronecker");
  expect(symbol == mpz_kronecker(a->theirs, b->theirs), "kronecker");
  destroy(&s);
  destroy(&t);
  destroy(&sum);
}

static void compare_powers(const pair* a, const pair* k, const pair* n, pair* r) {
  int symbol = -2;
  const int has_inverse = mpz_sgn(n->theirs) != 0 && mpz_invert(r->theirs, a->theirs, n->theirs) != 0;
  expect_ok(gbi_set_ui(r->ours, 9), "set_ui");
  expect_status(gbi_invert(r->ours, a->ours, n->ours), has_inverse ? GBI_OK : GBI_DOMAIN_ERROR, "invert");
  if (!has_inverse) mpz_set_ui(r->theirs, 9);
  expect_same(r->ours, r->theirs, "invert");
  const int defined = mpz_sgn(n->theirs) != 0 && (has_inverse || mpz_sgn(k->theirs) >= 0);
  expect_status(gbi_powm(r->ours, a->ours, k->ours, n->ours), defined ? GBI_OK : GBI_DOMAIN_ERROR, "powm");
  if (defined) mpz_powm(r->theirs, a->theirs, k->theirs, n->theirs);
  expect_same(r->ours, r->theirs, "powm");
  if (mpz_sgn(n->theirs) != 0) {
    expect_ok(gbi_powm_ui(r->ours, a->ours, 65537, n->ours), "powm_ui");
    mpz_powm_ui(r->theirs, a->theirs, 65537, n->theirs);
    expect_same(r->ours, r->theirs, "powm_ui");
  }
  if (mpz_odd_p(n->theirs) && mpz_sgn(n->theirs) > 0) {
    expect_ok(gbi_jacobi(&symbol, a->ours, n->ours), "jacobi");
    expect(symbol == mpz_jacobi(a->theirs, n->theirs), "jacobi");
  } else {
    expect_status(gbi_jacobi(&symbol, a->ours, n->ours), GBI_DOMAIN_ERROR, "jacobi");
    expect(symbol == -2, "a symbol after an error");
  }
}

static void compare_primes(pair* a, pair* r) {
  int prime = -1;
  uint64_t times = 0;
  pair three = pair_of(3), rest = pair_of(0);
  mpz_tdiv_r_2exp(r->theirs, a->theirs, 200);
  mpz_abs(r->theirs, r->theirs);
  assign(a, r->theirs);
  expect_ok(gbi_nextprime(r->ours, a->ours), "nextprime");
  mpz_nextprime(r->theirs, a->theirs);
  expect_same(r->ours, r->theirs, "nextprime");
  expect_ok(gbi_probab_prime_p(&prime, r->ours, 25), "probab_prime_p");
  expect(prime == (mpz_sizeinbase(r->theirs, 2) <= 64 ? 2 : 1), "probab_prime_p");
  /* the prime before the next one is at most a */
  mpz_set(rest.theirs, r->theirs);
  if (mpz_cmp_ui(a->theirs, 2) >= 0) {
    expect_ok(gbi_prevprime(rest.ours, r->ours), "prevprime");
    expect_ok(gbi_nextprime(rest.ours, rest.ours), "nextprime");
    expect_same(rest.ours, rest.theirs, "prevprime and nextprime");
  }
  expect_ok(gbi_mul_ui(r->ours, r->ours, 9), "mul_ui");
  expect_ok(gbi_probab_prime_p(&prime, r->ours, 25), "probab_prime_p");
  expect(prime == 0, "probab_prime_p");
  expect_ok(gbi_remove(rest.ours, &times, r->ours, three.ours), "remove");
  mpz_mul_ui(r->theirs, r->theirs, 9);
  expect(times == mpz_remove(rest.theirs, r->theirs, three.theirs), "remove");
  expect_same(rest.ours, rest.theirs, "remove");
  expect_ok(gbi_prevprime(r->ours, three.ours), "prevprime of 3");
  expect_status(gbi_prevprime(r->ours, r->ours), GBI_DOMAIN_ERROR, "prevprime of 2");
  destroy(&three);
  destroy(&rest);
}

static void compare_sequences(pair* r) {
  static const struct {
    const char* name;
    sequence* ours;
    void (*theirs)(mpz_ptr, unsigned long);
  } sequences[] = {{"fac_ui", gbi_fac_ui, mpz_fac_ui},
                   {"2fac_ui", gbi_2fac_ui, mpz_2fac_ui},
                   {"fib_ui", gbi_fib_ui, mpz_fib_ui},
                   {"lucnum_ui", gbi_lucnum_ui, mpz_lucnum_ui},
                   {"primorial_ui", gbi_primorial_ui, mpz_primorial_ui}};
  static const struct {
    const char* name;
    two_members* ours;
    void (*theirs)(mpz_ptr, mpz_ptr, unsigned long);
  } both[] = {{"fib2_ui", gbi_fib2_ui, mpz_fib2_ui}, {"lucnum2_ui", gbi_lucnum2_ui, mpz_lucnum2_ui}};
  const uint64_t n = random_below(1200), k = random_below(n + 2);
  pair before = pair_of(0), a = pair_of(-5);
  for (size_t i = 0; i < sizeof sequences / sizeof *sequences; ++i) {
    expect_ok(sequences[i].ours(r->ours, n), sequences[i].name);
    sequences[i].theirs(r->theirs, n);
    expect_same(r->ours, r->theirs, sequences[i].name);
  }
  for (size_t i = 0; i < sizeof both / sizeof *both; ++i) {
    expect_ok(both[i].ours(r->ours, before.ours, n), both[i].name);
    both[i].theirs(r->theirs, before.theirs, n);
    expect_same(r->ours, r->theirs, both[i].name);
    expect_same(before.ours, before.theirs, both[i].name);
    expect_status(both[i].ours(r->ours, r->ours, n), GBI_INVALID_ARGUMENT, both[i].name);
  }
  expect_ok(gbi_mfac_uiui(r->ours, n, 5), "mfac_uiui");
  mpz_mfac_uiui(r->theirs, n, 5);
  expect_same(r->ours, r->theirs, "mfac_uiui");
  expect_status(gbi_mfac_uiui(r->ours, n, 0), GBI_DOMAIN_ERROR, "mfac_uiui");
  expect_ok(gbi_bin_uiui(r->ours, n, k), "bin_uiui");
  mpz_bin_uiui(r->theirs, n, k);
  expect_same(r->ours, r->theirs, "bin_uiui");
  expect_ok(gbi_bin_ui(r->ours, a.ours, k), "bin_ui");
  mpz_bin_ui(r->theirs, a.theirs, k);
  expect_same(r->ours, r->theirs, "bin_ui");
  expect_status(gbi_fac_ui(r->ours, UINT64_C(1) << 36), GBI_LENGTH_ERROR, "fac_ui");
  expect_same(r->ours, r->theirs, "the value before an error");
  destroy(&before);
  destroy(&a);
}

static void compare_chinese_remainders(void) {
  pair a = pair_of(123456789), moduli[] = {pair_of(1009), pair_of(1013), pair_of(1019)}, remainders[3],
       r = pair_of(0);
  const gbi_int *of_moduli[3], *of_remainders[3];
  for (int i = 0; i < 3; ++i) {
    remainders[i] = pair_of(0);
    expect_ok(gbi_mod(remainders[i].ours, a.ours, moduli[i].ours), "mod");
    of_moduli[i] = moduli[i].ours;
    of_remainders[i] = remainders[i].ours;
  }
  expect_ok(gbi_crt(r.ours, of_remainders, of_moduli, 3), "crt");
  expect_same(r.ours, a.theirs, "crt");
  of_moduli[1] = of_moduli[0];
  expect_status(gbi_crt(r.ours, of_remainders, of_moduli, 3), GBI_DOMAIN_ERROR, "crt");
  expect_status(gbi_crt(r.ours, NULL, of_moduli, 3), GBI_INVALID_ARGUMENT, "crt");
  expect_same(r.ours, a.theirs, "the value before an error");
  for (int i = 0; i < 3; ++i) {
    destroy(&moduli[i]);
    destroy(&remainders[i]);
  }
  destroy(&a);
  destroy(&r);
}

void test_number_theory(void) {
  pair a = pair_of(0), b = pair_of(0), n = pair_of(0), r = pair_of(0);
  for (int i = 0; i < 20; ++i) {
    assign_random(&a);
    assign_random(&b);
    assign_random(&n);
    compare_divisors(&a, &b, &r);
    mpz_tdiv_r_2exp(n.theirs, n.theirs, 1500);
    assign(&n, n.theirs);
    mpz_tdiv_r_2exp(b.theirs, b.theirs, 300);
    assign(&b, b.theirs);
    compare_powers(&a, &b, &n, &r);
    compare_primes(&a, &r);
    compare_sequences(&r);
  }
  compare_chinese_remainders();
  destroy(&a);
  destroy(&b);
  destroy(&n);
  destroy(&r);
}
