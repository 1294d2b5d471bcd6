/// \file
/// The arithmetic of a batch's modular products, the distribution of integers over threads, and the window
/// lengths for exponents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu_bigint/bigint_batch.hpp"
#include "kernels/modular/arguments.hpp"
#include "src/plan/product_shape.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// The longest integers of a batch: 65536 bits.
inline constexpr std::uint32_t longest_batch_limbs = 1024;
inline constexpr std::size_t longest_batch_bits = std::size_t{longest_batch_limbs} * limb_bits;

/// A single product, or the chain of products of a power or a primality test.
enum class modular_operation { product, power };

/// The requested arithmetic; if that is automatic or residues, the tuning's choice.
kernels::arithmetic choose_arithmetic(modular_arithmetic asked, const tuning& tuned,
                                      modular_operation operation = modular_operation::power);

/// The limbs in each thread (kernels::thread_limbs) if this many products modulo numbers of `limbs` limbs
/// are computed by one thread each, else 0.
int limbs_of_quotients(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                       std::size_t elements);

/// Whether products modulo numbers of `limbs` limbs are three products of their width.
bool reduces_by_reciprocals(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                            std::size_t elements);

/// The team that holds `limbs` limbs with the fewest unused limbs. Among equal teams, threads preferably hold
/// 8 limbs, then 12, 4, 6 or 2: a step of Montgomery's product costs about 25 instructions besides its
/// products, and with 8 or 12 limbs the bottleneck is the double-precision units rather than instruction
/// issue (docs/decisions/0023-modular-digits-of-52-bits.md). If a batch is too small to fill a device with
/// such teams, threads hold at most 6 limbs. `limbs` is at most longest_batch_limbs.
/// \param how the arithmetic of the team, or words if it computes with both
kernels::team_shape choose_team(std::uint32_t limbs, std::size_t elements, const tuning& tuned,
                                kernels::arithmetic how);

/// How a team multiplies two integers.
struct product_team {
  kernels::product_order order;
  kernels::team_shape shape;
};

/// Teams for products of integers of at most `limbs` limbs, one for each block size that has a kernel. The
/// low columns take half as many threads.
std::vector<kernels::team_shape> product_teams(kernels::product_order order, std::uint32_t limbs);

/// The team that multiplies the integers of a batch modulo 2^(64 out) in the least time, as estimated by
/// counting instructions; a thread for each element for short whole products (batch_tuning::product_limbs).
/// It computes only the low columns if `out` is at most the limbs
/// of the longer integer. The integers have at most longest_batch_limbs.
product_team choose_product_team(const product_shape& shape, const tuning& tuned);

/// The longest operands of products by bytes.
inline constexpr std::uint32_t longest_byte_limbs = 256;

/// The warp that multiplies integers as convolutions of their bytes, in runs of 32 limbs if one is enough,
/// else of 64 limbs. \throws std::length_error if the integers are too long
product_team choose_byte_team(const product_shape& shape);

/// Whether the products of a batch modulo 2^(64 out) are faster as convolutions of bytes.
bool takes_bytes(const product_shape& shape, const batch_tuning& tuned);

/// The team for primality tests: up to a warp, with 4 or 6 limbs per thread. It has the fewest digits that
/// exceed `limbs` by at least `spare_bits`. `limbs` is at most longest_test_limbs, or two thirds of that for
/// narrow words.
inline constexpr std::uint32_t longest_test_limbs = 192;
kernels::team_shape choose_test_team(std::uint32_t limbs, std::uint32_t spare_bits, const tuning& tuned,
                                     kernels::arithmetic how);

/// The window length with the fewest steps for an exponent of `exponent_bits` bits: a square for every bit, a
/// table of 2^w entries, and a product for every w bits. A table twice as large must save more than 1 step in
/// 100.
std::uint32_t choose_window(std::uint32_t exponent_bits);

}  // namespace gbi::plan
