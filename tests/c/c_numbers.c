/* Making, assigning and comparing numbers, words, doubles, and random numbers. */
#include <math.h>

#include "tests/c/checks.h"

static void compare_words(const pair* a) {
  uint64_t word = 99;
  int64_t with_sign = 99, exponent = 99;
  int yes = -1;
  double value = 99, fraction = 99;
  size_t size = 99;
  const int fits_ui = mpz_fits_ulong_p(a->theirs) != 0, fits_si = mpz_fits_slong_p(a->theirs) != 0;
  expect_status(gbi_get_ui(&word, a->ours), fits_ui ? GBI_OK : GBI_OUT_OF_RANGE, "get_ui");
  expect(word == (fits_ui ? mpz_get_ui(a->theirs) : 99), "get_ui");
  expect_status(gbi_get_si(&with_sign, a->ours), fits_si ? GBI_OK : GBI_OUT_OF_RANGE, "get_si");
  expect(with_sign == (fits_si ? mpz_get_si(a->theirs) : 99), "get_si");
  expect_ok(gbi_fits_ui_p(&yes, a->ours), "fits_ui_p");
  expect(yes == fits_ui, "fits_ui_p");
  expect_ok(gbi_fits_si_p(&yes, a->ours), "fits_si_p");
  expect(yes == fits_si, "fits_si_p");
  expect_ok(gbi_even_p(&yes, a->ours), "even_p");
  expect(yes == (mpz_even_p(a->theirs) != 0), "even_p");
  expect_ok(gbi_odd_p(&yes, a->ours), "odd_p");
  expect(yes == (mpz_odd_p(a->theirs) != 0), "odd_p");
  expect_ok(gbi_sgn(&yes, a->ours), "sgn");
  expect(yes == mpz_sgn(a->theirs), "sgn");
  expect_ok(gbi_size(&size, a->ours), "size");
  expect(size == mpz_size(a->theirs), "size");
  expect_ok(gbi_bit_length(&size, a->ours), "bit_length");
  expect(size == (mpz_sgn(a->theirs) == 0 ? 0 : mpz_sizeinbase(a->theirs, 2)), "bit_length");
  /* GMP rounds towards zero, so its double differs by at most one unit in the last place */
  expect_ok(gbi_get_d(&value, a->ours), "get_d");
  if (mpz_sizeinbase(a->theirs, 2) <= 1020) {
    const double theirs = mpz_get_d(a->theirs);
    expect(fabs(value - theirs) <= fabs(theirs) * ldexp(1, -52), "get_d");
    expect_ok(gbi_get_d_2exp(&fraction, &exponent, a->ours), "get_d_2exp");
    expect(ldexp(fraction, (int)exponent) == value, "get_d_2exp");
  } else {
    expect(value != 0 && (mpz_sgn(a->theirs) > 0) == (value > 0), "get_d");
  }
}

static int sign_of(int order) {
  return (order > 0) - (order < 0);
}

static void compare_orders(const pair* a, const pair* b) {
  int order = 9;
  expect_ok(gbi_cmp(&order, a->ours, b->ours), "cmp");
  expect(order == sign_of(mpz_cmp(a->theirs, b->theirs)), "cmp");
  expect_ok(gbi_cmp(&order, a->ours, a->ours), "cmp");
  expect(order == 0, "cmp");
  expect_ok(gbi_cmpabs(&order, a->ours, b->ours), "cmpabs");
  expect(order == sign_of(mpz_cmpabs(a->theirs, b->theirs)), "cmpabs");
  expect_ok(gbi_cmp_ui(&order, a->ours, 2), "cmp_ui");
  expect(order == sign_of(mpz_cmp_ui(a->theirs, 2)), "cmp_ui");
  expect_ok(gbi_cmp_si(&order, a->ours, -2), "cmp_si");
  expect(order == sign_of(mpz_cmp_si(a->theirs, -2)), "cmp_si");
  expect_ok(gbi_cmp_d(&order, a->ours, 1.5), "cmp_d");
  expect(order == sign_of(mpz_cmp_d(a->theirs, 1.5)), "cmp_d");
  order = 9;
  expect_status(gbi_cmp_d(&order, a->ours, NAN), GBI_DOMAIN_ERROR, "cmp_d");
  expect_status(gbi_cmp(&order, a->ours, NULL), GBI_INVALID_ARGUMENT, "cmp");
  expect_status(gbi_cmp(NULL, a->ours, b->ours), GBI_INVALID_ARGUMENT, "cmp");
  expect(order == 9, "an order after an error");
}

