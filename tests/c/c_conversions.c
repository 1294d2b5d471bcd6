/* Numbers as text, words, limbs and serialized bytes. */
#include <stdlib.h>
#include <string.h>

#include "tests/c/checks.h"

static void compare_text(const pair* a, pair* r) {
  const int base = 2 + (int)random_below(61);
  char *ours = NULL, *theirs = mpz_get_str(NULL, base, a->theirs);
  expect_ok(gbi_get_str(&ours, base, a->ours), "get_str");
  expect(strcmp(ours, theirs) == 0, "get_str");
  expect_ok(gbi_set_str(r->ours, theirs, base), "set_str");
  expect_same(r->ours, a->theirs, "set_str");
  expect_status(gbi_set_str(r->ours, "1 2", 10), GBI_INVALID_ARGUMENT, "set_str");
  expect_status(gbi_set_str(r->ours, "1", 63), GBI_INVALID_ARGUMENT, "set_str");
  expect_status(gbi_set_str(r->ours, NULL, 10), GBI_INVALID_ARGUMENT, "set_str");
  /* the text need not end after the last digit, and a number of one bit more than allowed is refused */
  const size_t length = strlen(theirs), bits = mpz_sizeinbase(a->theirs, 2);
  theirs[length] = '!';
  expect_ok(gbi_set_text(r->ours, theirs, length, base, bits), "set_text");
  expect_same(r->ours, a->theirs, "set_text");
  if (mpz_sgn(a->theirs) != 0)
    expect_status(gbi_set_text(r->ours, theirs, length, base, bits - 1), GBI_LENGTH_ERROR, "set_text");
  expect_same(r->ours, a->theirs, "the value before an error");
  expect_status(gbi_get_str(&ours, 1, a->ours), GBI_INVALID_ARGUMENT, "get_str");
  gbi_free(ours);
  gbi_free(NULL);
  free(theirs);
}

static void compare_words(const pair* a, pair* r) {
  const int order = random_below(2) ? 1 : -1, endian = (int)random_below(3) - 1;
  const size_t size = 1 + random_below(20), nails = random_below(2) ? 0 : random_below(8 * size);
  const size_t used = 8 * size - nails;
  const size_t needed = mpz_sgn(a->theirs) == 0 ? 0 : (mpz_sizeinbase(a->theirs, 2) + used - 1) / used;
  unsigned char *const ours = malloc(needed * size + 1), *const theirs = malloc(needed * size + 1);
  size_t count = 12345, their_count = 0;
  if (needed > 0) {
    expect_status(gbi_export(ours, needed - 1, &count, order, size, endian, nails, a->ours), GBI_LENGTH_ERROR,
                  "export to too little memory");
    expect(count == 12345, "a count after an error");
  }
  expect_ok(gbi_export(NULL, 0, &count, order, size, endian, nails, a->ours), "count of export");
  expect(count == needed, "count of export");
  ours[needed * size] = 77;
  expect_ok(gbi_export(ours, needed, &count, order, size, endian, nails, a->ours), "export");
  mpz_export(theirs, &their_count, order, size, endian, nails, a->theirs);
  expect(count == their_count && memcmp(ours, theirs, needed * size) == 0 && ours[needed * size] == 77,
         "export");
  /* import skips nails, whatever they hold */
  for (size_t i = 0; i < needed * size; ++i) ours[i] = (unsigned char)random_below(256);
  expect_ok(gbi_import(r->ours, needed, order, size, endian, nails, ours), "import");
  mpz_import(r->theirs, needed, order, size, endian, nails, ours);
  expect_same(r->ours, r->theirs, "import");
  expect_status(gbi_import(r->ours, needed, 0, size, endian, nails, ours), GBI_INVALID_ARGUMENT, "import");
  expect_status(gbi_import(r->ours, needed, order, size, 2, nails, ours), GBI_INVALID_ARGUMENT, "import");
  expect_status(gbi_import(r->ours, needed, order, 0, endian, 0, ours), GBI_INVALID_ARGUMENT, "import");
  expect_status(gbi_import(r->ours, needed, order, size, endian, 8 * size, ours), GBI_INVALID_ARGUMENT,
                "import");
  expect_status(gbi_import(r->ours, SIZE_MAX, order, size + 1, endian, nails, ours), GBI_LENGTH_ERROR,
                "import");
  expect_status(gbi_import(r->ours, 1, order, size, endian, nails, NULL), GBI_INVALID_ARGUMENT, "import");
  expect_same(r->ours, r->theirs, "the value before an error");
  expect_ok(gbi_import(r->ours, 0, order, size, endian, nails, NULL), "import of nothing");
  mpz_set_ui(r->theirs, 0);
  expect_same(r->ours, r->theirs, "import of nothing");
  free(ours);
  free(theirs);
}

