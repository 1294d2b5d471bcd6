/* Batches: every element is compared with GMP. */
#include <stdlib.h>
#include <string.h>

#include "tests/c/checks.h"

enum { elements = 9, bits = 320, wide = 2 * bits };

/* The operands of a test: a, b and odd moduli, as batches and as numbers. */
typedef struct operands {
  gbi_batch *a, *b, *n;
  mpz_t in_a[elements], in_b[elements], in_n[elements];
} operands;

static gbi_batch* random_batch(mpz_t* values, int odd) {
  gbi_batch* batch = NULL;
  gbi_int* numbers[elements];
  const gbi_int* of_numbers[elements];
  for (int i = 0; i < elements; ++i) {
    pair p = pair_of(0);
    mpz_init(values[i]);
    mpz_rrandomb(values[i], *random_state(), 1 + random_below(bits));
    if (odd) mpz_setbit(values[i], 0);
    assign(&p, values[i]);
    mpz_clear(p.theirs);
    of_numbers[i] = numbers[i] = p.ours;
  }
  expect_ok(gbi_batch_init(&batch), "batch_init");
  expect_ok(gbi_batch_set_numbers(batch, of_numbers, elements, bits), "batch_set_numbers");
  expect_status(gbi_batch_set_numbers(batch, NULL, elements, bits), GBI_INVALID_ARGUMENT,
                "batch_set_numbers");
  of_numbers[0] = NULL;
  expect_status(gbi_batch_set_numbers(batch, of_numbers, elements, bits), GBI_INVALID_ARGUMENT,
                "batch_set_numbers");
  for (int i = 0; i < elements; ++i) gbi_clear(numbers[i]);
  return batch;
}

static void expect_batch(const gbi_batch* ours, mpz_t* theirs, size_t width, const char* what) {
  size_t count = 0, found = 0;
  gbi_int* element = NULL;
  expect_ok(gbi_batch_size(&count, ours), what);
  expect_ok(gbi_batch_bits(&found, ours), what);
  expect(count == elements && found == width, what);
  expect_ok(gbi_init(&element), "init");
  for (size_t i = 0; i < elements; ++i) {
    expect_ok(gbi_batch_get(element, ours, i), what);
    expect_same(element, theirs[i], what);
  }
  expect_status(gbi_batch_get(element, ours, elements), GBI_OUT_OF_RANGE, "batch_get");
  gbi_clear(element);
}

static void compare_elementwise(const operands* o, gbi_batch* r) {
  typedef gbi_status binary(gbi_batch*, const gbi_batch*, const gbi_batch*);
  static const struct {
    const char* name;
    binary* ours;
    void (*theirs)(mpz_ptr, mpz_srcptr, mpz_srcptr);
    size_t width, dropped;
  } binaries[] = {{"batch_add", gbi_batch_add, mpz_add, bits, 0},
                  {"batch_sub", gbi_batch_sub, mpz_sub, bits, 0},
                  {"batch_mul", gbi_batch_mul, mpz_mul, wide, 0},
                  {"batch_mul_low", gbi_batch_mul_low, mpz_mul, bits, 0},
                  {"batch_mul_high", gbi_batch_mul_high, mpz_mul, bits, bits},
                  {"batch_gcd", gbi_batch_gcd, mpz_gcd, bits, 0}};
  mpz_t expected[elements];
  for (int j = 0; j < elements; ++j) mpz_init(expected[j]);
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; ++i) {
    expect_ok(binaries[i].ours(r, o->a, o->b), binaries[i].name);
    for (int j = 0; j < elements; ++j) {
      binaries[i].theirs(expected[j], o->in_a[j], o->in_b[j]);
      mpz_fdiv_q_2exp(expected[j], expected[j], binaries[i].dropped);
      mpz_fdiv_r_2exp(expected[j], expected[j], binaries[i].width);
    }
    expect_batch(r, expected, binaries[i].width, binaries[i].name);
    expect_status(binaries[i].ours(r, NULL, o->b), GBI_INVALID_ARGUMENT, binaries[i].name);
    expect_batch(r, expected, binaries[i].width, "the batch before an error");
  }
  expect_ok(gbi_batch_set(r, o->a), "batch_set");
  expect_ok(gbi_batch_add(r, r, r), "batch_add");
  for (int j = 0; j < elements; ++j) {
    mpz_mul_2exp(expected[j], o->in_a[j], 1);
    mpz_fdiv_r_2exp(expected[j], expected[j], bits);
  }
  expect_batch(r, expected, bits, "a batch that is all operands");
  expect_ok(gbi_batch_mul_2exp(r, o->a, 1), "batch_mul_2exp");
  expect_batch(r, expected, bits, "batch_mul_2exp");
  for (int j = 0; j < elements; ++j) mpz_fdiv_q_2exp(expected[j], o->in_a[j], 67);
  expect_ok(gbi_batch_div_2exp(r, o->a, 67), "batch_div_2exp");
  expect_batch(r, expected, bits, "batch_div_2exp");
  for (int j = 0; j < elements; ++j) mpz_fdiv_r_2exp(expected[j], o->in_a[j], 100);
  expect_ok(gbi_batch_resize(r, o->a, 100), "batch_resize");
  expect_batch(r, expected, 100, "batch_resize");
  for (int j = 0; j < elements; ++j) mpz_clear(expected[j]);
}