static void compare_values(const pair* a, pair* r) {
  gbi_int *copy = NULL, *word = NULL, *text = NULL;
  const uint64_t bits = random_below(UINT64_MAX);
  expect_ok(gbi_init_set(&copy, a->ours), "init_set");
  expect_same(copy, a->theirs, "init_set");
  expect_ok(gbi_init_set_ui(&word, bits), "init_set_ui");
  mpz_set_ui(r->theirs, bits);
  expect_same(word, r->theirs, "init_set_ui");
  expect_ok(gbi_swap(copy, word), "swap");
  expect_same(copy, r->theirs, "swap");
  expect_same(word, a->theirs, "swap");
  expect_ok(gbi_set(copy, word), "set");
  expect_same(copy, a->theirs, "set");
  expect_ok(gbi_set(copy, copy), "set");
  expect_same(copy, a->theirs, "set");
  expect_ok(gbi_set_ui(copy, bits), "set_ui");
  expect_same(copy, r->theirs, "set_ui");
  expect_ok(gbi_set_si(copy, INT64_MIN), "set_si");
  mpz_set_si(r->theirs, INT64_MIN);
  expect_same(copy, r->theirs, "set_si");
  expect_ok(gbi_set_d(copy, -1e300), "set_d");
  mpz_set_d(r->theirs, -1e300);
  expect_same(copy, r->theirs, "set_d");
  expect_status(gbi_set_d(copy, INFINITY), GBI_DOMAIN_ERROR, "set_d");
  expect_same(copy, r->theirs, "the value before an error");
  expect_status(gbi_init_set_str(&text, "12x", 10), GBI_INVALID_ARGUMENT, "init_set_str");
  expect(text == NULL, "a handle after an error");
  expect_ok(gbi_init_set_str(&text, "-zz", 36), "init_set_str");
  mpz_set_si(r->theirs, -1295);
  expect_same(text, r->theirs, "init_set_str");
  gbi_clear(copy);
  gbi_clear(word);
  gbi_clear(text);
  gbi_clear(NULL);
}

static void compare_random_numbers(void) {
  gbi_random *state = NULL, *again = NULL;
  pair a = pair_of(0), b = pair_of(0), bound = random_pair();
  size_t bits = 0;
  int order = 9;
  mpz_abs(bound.theirs, bound.theirs);
  mpz_add_ui(bound.theirs, bound.theirs, 1);
  assign(&bound, bound.theirs);
  expect_ok(gbi_randinit(&state, 5), "randinit");
  expect_ok(gbi_randinit(&again, 5), "randinit");
  for (int i = 0; i < 5; ++i) {
    expect_ok(gbi_urandomb(a.ours, state, 1000), "urandomb");
    expect_ok(gbi_urandomb(b.ours, again, 1000), "urandomb");
    expect_ok(gbi_cmp(&order, a.ours, b.ours), "cmp");
    expect(order == 0, "two sequences of one seed");
    expect_ok(gbi_bit_length(&bits, a.ours), "bit_length");
    expect(bits > 900 && bits <= 1000, "urandomb");
    expect_ok(gbi_urandomm(b.ours, again, bound.ours), "urandomm");
    expect_ok(gbi_cmp(&order, b.ours, bound.ours), "cmp");
    expect(order < 0, "urandomm");
    /* a failed draw takes nothing from the sequence */
    expect_ok(gbi_set_si(b.ours, -1), "set_si");
    expect_status(gbi_urandomm(b.ours, state, b.ours), GBI_DOMAIN_ERROR, "urandomm");
    expect_ok(gbi_urandomm(a.ours, state, bound.ours), "urandomm");
  }
  gbi_randclear(state);
  gbi_randclear(again);
  gbi_randclear(NULL);
  destroy(&a);
  destroy(&b);
  destroy(&bound);
}

void test_numbers(void) {
  for (int i = 0; i < 100; ++i) {
    pair a = random_pair(), b = random_pair(), r = pair_of(0);
    compare_words(&a);
    compare_orders(&a, &b);
    compare_values(&a, &r);
    destroy(&a);
    destroy(&b);
    destroy(&r);
  }
  compare_random_numbers();
}
