/// \file
/// Number theory: one header that includes the others.
#pragma once

#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/modular.hpp"
#include "gpu_bigint/primes.hpp"
#include "gpu_bigint/remainders.hpp"
