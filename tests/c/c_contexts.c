/* Contexts, and errors in general. */
#include <pthread.h>
#include <string.h>

#include "tests/c/checks.h"

static void check_properties(const gbi_context* context, int expected) {
  int backend = -1, device = -1, verification = -1;
  size_t in_use = 1, kept = 1, limit = 1;
  uint64_t repairs = 99;
  void* stream = &backend;
  char *name = NULL, *tuning = NULL;
  expect_ok(gbi_context_backend(&backend, context), "context_backend");
  expect(backend == expected, "context_backend");
  expect_ok(gbi_context_device(&device, context), "context_device");
  expect(device == 0, "context_device");
  expect_ok(gbi_context_device_name(&name, context), "context_device_name");
  expect(name != NULL && *name != '\0', "context_device_name");
  expect_ok(gbi_context_tuning(&tuning, context), "context_tuning");
  expect(tuning != NULL && strstr(tuning, "product.") != NULL, "context_tuning");
  expect_ok(gbi_context_verification(&verification, context), "context_verification");
  expect(verification >= GBI_VERIFY_OFF && verification <= GBI_VERIFY_ALL, "context_verification");
  expect_ok(gbi_context_repairs(&repairs, context), "context_repairs");
  expect(repairs != 99, "context_repairs");
  expect_ok(gbi_context_stream(&stream, context), "context_stream");
  expect((stream == NULL) == (backend == GBI_HOST), "context_stream");
  expect_ok(gbi_context_precede(context, stream), "context_precede");
  expect_ok(gbi_context_follow(context, stream), "context_follow");
  expect_ok(gbi_context_synchronize(context), "context_synchronize");
  expect_ok(gbi_context_trim(context), "context_trim");
  expect_ok(gbi_context_memory(&in_use, &kept, &limit, context), "context_memory");
  expect(limit == 0, "context_memory");
  gbi_free(name);
  gbi_free(tuning);
}

static void check_current(const gbi_context* expected, const char* what) {
  /* Handles are compared by what they share: the verification. */
  gbi_context* current = NULL;
  int before = -1, found = -1;
  expect_ok(gbi_context_current(&current), what);
  expect_ok(gbi_context_verification(&before, expected), what);
  for (int how = GBI_VERIFY_OFF; how <= GBI_VERIFY_ALL; ++how) {
    expect_ok(gbi_context_set_verification(current, how), what);
    expect_ok(gbi_context_verification(&found, expected), what);
    expect(found == how, what);
  }
  expect_ok(gbi_context_set_verification(current, before), what);
  expect_status(gbi_context_set_verification(current, 4), GBI_INVALID_ARGUMENT, "context_set_verification");
  gbi_context_clear(current);
}

