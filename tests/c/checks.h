/* Comparison of the C interface with GMP. */
#pragma once

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu_bigint/c.h"

/* Counts and prints what is not as it should be. */
void expect(int condition, const char* what);
void expect_status(gbi_status status, gbi_status expected, const char* what);
void expect_ok(gbi_status status, const char* what);
void expect_same(const gbi_int* ours, mpz_srcptr theirs, const char* what);

/* New numbers. Both members have the same value. */
typedef struct pair {
  gbi_int* ours;
  mpz_t theirs;
} pair;
pair pair_of(long value);
pair random_pair(void); /* of any sign: up to 6000 bits, often an edge */
void assign(pair* to, mpz_srcptr value);
void assign_random(pair* to);
void destroy(pair* p);

uint64_t random_below(uint64_t bound);
gmp_randstate_t* random_state(void);

/* The tests of each subject. */
void test_arithmetic(void);
void test_batches(void);
void test_bits(void);
void test_contexts(void);
void test_conversions(void);
void test_division(void);
void test_errors(void);
void test_number_theory(void);
void test_numbers(void);
