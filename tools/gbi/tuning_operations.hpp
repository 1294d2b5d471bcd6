/// \file
/// The operations that `gbi tune` times, on random operands of n limbs unless it says otherwise.
#pragma once

#include "tools/gbi/tuning_search.hpp"

namespace program {

sized_operation tuned_product(gbi::algorithm how = gbi::algorithm::automatic);
/// Products of `limbs` limbs and n limbs.
sized_operation tuned_product_with(std::size_t limbs);
/// Quotients of 2 n by n limbs.
sized_operation tuned_quotient();
/// Square roots of 2 n limbs.
sized_operation tuned_root();
/// Powers with an exponent and an odd modulus of n limbs.
sized_operation tuned_power();
/// The decimal text.
sized_operation tuned_text();
/// One test of a composite number without small factors.
sized_operation tuned_prime_test();
sized_operation tuned_prime_search();
/// n!
sized_operation tuned_factorial();
/// Batches of n limbs each, and `limbs` limbs in all: products, products modulo numbers, and powers modulo
/// numbers with an exponent of 256 bits.
sized_operation tuned_batch_product(std::size_t limbs);
sized_operation tuned_batch_modular_product(std::size_t limbs);
sized_operation tuned_batch_power(std::size_t limbs);

}  // namespace program
