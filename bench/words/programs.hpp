/// \file
/// Small programs in host code, written in the same way with either library: loops of short operations. Each
/// returns a word that depends on all of its work.
#pragma once

#include <cstdint>

namespace gbi::bench {

namespace ours {
/// Counts the steps of the Collatz iteration from 3^100 down to 1.
std::uint64_t collatz();
/// The first Fibonacci number of 10,000 bits, by additions.
std::uint64_t fibonacci();
/// A sum of a million words.
std::uint64_t sum();
/// Reconstructs a number of 64,000 bits from its residues modulo a thousand primes of 64 bits, by inverses
/// and sums.
std::uint64_t remainders();
/// The test of Miller and Rabin, written by hand, of a number of 2048 bits.
std::uint64_t miller_rabin();
}  // namespace ours

/// The same programs with GMP's integers.
namespace gmp {
std::uint64_t collatz();
std::uint64_t fibonacci();
std::uint64_t sum();
std::uint64_t remainders();
std::uint64_t miller_rabin();
}  // namespace gmp

}  // namespace gbi::bench
