/* Quotients and remainders in all roundings. */
#include "tests/c/checks.h"

typedef void mpz_binary(mpz_ptr, mpz_srcptr, mpz_srcptr);
typedef void mpz_bits(mpz_ptr, mpz_srcptr, mp_bitcnt_t);

static const struct {
  const char* name;
  gbi_status (*both)(gbi_int*, gbi_int*, const gbi_int*, const gbi_int*);
  void (*their_both)(mpz_ptr, mpz_ptr, mpz_srcptr, mpz_srcptr);
  gbi_status (*quotient)(gbi_int*, const gbi_int*, const gbi_int*);
  mpz_binary* their_quotient;
  gbi_status (*remainder)(gbi_int*, const gbi_int*, const gbi_int*);
  mpz_binary* their_remainder;
  gbi_status (*quotient_ui)(gbi_int*, const gbi_int*, uint64_t);
  unsigned long (*their_quotient_ui)(mpz_ptr, mpz_srcptr, unsigned long);
  gbi_status (*remainder_ui)(uint64_t*, const gbi_int*, uint64_t);
  gbi_status (*quotient_2exp)(gbi_int*, const gbi_int*, size_t);
  mpz_bits* their_quotient_2exp;
  gbi_status (*remainder_2exp)(gbi_int*, const gbi_int*, size_t);
  mpz_bits* their_remainder_2exp;
} roundings[] = {
    {"tdiv", gbi_tdiv_qr, mpz_tdiv_qr, gbi_tdiv_q, mpz_tdiv_q, gbi_tdiv_r, mpz_tdiv_r, gbi_tdiv_q_ui,
     mpz_tdiv_q_ui, gbi_tdiv_ui, gbi_tdiv_q_2exp, mpz_tdiv_q_2exp, gbi_tdiv_r_2exp, mpz_tdiv_r_2exp},
    {"fdiv", gbi_fdiv_qr, mpz_fdiv_qr, gbi_fdiv_q, mpz_fdiv_q, gbi_fdiv_r, mpz_fdiv_r, gbi_fdiv_q_ui,
     mpz_fdiv_q_ui, gbi_fdiv_ui, gbi_fdiv_q_2exp, mpz_fdiv_q_2exp, gbi_fdiv_r_2exp, mpz_fdiv_r_2exp},
    {"cdiv", gbi_cdiv_qr, mpz_cdiv_qr, gbi_cdiv_q, mpz_cdiv_q, gbi_cdiv_r, mpz_cdiv_r, gbi_cdiv_q_ui,
     mpz_cdiv_q_ui, gbi_cdiv_ui, gbi_cdiv_q_2exp, mpz_cdiv_q_2exp, gbi_cdiv_r_2exp, mpz_cdiv_r_2exp}};

static void compare_rounding(size_t i, pair* a, pair* b, pair* q, pair* r) {
  const char* const name = roundings[i].name;
  const size_t bits = random_below(400);
  const uint64_t word = 1 + random_below(random_below(2) ? 5 : UINT64_MAX - 1);
  uint64_t rest = 0, before = 0;
  const gbi_status status = mpz_sgn(b->theirs) == 0 ? GBI_DOMAIN_ERROR : GBI_OK;
  expect_status(roundings[i].both(q->ours, r->ours, a->ours, b->ours), status, name);
  if (status == GBI_OK) roundings[i].their_both(q->theirs, r->theirs, a->theirs, b->theirs);
  expect_same(q->ours, q->theirs, name);
  expect_same(r->ours, r->theirs, name);
  expect_status(roundings[i].both(q->ours, q->ours, a->ours, b->ours), GBI_INVALID_ARGUMENT, name);
  expect_status(roundings[i].both(NULL, r->ours, a->ours, b->ours), GBI_INVALID_ARGUMENT, name);
  expect_status(roundings[i].quotient(q->ours, a->ours, b->ours), status, name);
  if (status == GBI_OK) roundings[i].their_quotient(q->theirs, a->theirs, b->theirs);
  expect_same(q->ours, q->theirs, name);
  expect_status(roundings[i].remainder(r->ours, a->ours, b->ours), status, name);
  if (status == GBI_OK) roundings[i].their_remainder(r->theirs, a->theirs, b->theirs);
  expect_same(r->ours, r->theirs, name);

  expect_ok(roundings[i].quotient_ui(q->ours, a->ours, word), name);
  expect_ok(roundings[i].remainder_ui(&rest, a->ours, word), name);
  expect(rest == roundings[i].their_quotient_ui(q->theirs, a->theirs, word), name);
  expect_same(q->ours, q->theirs, name);
  before = rest;
  expect_status(roundings[i].remainder_ui(&rest, a->ours, 0), GBI_DOMAIN_ERROR, name);
  expect(rest == before, "a word after an error");

  expect_ok(roundings[i].quotient_2exp(q->ours, a->ours, bits), name);
  roundings[i].their_quotient_2exp(q->theirs, a->theirs, bits);
  expect_same(q->ours, q->theirs, name);
  expect_ok(roundings[i].remainder_2exp(r->ours, a->ours, bits), name);
  roundings[i].their_remainder_2exp(r->theirs, a->theirs, bits);
  expect_same(r->ours, r->theirs, name);

  /* results that are the operands, exchanged */
  if (status == GBI_OK) {
    expect_ok(roundings[i].both(b->ours, a->ours, a->ours, b->ours), name);
    roundings[i].their_both(b->theirs, a->theirs, a->theirs, b->theirs);
    expect_same(b->ours, b->theirs, name);
    expect_same(a->ours, a->theirs, name);
  }
}

