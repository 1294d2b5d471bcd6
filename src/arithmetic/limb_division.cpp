/// \file
/// Division by one limb, in one launch that reads the number once.
#include <algorithm>
#include <bit>

#include "src/arithmetic/divide.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_modulus;

/// 2^(64 exponent), where the exponent is a power of two.
limb power_of_limb(const limb_modulus& by, std::uint64_t exponent) {
  limb result = by.reduce(1, 0);
  for (std::uint64_t left = exponent; left > 1; left /= 2) result = by.multiply(result, result);
  return result;
}

/// result[k] = base^k.
template <std::size_t Count>
void fill_powers(limb (&result)[Count], limb base, const limb_modulus& by) {
  limb power = 1;
  for (limb& x : result) {
    x = power;
    power = by.multiply(power, base);
  }
}

void quotient_by_limb(detail::engine& engine, const division& task, const limb_modulus& by,
                      std::uint32_t shift) {
  const std::uint64_t limbs = std::max<std::uint64_t>({task.numerators.count, task.quotients.count, 1});
  const auto tiles = static_cast<std::uint32_t>(ceiling(limbs, kernels::limb_quotient_tile));
  const cache::chain_pool::lease chain(engine.chains(),
                                       std::size_t{tiles} * kernels::limb_quotient_chain_words);
  kernels::limb_quotient_arguments a{};
  a.a = task.numerators;
  a.modulus = by;
  a.shift = shift;
  a.tiles = tiles;
  a.half_power = power_of_limb(by, kernels::limb_quotient_run / 2);
  const limb run_power = by.multiply(a.half_power, a.half_power);
  kernels::fill_squares(a.run_squares, run_power, by);
  fill_powers(a.run_powers, run_power, by);
  fill_powers(a.warp_powers, by.multiply(a.run_powers[31], run_power), by);
  a.tile_power = by.multiply(a.warp_powers[std::size(a.warp_powers) - 1], a.warp_powers[1]);
  a.chain = chain.get();
  a.quotient = task.quotients;
  a.remainder = task.remainders;
  a.signs = task.signs;
  engine.executor().launch(a);
}

void remainder_by_limb(detail::engine& engine, const division& task, const limb_modulus& by,
                       std::uint32_t shift) {
  constexpr std::uint64_t most_blocks = 1024;
  const std::uint64_t limbs = std::max<std::uint64_t>(task.numerators.count, 1);
  kernels::limb_remainder_arguments a{};
  a.block_limbs =
      ceiling(ceiling(limbs, most_blocks), kernels::limb_remainder_unit) * kernels::limb_remainder_unit;
  a.blocks = static_cast<std::uint32_t>(ceiling(limbs, a.block_limbs));
  const cache::chain_pool::lease chain(engine.chains(),
                                       std::size_t{a.blocks} * kernels::limb_remainder_chain_words);
  a.a = task.numerators;
  a.modulus = by;
  a.shift = shift;
  kernels::fill_squares(a.limb_squares, power_of_limb(by, 1), by);
  limb block_power = 1, unit_power = power_of_limb(by, kernels::limb_remainder_unit);
  for (std::uint64_t units = a.block_limbs / kernels::limb_remainder_unit; units > 0; units /= 2) {
    if (units % 2 == 1) block_power = by.multiply(block_power, unit_power);
    unit_power = by.multiply(unit_power, unit_power);
  }
  kernels::fill_squares(a.block_squares, block_power, by);
  a.chain = chain.get();
  a.remainder = task.remainders;
  a.signs = task.signs;
  engine.executor().launch(a);
}

}  // namespace

void divide_by_limb(detail::engine& engine, const division& task, limb divisor) {
  const int shift = std::countl_zero(divisor);
  const limb_modulus by = limb_modulus::of(divisor << shift);
  const bool has_quotient = task.quotients.count > 0 || task.signs.quotient != nullptr;
  (has_quotient ? quotient_by_limb : remainder_by_limb)(engine, task, by, static_cast<std::uint32_t>(shift));
}

}  // namespace gbi::arithmetic