static void compare_division(const operands* o, gbi_batch* q, gbi_batch* r) {
  mpz_t quotients[elements], remainders[elements];
  size_t undefined[elements], count = 99;
  for (int j = 0; j < elements; ++j) {
    mpz_init(quotients[j]);
    mpz_init(remainders[j]);
    mpz_tdiv_qr(quotients[j], remainders[j], o->in_a[j], o->in_n[j]);
  }
  expect_ok(gbi_batch_div_qr(q, r, o->a, o->n), "batch_div_qr");
  expect_batch(q, quotients, bits, "batch_div_qr");
  expect_batch(r, remainders, bits, "batch_div_qr");
  expect_status(gbi_batch_div_qr(q, q, o->a, o->n), GBI_INVALID_ARGUMENT, "batch_div_qr");
  expect_ok(gbi_batch_undefined(undefined, elements, &count, q), "batch_undefined");
  expect(count == 0, "batch_undefined");
  /* an element divided by itself minus itself */
  expect_ok(gbi_batch_sub(r, o->b, o->b), "batch_sub");
  expect_ok(gbi_batch_div_qr(q, r, o->a, r), "batch_div_qr");
  expect_ok(gbi_batch_undefined(undefined, elements, &count, q), "batch_undefined");
  expect(count == elements && undefined[0] == 0 && undefined[elements - 1] == elements - 1,
         "batch_undefined");
  for (int j = 0; j < elements; ++j) {
    mpz_clear(quotients[j]);
    mpz_clear(remainders[j]);
  }
}

static void compare_modular(const operands* o, gbi_batch* r) {
  gbi_moduli *each = NULL, *one = NULL;
  gbi_batch* small = NULL;
  pair modulus = pair_of(0), exponent = pair_of(65537);
  mpz_t expected[elements];
  size_t undefined[elements], count = 99, without = 0;
  for (int j = 0; j < elements; ++j) mpz_init(expected[j]);
  assign(&modulus, o->in_n[0]);
  expect_ok(gbi_moduli_init(&each, o->n), "moduli_init");
  expect_ok(gbi_moduli_init_one(&one, modulus.ours), "moduli_init_one");
  expect_ok(gbi_batch_mulm(r, o->a, o->b, each), "batch_mulm");
  for (int j = 0; j < elements; ++j) {
    mpz_mul(expected[j], o->in_a[j], o->in_b[j]);
    mpz_mod(expected[j], expected[j], o->in_n[j]);
  }
  expect_batch(r, expected, bits, "batch_mulm");
  expect_ok(gbi_batch_powm(r, o->a, o->b, each), "batch_powm");
  for (int j = 0; j < elements; ++j) mpz_powm(expected[j], o->in_a[j], o->in_b[j], o->in_n[j]);
  expect_batch(r, expected, bits, "batch_powm");
  expect_ok(gbi_batch_powm_one(r, o->a, exponent.ours, each), "batch_powm_one");
  for (int j = 0; j < elements; ++j) mpz_powm(expected[j], o->in_a[j], exponent.theirs, o->in_n[j]);
  expect_batch(r, expected, bits, "batch_powm_one");
  /* one modulus for all, which is as wide as it is long */
  expect_ok(gbi_batch_init(&small), "batch_init");
  expect_ok(gbi_batch_resize(small, o->a, 64), "batch_resize");
  expect_ok(gbi_batch_powm_one(r, small, exponent.ours, one), "batch_powm_one");
  for (int j = 0; j < elements; ++j) {
    mpz_fdiv_r_2exp(expected[j], o->in_a[j], 64);
    mpz_powm(expected[j], expected[j], exponent.theirs, o->in_n[0]);
  }
  expect_ok(gbi_batch_resize(r, r, bits), "batch_resize");
  expect_batch(r, expected, bits, "batch_powm_one");

  expect_ok(gbi_batch_invert(r, o->a, o->n), "batch_invert");
  for (int j = 0; j < elements; ++j)
    if (mpz_invert(expected[j], o->in_a[j], o->in_n[j]) == 0) {
      mpz_set_ui(expected[j], 0);
      ++without;
    }
  expect_batch(r, expected, bits, "batch_invert");
  expect_ok(gbi_batch_undefined(undefined, elements, &count, r), "batch_undefined");
  expect(count == without, "batch_undefined");

  expect_ok(gbi_batch_gcd_with_others(r, o->n), "batch_gcd_with_others");
  for (int j = 0; j < elements; ++j) {
    mpz_t product;
    mpz_init_set_ui(product, 1);
    for (int k = 0; k < elements; ++k)
      if (k != j) mpz_mul(product, product, o->in_n[k]);
    mpz_gcd(expected[j], product, o->in_n[j]);
    mpz_clear(product);
  }
  expect_batch(r, expected, bits, "batch_gcd_with_others");

  mpz_set_ui(modulus.theirs, 10);
  assign(&modulus, modulus.theirs);
  gbi_moduli_clear(one);
  one = NULL;
  expect_status(gbi_moduli_init_one(&one, modulus.ours), GBI_DOMAIN_ERROR, "moduli_init_one");
  expect(one == NULL, "a handle after an error");
  gbi_moduli_clear(each);
  gbi_moduli_clear(NULL);
  gbi_batch_clear(small);
  destroy(&modulus);
  destroy(&exponent);
  for (int j = 0; j < elements; ++j) mpz_clear(expected[j]);
}

