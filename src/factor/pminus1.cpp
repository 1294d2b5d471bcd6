/// \file
/// The P - 1 method. Stage 1 is a power of one number. In stage 2, the elements of a machine share the giant
/// steps, and each multiplies all differences of its giant steps and the baby steps, because all elements run
/// the same program.
#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/factor.hpp"
#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/modular.hpp"
#include "src/factor/bounds.hpp"
#include "src/factor/field_machine.hpp"
#include "src/factor/groups.hpp"
#include "src/process/concat.hpp"

namespace gbi {

namespace {

using factors::bounds, factors::field_machine, factors::giant_steps, factors::reg;

/// base^(the prime powers up to b1).
gpu_bigint stage_1(const gpu_bigint& n, std::uint64_t base, std::uint64_t b1, const factor_watch& watch) {
  constexpr std::uint64_t at_once = 1 << 14;
  const factors::prime_sieve sieve(b1);
  const modulus field(n);
  gpu_bigint power = field.reduce(gpu_bigint(base));
  for (std::uint64_t begin = 0; begin < b1; begin += at_once) {
    const std::uint64_t end = std::min(begin + at_once, b1);
    power = field.power(power, factors::prime_powers(sieve, begin, end, b1));
    if (watch) watch({1, static_cast<double>(end) / static_cast<double>(b1)});
  }
  return power;
}

/// How many elements share the giant steps: each has enough of them to be worth its baby steps.
std::size_t elements_for(const giant_steps& giants) {
  constexpr std::uint64_t fewest_each = 64, most = 4096;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(giants.count() / fewest_each, 1, most));
}

/// The distance with the fewest products.
const factors::step_distance& choose_distance(const bounds& within) {
  return factors::cheapest_distance(within, [&](const factors::step_distance& d) {
    const giant_steps giants = giant_steps::of(within, d.distance);
    return static_cast<double>(giants.count()) * (d.babies + 2.0) +
           2.0 / 3 * d.distance * static_cast<double>(elements_for(giants));
  });
}

/// The product of all differences, one for each element.
bigint_batch stage_2(const gpu_bigint& n, const gpu_bigint& a, const gpu_bigint& inverse,
                     const bounds& within, const factor_watch& watch) {
  const giant_steps giants = giant_steps::of(within, choose_distance(within).distance);
  const std::size_t elements = elements_for(giants);
  const std::uint64_t each = (giants.count() + elements - 1) / elements;

  factors::reg_pool registers;
  factors::field_program steps;
  const reg one = registers.next(), product = registers.next(), base = registers.next(),
            step = registers.next(), power = registers.next(), inverse_power = registers.next(),
            ratio = registers.next(), inverse_ratio = registers.next();
  const factors::lucas_group group(registers, one);
  const std::vector<reg> babies = factors::coprime_multiples(group, steps, registers, base, giants.distance);
  std::array<reg, 3> giant{registers.next(), registers.next(), registers.next()};
  field_machine machine(n, elements, registers.used());
  const auto same = [&](const gpu_bigint& x) { return bigint_batch::filled(elements, x, machine.bits()); };

  // Powers for the first two giant steps of each element.
  const modulus field(n);
  const gpu_bigint a_step = field.power(a, giants.distance);
  std::vector<std::uint64_t> first(elements);
  for (std::size_t g = 0; g < elements; ++g) first[g] = giants.first + g * each;
  const bigint_batch powers =
      pow_mod(same(a_step), bigint_batch::from_limbs(first, elements, limb_bits), odd_moduli(n));
  machine.load(one, same(1));
  machine.load(base, same(a));
  machine.load(step, same(inverse));
  machine.load(power, powers);
  machine.load(inverse_power, invert(powers, same(n)));
  machine.load(ratio, same(a_step));
  machine.load(inverse_ratio, same(field.power(inverse, giants.distance)));

  factors::field_program start;
  const auto set_sum = [&](reg to, reg x, reg y) { start.multiply(to, x + y, one); };
  set_sum(base, base, step);
  set_sum(step, ratio, inverse_ratio);
  set_sum(giant[0], power, inverse_power);
  start.multiply(power, power, ratio);
  start.multiply(inverse_power, inverse_power, inverse_ratio);
  set_sum(giant[1], power, inverse_power);
  start.set(product, one);
  machine.run(start);
  machine.run(steps);
  for (std::uint64_t i = 0; i < each; ++i) {
    for (const reg baby : babies) steps.multiply(product, product, giant[0] - baby);
    group.add(steps, giant[2], giant[1], step, giant[0]);
    std::rotate(giant.begin(), giant.begin() + 1, giant.end());
    machine.run(steps);
    if (watch) watch({2, static_cast<double>(i + 1) / static_cast<double>(each)});
  }
  return machine.value(product);
}

}  // namespace

std::optional<pminus1_factor> pminus1(const gpu_bigint& n, const pminus1_options& options) {
  factors::require_odd(n, "pminus1");
  const bounds within = bounds::of(options.b1, options.b2, "pminus1");
  if (options.base < 2)
    throw std::invalid_argument(concat("pminus1 with base ", options.base, ": it must be at least 2"));
  const scoped_context use(n.context());
  const gpu_bigint power = stage_1(n, options.base, within.b1, options.progress);
  // A base with a factor of n has no order.
  for (const gpu_bigint& value : {power, power - 1})
    if (gpu_bigint found = gcd(value, n); found != 1) return pminus1_factor{std::move(found), 1};
  if (within.b2 <= within.b1) return std::nullopt;
  gpu_bigint found = 1;
  const bigint_batch products = stage_2(n, power, invert(power, n), within, options.progress);
  for (const factors::common_factor& each : factors::common_factors(products, n))
    found = lcm(found, each.factor);
  if (found == 1) return std::nullopt;
  return pminus1_factor{std::move(found), 2};
}

}  // namespace gbi
