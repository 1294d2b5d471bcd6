/// \file
/// Products and powers modulo odd numbers, for operations that are built on them. Nothing is checked.
#pragma once

#include <cstdint>

#include "src/batch/odd_moduli.hpp"
#include "src/batch/storage.hpp"

namespace gbi::detail {

/// One exponent for all elements, or one for each.
struct exponents {
  kernels::batch_span span;
  std::uint32_t bits;
};

/// x^exponent mod n. There may be more exponents and moduli than elements of x.
/// \param n for this many elements (odd_moduli_state::for_elements)
bigint_batch modular_power(const batch& x, const exponents& exponent, const odd_moduli_state& n);
/// a b mod n, likewise.
bigint_batch modular_product(const batch& a, const kernels::batch_span& b, const odd_moduli_state& n);

}  // namespace gbi::detail
