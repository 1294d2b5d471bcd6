/* Sums, products, powers, roots and bits. Each is compared with GMP, also with results that are operands. */
#include "tests/c/checks.h"

typedef gbi_status unary(gbi_int*, const gbi_int*);
typedef gbi_status binary(gbi_int*, const gbi_int*, const gbi_int*);
typedef gbi_status with_word(gbi_int*, const gbi_int*, uint64_t);
typedef gbi_status bit_setter(gbi_int*, size_t);
typedef gbi_status bit_finder(size_t*, const gbi_int*, size_t);

static const struct {
  const char* name;
  unary* ours;
  void (*theirs)(mpz_ptr, mpz_srcptr);
} unaries[] = {{"neg", gbi_neg, mpz_neg}, {"abs", gbi_abs, mpz_abs}, {"com", gbi_com, mpz_com}};

static const struct {
  const char* name;
  binary* ours;
  void (*theirs)(mpz_ptr, mpz_srcptr, mpz_srcptr);
} binaries[] = {{"add", gbi_add, mpz_add}, {"sub", gbi_sub, mpz_sub},
                {"mul", gbi_mul, mpz_mul}, {"addmul", gbi_addmul, mpz_addmul},
                {"and", gbi_and, mpz_and}, {"ior", gbi_ior, mpz_ior},
                {"xor", gbi_xor, mpz_xor}, {"submul", gbi_submul, mpz_submul}};

static const struct {
  const char* name;
  with_word* ours;
  void (*theirs)(mpz_ptr, mpz_srcptr, unsigned long);
} words[] = {{"add_ui", gbi_add_ui, mpz_add_ui},
             {"sub_ui", gbi_sub_ui, mpz_sub_ui},
             {"mul_ui", gbi_mul_ui, mpz_mul_ui},
             {"addmul_ui", gbi_addmul_ui, mpz_addmul_ui},
             {"submul_ui", gbi_submul_ui, mpz_submul_ui}};

static void compare_sums(pair* a, pair* b, pair* r) {
  const uint64_t word = random_below(2) ? random_below(UINT64_MAX) : random_below(5) - 2;
  for (size_t i = 0; i < sizeof unaries / sizeof *unaries; ++i) {
    expect_ok(unaries[i].ours(r->ours, a->ours), unaries[i].name);
    unaries[i].theirs(r->theirs, a->theirs);
    expect_same(r->ours, r->theirs, unaries[i].name);
    expect_status(unaries[i].ours(r->ours, NULL), GBI_INVALID_ARGUMENT, unaries[i].name);
    expect_status(unaries[i].ours(NULL, a->ours), GBI_INVALID_ARGUMENT, unaries[i].name);
  }
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; ++i) {
    /* the result apart, as each of the operands, and as both */
    pair* const results[] = {r, a, b, a};
    pair* const second[] = {b, b, a, a};
    for (size_t j = 0; j < 4; ++j) {
      pair to = pair_of(0);
      pair* const into = j == 0 ? &to : results[j];
      mpz_t before;
      mpz_init_set(before, into->theirs);
      expect_ok(binaries[i].ours(into->ours, results[j] == r ? a->ours : results[j]->ours, second[j]->ours),
                binaries[i].name);
      binaries[i].theirs(into->theirs, results[j] == r ? a->theirs : results[j]->theirs, second[j]->theirs);
      expect_same(into->ours, into->theirs, binaries[i].name);
      assign(into, before);
      mpz_clear(before);
      destroy(&to);
    }
    expect_status(binaries[i].ours(a->ours, NULL, b->ours), GBI_INVALID_ARGUMENT, binaries[i].name);
    expect_status(binaries[i].ours(a->ours, b->ours, NULL), GBI_INVALID_ARGUMENT, binaries[i].name);
    expect_same(a->ours, a->theirs, "the value before an error");
  }
  for (size_t i = 0; i < sizeof words / sizeof *words; ++i) {
    expect_ok(words[i].ours(r->ours, a->ours, word), words[i].name);
    words[i].theirs(r->theirs, a->theirs, word);
    expect_same(r->ours, r->theirs, words[i].name);
  }
  expect_ok(gbi_ui_sub(r->ours, word, a->ours), "ui_sub");
  mpz_ui_sub(r->theirs, word, a->theirs);
  expect_same(r->ours, r->theirs, "ui_sub");
  expect_ok(gbi_mul_si(r->ours, a->ours, -(int64_t)(word / 2)), "mul_si");
  mpz_mul_si(r->theirs, a->theirs, -(long)(word / 2));
  expect_same(r->ours, r->theirs, "mul_si");
  expect_ok(gbi_mul_2exp(r->ours, a->ours, word % 300), "mul_2exp");
  mpz_mul_2exp(r->theirs, a->theirs, word % 300);
  expect_same(r->ours, r->theirs, "mul_2exp");
}

