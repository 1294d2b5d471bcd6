#include "tests/c/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned long failures, checks;
static gmp_randstate_t state;

gmp_randstate_t* random_state(void) {
  return &state;
}

uint64_t random_below(uint64_t bound) {
  return gmp_urandomm_ui(state, bound);
}

void expect(int condition, const char* what) {
  ++checks;
  if (condition) return;
  ++failures;
  printf("FAILED: %s (last error: %s)\n", what, gbi_last_error());
}

void expect_status(gbi_status status, gbi_status expected, const char* what) {
  if (status != expected)
    printf("%s returned %s, not %s\n", what, gbi_status_name(status), gbi_status_name(expected));
  expect(status == expected, what);
}

void expect_ok(gbi_status status, const char* what) {
  expect_status(status, GBI_OK, what);
}

void expect_same(const gbi_int* ours, mpz_srcptr theirs, const char* what) {
  const size_t size = mpz_size(theirs);
  uint64_t* const limbs = malloc(8 * (size + 1));
  size_t count = 0;
  int sign = 0, same;
  gbi_status status = gbi_get_limbs(limbs, size, &count, ours);
  if (status == GBI_OK) status = gbi_sgn(&sign, ours);
  same = status == GBI_OK && count == size && sign == mpz_sgn(theirs);
  for (size_t i = 0; same && i < size; ++i) same = limbs[i] == mpz_getlimbn(theirs, (mp_size_t)i);
  expect(same, what);
  free(limbs);
}

void assign(pair* to, mpz_srcptr value) {
  mpz_set(to->theirs, value);
  expect_ok(gbi_set_limbs(to->ours, mpz_limbs_read(value), mpz_size(value), mpz_sgn(value) < 0),
            "gbi_set_limbs");
}

pair pair_of(long value) {
  pair p;
  mpz_init_set_si(p.theirs, value);
  expect_ok(gbi_init_set_si(&p.ours, value), "gbi_init_set_si");
  return p;
}

void assign_random(pair* to) {
  mpz_t value;
  mpz_init(value);
  const uint64_t bits = 1 + random_below(UINT64_C(1) << random_below(13)) % 6000;
  switch (random_below(6)) {
    case 0: /* 0, 1, and so on */
      mpz_set_ui(value, random_below(4));
      break;
    case 1: /* a power of two and its neighbours */
      mpz_setbit(value, bits);
      mpz_add_ui(value, value, random_below(3));
      mpz_sub_ui(value, value, 1);
      break;
    case 2: /* long runs of equal bits */
      mpz_rrandomb(value, state, bits);
      break;
    default:
      mpz_urandomb(value, state, bits);
  }
  if (random_below(2) == 0) mpz_neg(value, value);
  assign(to, value);
  mpz_clear(value);
}

pair random_pair(void) {
  pair p = pair_of(0);
  assign_random(&p);
  return p;
}

void destroy(pair* p) {
  gbi_clear(p->ours);
  mpz_clear(p->theirs);
}

int main(void) {
  const char* const asked = getenv("GPU_BIGINT_TEST_SEED");
  const unsigned long seed =
      asked != NULL && *asked != '\0' ? strtoul(asked, NULL, 0) : (unsigned long)time(NULL);
  const char* const backend = getenv("GPU_BIGINT_BACKEND");
  char* reason = NULL;
  if (backend != NULL && *backend == 'c') {
    expect_ok(gbi_why_unavailable(&reason, GBI_CUDA, 0), "gbi_why_unavailable");
    if (*reason != '\0') {
      printf("skipped: %s\n", reason);
      return 77;
    }
    gbi_free(reason);
  }
  printf("GPU_BIGINT_TEST_SEED=%lu\n", seed);
  gmp_randinit_default(state);
  gmp_randseed_ui(state, seed);
  test_numbers();
  test_conversions();
  test_arithmetic();
  test_bits();
  test_division();
  test_number_theory();
  test_batches();
  test_contexts();
  test_errors();
  gmp_randclear(state);
  printf("%lu checks, %lu failures\n", checks, failures);
  return failures != 0 || checks < 1000;
}
