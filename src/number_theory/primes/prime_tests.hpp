/// \file
/// Primality tests in one launch, for numbers short enough for a team of threads (kernels/modular).
#pragma once

#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/batch_span.hpp"
#include "src/context/engine.hpp"

namespace gbi::number_theory {

/// Whether numbers of `limbs` limbs use these tests. The tests themselves take up to plan::longest_test_limbs
/// limbs.
bool has_prime_tests(const detail::engine& engine, std::uint64_t limbs);

/// Which of several odd numbers above 2 pass the Miller-Rabin test to base 2. Each has `limbs` limbs; the
/// numbers are contiguous in memory. Waits.
std::vector<bool> strong_tests(detail::engine& engine, std::span<const limb> numbers, std::uint32_t limbs);

/// Odd numbers above 2, each with a parameter -q for the strong Lucas test with p = 1. |q| is at most
/// kernels::lucas_largest_q. A number with the parameter 0 does not pass.
struct lucas_numbers {
  kernels::batch_span values;  ///< of at most plan::longest_test_limbs
  const std::int32_t* minus_q;
  std::uint32_t elements;
};
/// passed[g] = 1 if number g passes that test, else 0. The teams have room for at least `room` limbs. Queued.
void lucas_tests(detail::engine& engine, const lucas_numbers& numbers, signed char* passed,
                 std::uint32_t room = 1);

/// Whether n passes the strong Lucas test with p = 1 and |q| <= kernels::lucas_largest_q. The teams have room
/// for at least `room` limbs. n odd, above 2. Waits.
bool lucas_test(const gpu_bigint& n, std::int64_t q, std::uint32_t room = 1);

/// Whether n passes the Miller-Rabin test to every one of the bases, whose powers are computed
/// simultaneously. n odd, above 2^64. Waits.
bool passes_bases(const gpu_bigint& n, std::span<const std::uint64_t> bases);

}  // namespace gbi::number_theory
