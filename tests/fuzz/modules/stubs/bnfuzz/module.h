/// \file
/// What the module uses of bignum-fuzzer's headers, so that it is compiled and called without bignum-fuzzer.
#pragma once

#include <stdint.h>

typedef struct {
  void* BN[4];
} bignum_cluster_t;

typedef uint8_t operation_t;
enum operation {
  BN_FUZZ_OP_ADD = 1,
  BN_FUZZ_OP_SUB,
  BN_FUZZ_OP_MUL,
  BN_FUZZ_OP_DIV,
  BN_FUZZ_OP_MOD,
  BN_FUZZ_OP_EXP_MOD,
  BN_FUZZ_OP_LSHIFT,
  BN_FUZZ_OP_RSHIFT,
  BN_FUZZ_OP_GCD,
  BN_FUZZ_OP_MOD_ADD,
  BN_FUZZ_OP_EXP,
  BN_FUZZ_OP_CMP,
  BN_FUZZ_OP_SQR,
  BN_FUZZ_OP_NEG,
  BN_FUZZ_OP_ABS,
  BN_FUZZ_OP_IS_PRIME,
  BN_FUZZ_OP_MOD_SUB,
  BN_FUZZ_OP_SWAP,
  BN_FUZZ_OP_MOD_MUL,
  BN_FUZZ_OP_SET_BIT,
  BN_FUZZ_OP_LAST
};

typedef struct {
  int (*initialize)(void);
  int (*bignum_from_string)(const char* input, void** output);
  int (*string_from_bignum)(void* input, char** output);
  void (*destroy_bignum)(void* bignum);
  int (*operation)(bignum_cluster_t* numbers, operation_t what, uint8_t option);
  void (*shutdown)(void);
  const char* name;
} module_t;