static void compare_powers(const pair* a, pair* r) {
  const uint64_t exponent = random_below(6), degree = 1 + random_below(9);
  pair rest = pair_of(0);
  int yes = -1;
  expect_ok(gbi_pow_ui(r->ours, a->ours, exponent), "pow_ui");
  mpz_pow_ui(r->theirs, a->theirs, exponent);
  expect_same(r->ours, r->theirs, "pow_ui");
  expect_ok(gbi_perfect_power_p(&yes, r->ours), "perfect_power_p");
  expect(yes == (mpz_perfect_power_p(r->theirs) != 0), "perfect_power_p");
  expect_ok(gbi_ui_pow_ui(r->ours, degree, 50 * exponent), "ui_pow_ui");
  mpz_ui_pow_ui(r->theirs, degree, 50 * exponent);
  expect_same(r->ours, r->theirs, "ui_pow_ui");
  expect_ok(gbi_perfect_square_p(&yes, a->ours), "perfect_square_p");
  expect(yes == (mpz_perfect_square_p(a->theirs) != 0), "perfect_square_p");

  const gbi_status status = mpz_sgn(a->theirs) < 0 ? GBI_DOMAIN_ERROR : GBI_OK;
  expect_status(gbi_sqrt(r->ours, a->ours), status, "sqrt");
  if (status == GBI_OK) mpz_sqrt(r->theirs, a->theirs);
  expect_same(r->ours, r->theirs, "sqrt");
  expect_status(gbi_sqrtrem(r->ours, rest.ours, a->ours), status, "sqrtrem");
  if (status == GBI_OK) mpz_sqrtrem(r->theirs, rest.theirs, a->theirs);
  expect_same(r->ours, r->theirs, "sqrtrem");
  expect_same(rest.ours, rest.theirs, "sqrtrem");

  const gbi_status rooted = degree % 2 == 0 ? status : GBI_OK;
  expect_status(gbi_root(r->ours, a->ours, degree), rooted, "root");
  if (rooted == GBI_OK) mpz_root(r->theirs, a->theirs, degree);
  expect_same(r->ours, r->theirs, "root");
  expect_status(gbi_rootrem(r->ours, rest.ours, a->ours, degree), rooted, "rootrem");
  if (rooted == GBI_OK) mpz_rootrem(r->theirs, rest.theirs, a->theirs, degree);
  expect_same(r->ours, r->theirs, "rootrem");
  expect_same(rest.ours, rest.theirs, "rootrem");
  expect_status(gbi_root(r->ours, a->ours, 0), GBI_DOMAIN_ERROR, "root of degree 0");
  expect_status(gbi_sqrtrem(r->ours, r->ours, rest.ours), GBI_INVALID_ARGUMENT, "one object for two results");
  destroy(&rest);
}

void test_arithmetic(void) {
  pair a = pair_of(0), b = pair_of(0), r = pair_of(0);
  for (int i = 0; i < 30; ++i) {
    assign_random(&a);
    assign_random(&b);
    compare_sums(&a, &b, &r);
    compare_powers(&a, &r);
  }
  const gbi_int* factors[] = {a.ours, b.ours, a.ours};
  expect_ok(gbi_product(r.ours, factors, 3), "product");
  mpz_mul(r.theirs, a.theirs, a.theirs);
  mpz_mul(r.theirs, r.theirs, b.theirs);
  expect_same(r.ours, r.theirs, "product");
  factors[1] = NULL;
  expect_status(gbi_product(r.ours, factors, 3), GBI_INVALID_ARGUMENT, "a null pointer among factors");
  expect_ok(gbi_product(r.ours, NULL, 0), "product of nothing");
  mpz_set_ui(r.theirs, 1);
  expect_same(r.ours, r.theirs, "product of nothing");
  destroy(&a);
  destroy(&b);
  destroy(&r);
}

void test_bits(void) {
  static const struct {
    const char* name;
    bit_setter* ours;
    void (*theirs)(mpz_ptr, mp_bitcnt_t);
  } setters[] = {{"setbit", gbi_setbit, mpz_setbit},
                 {"clrbit", gbi_clrbit, mpz_clrbit},
                 {"combit", gbi_combit, mpz_combit}};
  static const struct {
    const char* name;
    bit_finder* ours;
    mp_bitcnt_t (*theirs)(mpz_srcptr, mp_bitcnt_t);
  } finders[] = {{"scan0", gbi_scan0, mpz_scan0}, {"scan1", gbi_scan1, mpz_scan1}};
  for (int i = 0; i < 60; ++i) {
    pair a = random_pair(), b = random_pair();
    const size_t index = random_below(4000);
    size_t found = 0;
    int bit = -1;
    for (size_t j = 0; j < 3; ++j) {
      expect_ok(setters[j].ours(a.ours, index), setters[j].name);
      setters[j].theirs(a.theirs, index);
      expect_same(a.ours, a.theirs, setters[j].name);
      expect_status(setters[j].ours(NULL, index), GBI_INVALID_ARGUMENT, setters[j].name);
    }
    for (size_t j = 0; j < 2; ++j) {
      expect_ok(finders[j].ours(&found, a.ours, index), finders[j].name);
      expect(found == finders[j].theirs(a.theirs, index), finders[j].name);
    }
    expect_ok(gbi_tstbit(&bit, a.ours, index), "tstbit");
    expect(bit == mpz_tstbit(a.theirs, index), "tstbit");
    expect_ok(gbi_popcount(&found, a.ours), "popcount");
    expect(found == mpz_popcount(a.theirs), "popcount");
    expect_ok(gbi_hamdist(&found, a.ours, b.ours), "hamdist");
    expect(found == mpz_hamdist(a.theirs, b.theirs), "hamdist");
    destroy(&a);
    destroy(&b);
  }
}
