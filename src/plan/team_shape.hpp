/// \file
/// What modular products of a batch are made of, how integers are spread over threads, and how long the
/// windows of an exponent are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "kernels/modular/arguments.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// The longest integers of a batch: 65536 bits.
inline constexpr std::uint32_t longest_batch_limbs = 1024;

/// One product, or the chains of them of a power or a test of primality.
enum class modular_operation { product, power };

/// What is asked for; if that is automatic, what the tuning says.
kernels::arithmetic choose_arithmetic(modular_arithmetic asked, const tuning& tuned,
                                      modular_operation what = modular_operation::power);

/// The team that holds so many limbs with the fewest left over; of those the one whose threads hold 8 limbs,
/// else 12, 4, 6 or 2: a step of Montgomery's product costs about 25 instructions besides its products, and
/// with 8 limbs or 12 the arithmetic of doubles, not all instructions together, decides
/// (docs/performance.md). A batch too small to fill a device with such teams gets threads of at most 6 limbs.
/// `limbs` is at most longest_batch_limbs.
kernels::team_shape choose_team(std::uint32_t limbs, std::size_t elements, const tuning& tuned);

/// How a team multiplies two integers.
struct product_team {
  kernels::product_order order;
  kernels::team_shape shape;
};

/// Teams that multiply integers of at most so many limbs, one for each size of blocks that there is a kernel
/// for; the low columns take half as many threads.
std::vector<kernels::team_shape> product_teams(kernels::product_order order, std::uint32_t limbs);

/// The team that takes the least time, by count, to multiply integers of `limbs_a` and `limbs_b` limbs modulo
/// 2^(64 end): only the low columns if `end` is at most the longer one's limbs, which are at most
/// longest_batch_limbs.
product_team choose_product_team(std::uint32_t limbs_a, std::uint32_t limbs_b, std::uint32_t end,
                                 std::size_t elements, const tuning& tuned);

/// The team for tests of primality: of up to a warp, with 4 or 6 limbs a thread, of the fewest digits that
/// are at least `spare_bits` longer than `limbs`, which are at most longest_test_limbs.
inline constexpr std::uint32_t longest_test_limbs = 192;
kernels::team_shape choose_test_team(std::uint32_t limbs, std::uint32_t spare_bits);

/// Bits of a window that make the fewest steps for an exponent of so many bits: a square for every bit, a
/// table of 2^w entries and a product for every w bits. A table twice as large must save more than 1 step in
/// 100.
std::uint32_t choose_window(std::uint32_t exponent_bits);

}  // namespace gbi::plan
