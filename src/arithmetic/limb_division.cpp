/// \file
/// Division by one limb, in one launch that reads the number once.
#include <algorithm>
#include <bit>

#include "src/arithmetic/divide.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_modulus;

/// result[k] = first base^k, all scaled.
template <std::size_t Count>
void fill_powers(limb (&result)[Count], limb first, limb base, const limb_modulus& by) {
  for (limb& x : result) {
    x = first;
    first = by.multiply(first, base);
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
  const limb base = by.scaled_power(1), run = by.scaled_power(kernels::limb_quotient_run);
  fill_powers(a.limb_powers, base, base, by);
  kernels::fill_squares(a.run_squares, run, by);
  fill_powers(a.run_powers, run, run, by);
  fill_powers(a.warp_powers, by.scaled_power(0), a.run_powers[kernels::warp_threads - 1], by);
  a.tile_power = by.scaled_power(kernels::limb_quotient_tile);
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
  kernels::fill_squares(a.limb_squares, by.scaled_power(1), by);
  kernels::fill_squares(a.block_squares, by.scaled_power(a.block_limbs), by);
  a.one = a.unshift = by.scaled_power(0);
  for (std::uint32_t i = 0; i < shift; ++i)
    a.unshift = a.unshift / 2 + (a.unshift % 2 == 1 ? by.value / 2 + 1 : 0);
  a.chain = chain.get();
  a.remainder = task.remainders;
  a.signs = task.signs;
  engine.executor().launch(a);
}

}  // namespace

void divide_by_limb(detail::engine& engine, const division& task, limb divisor) {
  const int shift = std::countr_zero(divisor);
  const limb_modulus by = limb_modulus::of(divisor >> shift);
  const bool has_quotient = task.quotients.count > 0 || task.signs.quotient != nullptr;
  (has_quotient ? quotient_by_limb : remainder_by_limb)(engine, task, by, static_cast<std::uint32_t>(shift));
}

}  // namespace gbi::arithmetic