static void compare_limbs(const pair* a, pair* r) {
  const size_t size = mpz_size(a->theirs);
  uint64_t* const limbs = malloc(8 * size + 8);
  size_t count = 12345;
  gbi_context* where = NULL;
  if (size > 0) expect_status(gbi_get_limbs(limbs, size - 1, &count, a->ours), GBI_LENGTH_ERROR, "get_limbs");
  expect(count == 12345, "a count after an error");
  expect_ok(gbi_get_limbs(NULL, 0, &count, a->ours), "count of limbs");
  expect(count == size, "count of limbs");
  expect_ok(gbi_get_limbs(limbs, size, &count, a->ours), "get_limbs");
  expect_ok(gbi_set_limbs(r->ours, limbs, count, 1), "set_limbs");
  mpz_abs(r->theirs, a->theirs);
  mpz_neg(r->theirs, r->theirs);
  expect_same(r->ours, r->theirs, "set_limbs");
  expect_ok(gbi_set_limbs(r->ours, NULL, 0, 0), "set_limbs of nothing");
  expect_status(gbi_set_limbs(r->ours, NULL, 1, 0), GBI_INVALID_ARGUMENT, "set_limbs");
  /* on the host, the memory of the process is that of the context's device */
  int backend = -1;
  expect_ok(gbi_get_context(&where, a->ours), "get_context");
  expect_ok(gbi_context_backend(&backend, where), "context_backend");
  if (backend == GBI_HOST) {
    expect_ok(gbi_set_device_limbs(r->ours, where, limbs, count, 1), "set_device_limbs");
    expect_same(r->ours, r->theirs, "set_device_limbs");
    /* a view outlives its number's value */
    gbi_view* view = NULL;
    const uint64_t* seen = NULL;
    expect_ok(gbi_view_init(&view, r->ours), "view_init");
    expect_ok(gbi_set_ui(r->ours, 1), "set_ui");
    expect_ok(gbi_view_data(&seen, view), "view_data");
    expect(memcmp(seen, limbs, 8 * size) == 0, "view_data");
    expect_status(gbi_view_data(NULL, view), GBI_INVALID_ARGUMENT, "view_data");
    gbi_view_clear(view);
    gbi_view_clear(NULL);
  } else {
    expect_status(gbi_set_device_limbs(r->ours, where, NULL, 1, 1), GBI_INVALID_ARGUMENT, "set_device_limbs");
  }
  gbi_context_clear(where);
  free(limbs);
}

static void compare_serialized(const pair* a, pair* r) {
  void* bytes = NULL;
  size_t count = 0, bits = mpz_sizeinbase(a->theirs, 2);
  expect_ok(gbi_serialize(&bytes, &count, a->ours), "serialize");
  expect(count == 24 + 8 * mpz_size(a->theirs), "serialize");
  expect_ok(gbi_deserialize(r->ours, bytes, count, bits), "deserialize");
  expect_same(r->ours, a->theirs, "deserialize");
  if (mpz_sgn(a->theirs) != 0)
    expect_status(gbi_deserialize(r->ours, bytes, count, bits - 1), GBI_LENGTH_ERROR, "deserialize");
  expect_status(gbi_deserialize(r->ours, bytes, count - 1, SIZE_MAX), GBI_DATA_ERROR, "deserialize");
  ((unsigned char*)bytes)[16] ^= 1;
  expect_status(gbi_deserialize(r->ours, bytes, count, SIZE_MAX), GBI_DATA_ERROR, "deserialize");
  expect_same(r->ours, a->theirs, "the value before an error");
  gbi_free(bytes);
}

void test_conversions(void) {
  for (int i = 0; i < 100; ++i) {
    pair a = random_pair(), r = pair_of(0);
    compare_text(&a, &r);
    compare_words(&a, &r);
    compare_limbs(&a, &r);
    compare_serialized(&a, &r);
    destroy(&a);
    destroy(&r);
  }
}
