/// \file
/// Small programs as they are written with either library, in host code: loops of short operations. Each
/// returns a word that depends on all of its work.
#pragma once

#include <cstdint>

namespace gbi::bench {

namespace ours {
/// Steps of the Collatz iteration from 3^100 down to 1.
std::uint64_t collatz();
/// The first Fibonacci number of 10,000 bits, by additions.
std::uint64_t fibonacci();
/// A sum of a million words.
std::uint64_t sum();
/// A number of 64,000 bits from its residues modulo a thousand primes of 64 bits: inverses and sums.
std::uint64_t remainders();
/// Miller and Rabin's test by hand of a number of 2048 bits.
std::uint64_t miller_rabin();
}  // namespace ours

/// The same with GMP's integers.
namespace gmp {
std::uint64_t collatz();
std::uint64_t fibonacci();
std::uint64_t sum();
std::uint64_t remainders();
std::uint64_t miller_rabin();
}  // namespace gmp

}  // namespace gbi::bench
