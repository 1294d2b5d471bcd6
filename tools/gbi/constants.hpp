/// \file
/// Digits of pi, e and square roots, all of them right.
#pragma once

#include <cstdint>
#include <functional>
#include <gpu_bigint.hpp>
#include <string>

#include "tools/gbi/calculator.hpp"

namespace program {

struct precision {
  std::uint64_t digits;  ///< after the point
  int base;
};

/// Called from time to time with the fraction of the work that is done, from 0 to 1.
using watcher = std::function<void(double)>;

/// floor(pi base^digits), by the series of D. and G. Chudnovsky (1988) and binary splitting:
/// O(M(n) log^2 n). If the calculator verifies, the sum of the series is computed again modulo its primes,
/// term by term, and the remaining steps are verified like any operation.
gbi::gpu_bigint pi_digits(const calculator& compute, const precision& wanted, const watcher& watch);
/// floor(e base^digits), by the sum of 1 / k! and binary splitting.
gbi::gpu_bigint e_digits(const calculator& compute, const precision& wanted, const watcher& watch);
/// floor(sqrt(n) base^digits)
gbi::gpu_bigint root_digits(const calculator& compute, const gbi::gpu_bigint& n, const precision& wanted);

/// Puts the point before the last digits: "314" with 2 digits becomes "3.14".
std::string with_point(std::string text, std::uint64_t digits);

}  // namespace program