static void compare_limbs(operands* o, gbi_batch* r) {
  enum { each = bits / 64, all = elements * each };
  uint64_t limbs[all];
  signed char orders[elements];
  size_t count = 0;
  int backend = -1;
  gbi_context* where = NULL;
  pair five = pair_of(5);
  mpz_t fives[elements];
  expect_status(gbi_batch_get_limbs(limbs, all - 1, &count, o->a), GBI_LENGTH_ERROR, "batch_get_limbs");
  expect_ok(gbi_batch_get_limbs(NULL, 0, &count, o->a), "batch_get_limbs");
  expect(count == all, "batch_get_limbs");
  expect_ok(gbi_batch_get_limbs(limbs, all, &count, o->a), "batch_get_limbs");
  expect_ok(gbi_batch_set_limbs(r, limbs, elements, bits), "batch_set_limbs");
  expect_batch(r, o->in_a, bits, "batch_set_limbs");
  expect_status(gbi_batch_set_limbs(r, limbs, elements, 10), GBI_INVALID_ARGUMENT, "batch_set_limbs");
  expect_status(gbi_batch_set_limbs(r, limbs, SIZE_MAX, bits), GBI_INVALID_ARGUMENT, "batch_set_limbs");
  expect_ok(gbi_batch_get_context(&where, o->a), "batch_get_context");
  expect_ok(gbi_context_backend(&backend, where), "context_backend");
  if (backend == GBI_HOST) {
    expect_ok(gbi_batch_set_device_limbs(r, where, limbs, elements, bits), "batch_set_device_limbs");
    expect_batch(r, o->in_a, bits, "batch_set_device_limbs");
    gbi_view* view = NULL;
    const uint64_t* seen = NULL;
    expect_ok(gbi_view_init_batch(&view, o->a), "view_init_batch");
    expect_ok(gbi_view_data(&seen, view), "view_data");
    for (size_t i = 0; i < all; ++i)
      expect(seen[i % each * elements + i / each] == limbs[i], "view of a batch");
    gbi_view_clear(view);
  }
  expect_status(gbi_batch_set_device_limbs(r, where, NULL, elements, bits), GBI_INVALID_ARGUMENT,
                "batch_set_device_limbs");
  expect_ok(gbi_batch_cmp(orders, elements, &count, o->a, o->b), "batch_cmp");
  for (int j = 0; j < elements; ++j) {
    const int order = mpz_cmp(o->in_a[j], o->in_b[j]);
    expect(orders[j] == (order > 0) - (order < 0), "batch_cmp");
    mpz_init_set_ui(fives[j], 5);
  }
  expect_ok(gbi_batch_fill(r, elements, five.ours, 128), "batch_fill");
  expect_batch(r, fives, 128, "batch_fill");
  expect_status(gbi_batch_add(r, r, NULL), GBI_INVALID_ARGUMENT, "batch_add");
  expect_ok(gbi_batch_fill(r, 2, five.ours, 128), "batch_fill");
  expect_status(gbi_batch_add(r, r, o->a), GBI_INVALID_ARGUMENT, "batches of two sizes");
  for (int j = 0; j < elements; ++j) mpz_clear(fives[j]);
  gbi_context_clear(where);
  destroy(&five);
}

void test_batches(void) {
  for (int round = 0; round < 4; ++round) {
    operands o;
    gbi_batch *r = NULL, *q = NULL;
    o.a = random_batch(o.in_a, 0);
    o.b = random_batch(o.in_b, 0);
    o.n = random_batch(o.in_n, 1);
    expect_ok(gbi_batch_init(&r), "batch_init");
    expect_ok(gbi_batch_init(&q), "batch_init");
    expect_status(gbi_batch_add(q, r, r), GBI_INVALID_ARGUMENT, "operands without elements");
    compare_elementwise(&o, r);
    compare_division(&o, q, r);
    compare_modular(&o, r);
    compare_limbs(&o, r);
    for (int j = 0; j < elements; ++j) {
      mpz_clear(o.in_a[j]);
      mpz_clear(o.in_b[j]);
      mpz_clear(o.in_n[j]);
    }
    gbi_batch_clear(o.a);
    gbi_batch_clear(o.b);
    gbi_batch_clear(o.n);
    gbi_batch_clear(r);
    gbi_batch_clear(q);
    gbi_batch_clear(NULL);
  }
}
