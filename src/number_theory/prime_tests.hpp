/// \file
/// Tests of primality in one launch, for numbers that a team of threads holds (kernels/modular).
#pragma once

#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"

namespace gbi::number_theory {

/// Whether numbers of so many limbs have these tests; the tests themselves take up to
/// plan::longest_test_limbs.
bool has_prime_tests(const detail::engine& engine, std::uint64_t limbs);

/// Which of some odd numbers above 2, `limbs` limbs each, one behind the other, pass Miller and Rabin's test
/// to base 2. Waits.
std::vector<bool> strong_tests(detail::engine& engine, std::span<const limb> numbers, std::uint32_t limbs);

/// Whether n passes the strong Lucas test with p = 1 and |q| <= kernels::lucas_largest_q, by teams with room
/// for so many limbs at least. n odd, above 2. Waits.
bool lucas_test(const gpu_bigint& n, std::int64_t q, std::uint32_t room = 1);

/// Whether n passes Miller and Rabin's test to some bases, powers of all of them at once. n odd, above 2^64.
/// Waits.
bool passes_bases(const gpu_bigint& n, std::span<const std::uint64_t> bases);

}  // namespace gbi::number_theory