static void compare_multiples(pair* a, pair* b, pair* q, pair* r) {
  int yes = -1;
  if (mpz_sgn(b->theirs) == 0) return;
  expect_ok(gbi_mod(r->ours, a->ours, b->ours), "mod");
  mpz_mod(r->theirs, a->theirs, b->theirs);
  expect_same(r->ours, r->theirs, "mod");
  expect_ok(gbi_congruent_p(&yes, a->ours, r->ours, b->ours), "congruent_p");
  expect(yes == 1, "congruent_p");
  expect_ok(gbi_divisible_p(&yes, a->ours, b->ours), "divisible_p");
  expect(yes == (mpz_divisible_p(a->theirs, b->theirs) != 0), "divisible_p");
  expect_ok(gbi_mul(q->ours, a->ours, b->ours), "mul");
  expect_ok(gbi_divisible_p(&yes, q->ours, b->ours), "divisible_p");
  expect(yes == 1, "divisible_p");
  expect_ok(gbi_divexact(q->ours, q->ours, b->ours), "divexact");
  expect_same(q->ours, a->theirs, "divexact");
}

static void compare_remainders(void) {
  enum { count = 7 };
  pair a = random_pair(), moduli[count], results[count];
  const gbi_int* of_moduli[count];
  gbi_int* of_results[count];
  for (int i = 0; i < count; ++i) {
    moduli[i] = random_pair();
    results[i] = pair_of(5);
    if (mpz_sgn(moduli[i].theirs) == 0) {
      destroy(&moduli[i]);
      moduli[i] = pair_of(-7);
    }
    of_moduli[i] = moduli[i].ours;
    of_results[i] = results[i].ours;
  }
  expect_ok(gbi_mod_each(of_results, a.ours, of_moduli, count), "mod_each");
  for (int i = 0; i < count; ++i) {
    mpz_mod(results[i].theirs, a.theirs, moduli[i].theirs);
    expect_same(results[i].ours, results[i].theirs, "mod_each");
  }
  of_results[count - 1] = NULL;
  expect_status(gbi_mod_each(of_results, moduli[0].ours, of_moduli, count), GBI_INVALID_ARGUMENT, "mod_each");
  for (int i = 0; i < count; ++i) {
    expect_same(results[i].ours, results[i].theirs, "the remainders before an error");
    destroy(&moduli[i]);
    destroy(&results[i]);
  }
  destroy(&a);
}

void test_division(void) {
  pair a = pair_of(0), b = pair_of(0), q = pair_of(0), r = pair_of(0);
  for (int i = 0; i < 90; ++i) {
    assign_random(&a);
    assign_random(&b);
    compare_multiples(&a, &b, &q, &r);
    mpz_set_ui(q.theirs, 77);
    assign(&q, q.theirs);
    compare_rounding((size_t)i % 3, &a, &b, &q, &r);
  }
  compare_remainders();
  destroy(&a);
  destroy(&b);
  destroy(&q);
  destroy(&r);
}
