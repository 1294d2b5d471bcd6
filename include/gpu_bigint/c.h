/// \file
/// The C interface: plain C99 for C, and for every language that calls C. It also compiles as C++.
///
/// Functions have the names and the order of arguments of GMP's mpz functions where they do the same. They
/// return a gbi_status and write results through their first arguments. No exception leaves them. After an
/// error every object and every variable holds its old value, and gbi_last_error() says what was wrong. A
/// null pointer is GBI_INVALID_ARGUMENT unless the function allows it; an empty array may be NULL. A result
/// may be one of the operands, but two results must be different objects.
///
/// Costs, waits and the conditions of errors are those of the C++ functions, whose headers describe them.
/// Different threads may work on different objects, and read the same one.
#pragma once

#include "gpu_bigint/c/arithmetic.h"
#include "gpu_bigint/c/batch.h"
#include "gpu_bigint/c/context.h"
#include "gpu_bigint/c/conversion.h"
#include "gpu_bigint/c/division.h"
#include "gpu_bigint/c/number_theory.h"
#include "gpu_bigint/c/numbers.h"
#include "gpu_bigint/c/status.h"
