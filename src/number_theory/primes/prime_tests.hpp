/// \file
/// Primality tests in one launch, for numbers short enough for a team of threads (kernels/modular).
#pragma once

#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"

namespace gbi::number_theory {

/// Whether numbers of `limbs` limbs use these tests. The tests themselves take up to plan::longest_test_limbs
/// limbs.
bool has_prime_tests(const detail::engine& engine, std::uint64_t limbs);

/// Which of several odd numbers above 2 pass the Miller-Rabin test to base 2. Each has `limbs` limbs; the
/// numbers are contiguous in memory. Waits.
std::vector<bool> strong_tests(detail::engine& engine, std::span<const limb> numbers, std::uint32_t limbs);

/// Whether n passes the strong Lucas test with p = 1 and |q| <= kernels::lucas_largest_q. The teams have room
/// for at least `room` limbs. n odd, above 2. Waits.
bool lucas_test(const gpu_bigint& n, std::int64_t q, std::uint32_t room = 1);

/// Whether n passes the Miller-Rabin test to every one of the bases, whose powers are computed
/// simultaneously. n odd, above 2^64. Waits.
bool passes_bases(const gpu_bigint& n, std::span<const std::uint64_t> bases);

}  // namespace gbi::number_theory
