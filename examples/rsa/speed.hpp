/// \file
/// Operations a second.
#pragma once

#include "examples/rsa/options.hpp"

namespace example {

/// Measures here and by the rivals, and prints a table. \returns whether all results are GMP's.
bool print_speed(const rsa_options& chosen, std::uint64_t seed);

}  // namespace example
