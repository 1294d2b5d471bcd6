/// \file
/// Measures operations per second.
#pragma once

#include "examples/rsa/options.hpp"

namespace example {

/// Measures this library, OpenSSL and GMP, and prints a table. \returns whether all results equal GMP's.
bool print_speed(const rsa_options& chosen, std::uint64_t seed);

}  // namespace example
