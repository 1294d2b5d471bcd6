/* The C interface from C: numbers, a batch, errors. */
#include <gpu_bigint/c.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the library's own words. */
static void check(gbi_status status) {
  if (status == GBI_OK) return;
  fprintf(stderr, "%s\n", gbi_last_error());
  exit(2);
}

int main(void) {
  gbi_int *p = NULL, *r = NULL, *zero = NULL;
  check(gbi_init_set_ui(&p, 1));
  check(gbi_init(&r));
  check(gbi_init(&zero));

  int prime = 0;
  char* text = NULL;
  check(gbi_mul_2exp(p, p, 127));
  check(gbi_sub_ui(p, p, 1));
  check(gbi_probab_prime_p(&prime, p, 25));
  check(gbi_get_str(&text, 10, p));
  printf("%s is %s\n", text, prime ? "prime" : "composite");
  gbi_free(text);

  /* After an error, r still has its value. */
  if (gbi_tdiv_q(r, p, zero) == GBI_DOMAIN_ERROR) printf("%s\n", gbi_last_error());

  /* By Fermat, base^(p - 1) = 1 modulo p for every base: a batch computes all powers at once. */
  enum { count = 1000 };
  uint64_t bases[2 * count] = {0}, powers[2 * count];
  for (size_t i = 0; i < count; ++i) bases[2 * i] = i + 2; /* two limbs of 64 bits each */
  gbi_batch* batch = NULL;
  gbi_moduli* modulus = NULL;
  size_t limbs = 0, ones = 0;
  check(gbi_batch_init(&batch));
  check(gbi_batch_set_limbs(batch, bases, count, 128));
  check(gbi_moduli_init_one(&modulus, p));
  check(gbi_sub_ui(r, p, 1));
  check(gbi_batch_powm_one(batch, batch, r, modulus));
  check(gbi_batch_resize(batch, batch, 128));
  check(gbi_batch_get_limbs(powers, 2 * count, &limbs, batch));
  for (size_t i = 0; i < count; ++i) ones += powers[2 * i] == 1 && powers[2 * i + 1] == 0;
  printf("%zu of %d powers are 1\n", ones, count);

  gbi_moduli_clear(modulus);
  gbi_batch_clear(batch);
  gbi_clear(zero);
  gbi_clear(r);
  gbi_clear(p);
  return ones == count ? 0 : 1;
}
