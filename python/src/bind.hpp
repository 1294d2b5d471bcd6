/// \file
/// The parts of the module.
#pragma once

#include <nanobind/nanobind.h>

#include "convert.hpp"

namespace gbi::python {

void bind_places(nb::module_& module);
void bind_int(nb::module_& module);
void bind_text(nb::module_& module);
void bind_functions(nb::module_& module);
void bind_number_theory(nb::module_& module);
void bind_factors(nb::module_& module);
void bind_array(nb::module_& module);
void bind_mpmath(nb::module_& module);

/// gmpy2's is_probab_prime: 0 for composite numbers, 1 for probable primes, 2 for proven ones.
int primality(const gpu_bigint& n, int rounds);
/// The value in the context of another number if it was a Python int.
gpu_bigint joined(const integer& value, const gpu_bigint& guide);

}  // namespace gbi::python