void test_contexts(void) {
  gbi_context *host = NULL, *limited = NULL, *standard = NULL, *none = NULL;
  char* reason = NULL;
  size_t in_use = 0, kept = 0, limit = 0;
  pair a = random_pair(), b = random_pair();
  expect_ok(gbi_context_current(&standard), "context_current");
  expect_ok(gbi_context_init(&host, GBI_HOST, 0, NULL, 0), "context_init");
  check_properties(host, GBI_HOST);
  expect_status(gbi_context_pop(), GBI_INVALID_ARGUMENT, "context_pop");
  expect_ok(gbi_context_push(host), "context_push");
  check_current(host, "the context pushed last");
  expect_ok(gbi_context_push(standard), "context_push");
  check_current(standard, "the context pushed last");
  expect_ok(gbi_context_pop(), "context_pop");
  check_current(host, "the context pushed before");

  /* operands of two contexts */
  pair c = random_pair();
  expect_status(gbi_add(a.ours, b.ours, c.ours), GBI_INVALID_ARGUMENT, "operands of two contexts");
  expect_same(a.ours, a.theirs, "the value before an error");
  expect_ok(gbi_set_in(c.ours, b.ours, host), "set_in");
  expect_same(c.ours, b.theirs, "set_in");
  expect_ok(gbi_get_context(&none, c.ours), "get_context");
  check_current(none, "the context of a number");
  gbi_context_clear(none);
  none = NULL;
  expect_ok(gbi_context_pop(), "context_pop");
  check_current(standard, "the default context");

  expect_ok(gbi_why_unavailable(&reason, GBI_HOST, 0), "why_unavailable");
  expect(*reason == '\0', "why_unavailable");
  gbi_free(reason);
  expect_ok(gbi_why_unavailable(&reason, GBI_CUDA, 1000), "why_unavailable");
  expect(*reason != '\0', "why_unavailable");
  expect_status(gbi_context_init(&none, GBI_CUDA, 1000, NULL, 0), GBI_DEVICE_ERROR, "context_init");
  expect(strstr(gbi_last_error(), reason) != NULL, "the reason of a device error");
  expect_status(gbi_context_init(&none, 2, 0, NULL, 0), GBI_INVALID_ARGUMENT, "context_init");
  expect(none == NULL, "a handle after an error");
  gbi_free(reason);

  /* a context without memory for a long number */
  expect_ok(gbi_context_init(&limited, GBI_HOST, 0, NULL, 1 << 20), "context_init");
  expect_ok(gbi_context_memory(&in_use, &kept, &limit, limited), "context_memory");
  expect(limit == 1 << 20, "context_memory");
  expect_ok(gbi_context_push(limited), "context_push");
  expect_ok(gbi_set_ui(b.ours, 3), "set_ui");
  expect_status(gbi_mul_2exp(a.ours, b.ours, (size_t)1 << 40), GBI_OUT_OF_MEMORY, "mul_2exp");
  expect(strstr(gbi_last_error(), "gbi_mul_2exp: ") == gbi_last_error(), "the function in a message");
  expect_same(a.ours, a.theirs, "the value before an error");
  expect_ok(gbi_context_pop(), "context_pop");
  gbi_context_clear(host);
  gbi_context_clear(limited);
  gbi_context_clear(standard);
  gbi_context_clear(NULL);
  destroy(&a);
  destroy(&b);
  destroy(&c);
}

/* A thread has its own message and its own contexts; those that it does not pop end with it. */
static void* other_thread(void* use) {
  expect(*gbi_last_error() == '\0', "the message of a thread without errors");
  expect_status(gbi_context_pop(), GBI_INVALID_ARGUMENT, "context_pop");
  expect_ok(gbi_context_push(use), "context_push");
  check_current(use, "the context pushed last");
  return NULL;
}

void test_errors(void) {
  gbi_context *host = NULL, *standard = NULL;
  pthread_t thread;
  pair a = pair_of(7), zero = pair_of(0);
  char message[200];
  expect_status(gbi_tdiv_q(a.ours, a.ours, zero.ours), GBI_DOMAIN_ERROR, "tdiv_q");
  expect(strstr(gbi_last_error(), "gbi_tdiv_q: ") == gbi_last_error(), "the function in a message");
  expect_same(a.ours, a.theirs, "the value before an error");
  strncpy(message, gbi_last_error(), sizeof message - 1);
  message[sizeof message - 1] = '\0';
  expect_ok(gbi_context_current(&standard), "context_current");
  expect_ok(gbi_context_init(&host, GBI_HOST, 0, NULL, 0), "context_init");
  expect(pthread_create(&thread, NULL, other_thread, host) == 0 && pthread_join(thread, NULL) == 0,
         "a thread");
  check_current(standard, "the context of this thread");
  expect_status(gbi_tdiv_q(a.ours, a.ours, zero.ours), GBI_DOMAIN_ERROR, "tdiv_q");
  expect(strcmp(gbi_last_error(), message) == 0, "the message of this thread");
  expect_status(gbi_init(NULL), GBI_INVALID_ARGUMENT, "init");
  expect(strcmp(gbi_last_error(), "gbi_init: a null pointer") == 0, "the message for a null pointer");

  static const char* const names[] = {"GBI_OK",           "GBI_INVALID_ARGUMENT", "GBI_DOMAIN_ERROR",
                                      "GBI_LENGTH_ERROR", "GBI_OUT_OF_RANGE",     "GBI_OUT_OF_MEMORY",
                                      "GBI_DEVICE_ERROR", "GBI_DATA_ERROR",       "GBI_OTHER_ERROR"};
  for (int i = 0; i <= GBI_OTHER_ERROR; ++i) expect(strcmp(gbi_status_name(i), names[i]) == 0, "status_name");
  expect(strcmp(gbi_status_name(-1), "an unknown status") == 0, "status_name");
  expect(strchr(gbi_version(), '.') != NULL, "version");
  gbi_context_clear(host);
  gbi_context_clear(standard);
  destroy(&a);
  destroy(&zero);
}
