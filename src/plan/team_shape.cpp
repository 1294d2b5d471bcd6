#include "src/plan/team_shape.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <stdexcept>

#include "kernels/word/fused_digit.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

constexpr std::uint32_t warp = 32, digit_bits = kernels::fused_digit_bits;
constexpr int short_run = 32, long_run = 64;  // limbs that are convolved together

std::uint32_t held_by(const kernels::team_shape& team) {
  return static_cast<std::uint32_t>(team.threads * team.limbs);
}

/// The team of up to a warp that holds `limbs` limbs with the fewest unused limbs; the first of equal teams.
/// It has no threads if no team is large enough.
kernels::team_shape closest(std::uint32_t limbs, std::initializer_list<int> limbs_in_thread) {
  kernels::team_shape best{0, 0};
  for (const int each : limbs_in_thread)
    for (std::uint32_t threads = 1; threads <= warp; threads *= 2) {
      const kernels::team_shape team{static_cast<int>(threads), each};
      if (held_by(team) >= limbs && (best.threads == 0 || held_by(team) < held_by(best))) best = team;
    }
  return best;
}

bool is_narrow(const batch_tuning& tuned, kernels::arithmetic how) {
  return tuned.narrow_words && how == kernels::arithmetic::words;
}

const team_slots& slots_of(const product_team& team, const team_tuning& tuned) {
  switch (team.shape.limbs) {
    case 2:
      return tuned.columns_2;
    case 4:
      return tuned.columns_4;
    default:
      return tuned.columns_6;
  }
}

/// The multiply-adds of words in a step.
int products_of_step(const product_team& team) {
  const int words = 2 * team.shape.limbs;
  return words * words;
}

std::uint32_t blocks_of(std::uint32_t limbs, int of) {
  return (limbs + static_cast<std::uint32_t>(of) - 1) / static_cast<std::uint32_t>(of);
}

/// Steps of a team for a product of `longer` limbs by `shorter` limbs.
std::uint32_t steps_of(const product_team& team, std::uint32_t longer, std::uint32_t shorter) {
  const std::uint32_t rows = blocks_of(shorter, team.shape.limbs);
  if (team.order == kernels::product_order::block_columns) return rows;
  return std::min(blocks_of(longer, team.shape.limbs) + 1, 2 * rows);
}

/// The cycles of a scheduler, which issues one instruction per cycle, but a wide multiply-add only in every
/// fourth.
double cycles_of(const product_team& team, std::uint32_t steps, const team_tuning& tuned) {
  const team_slots& slots = slots_of(team, tuned);
  return std::max(4.0 * products_of_step(team) * steps,
                  static_cast<double>(slots.step) * steps + slots.otherwise);
}

/// The limbs of a thread that computes with a whole element, or 0 if teams are faster.
/// \param longest the most limbs for which threads are faster in large batches
int limbs_of_thread(const batch_tuning& tuned, std::size_t longest, std::uint32_t limbs,
                    std::size_t elements) {
  constexpr std::uint32_t as_fast = 8;
  if (limbs > longest) return 0;
  if (limbs > as_fast && elements * limbs < tuned.thread_batch * (limbs - as_fast)) return 0;
  const int* const held = std::ranges::lower_bound(kernels::thread_limbs, static_cast<int>(limbs));
  return held == std::end(kernels::thread_limbs) ? 0 : *held;
}

}  // namespace

kernels::arithmetic choose_arithmetic(modular_arithmetic asked, const tuning& tuned,
                                      modular_operation operation) {
  using kernels::arithmetic;
  if (asked == modular_arithmetic::words || asked == modular_arithmetic::doubles)
    return asked == modular_arithmetic::words ? arithmetic::words : arithmetic::doubles;
  return operation == modular_operation::product ? tuned.batch.product : tuned.batch.power;
}

int limbs_of_quotients(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                       std::size_t elements) {
  if (asked != modular_arithmetic::automatic) return 0;
  return limbs_of_thread(tuned.batch, tuned.batch.quotient_limbs, limbs, elements);
}

bool reduces_by_reciprocals(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                            std::size_t elements) {
  return asked == modular_arithmetic::automatic && limbs >= tuned.batch.reciprocal_limbs &&
         elements * limbs * limbs >=
             tuned.batch.reciprocal_limb_products + limbs * tuned.batch.reciprocal_latency;
}

kernels::team_shape choose_team(std::uint32_t limbs, std::size_t elements, const tuning& tuned,
                                kernels::arithmetic how) {
  const bool narrow = is_narrow(tuned.batch, how);
  kernels::team_shape best = narrow ? closest(limbs, {4}) : closest(limbs, {8, 12, 4, 6, 2});
  if (!narrow &&
      (best.threads == 0 || elements < tuned.batch.narrow_threads / static_cast<std::size_t>(best.threads))) {
    const kernels::team_shape wider = closest(limbs, {4, 6, 2});
    if (wider.threads != 0) best = wider;
  }
  for (std::uint32_t threads = 2 * warp; threads <= 8 * warp && best.threads == 0; threads *= 2)
    if (threads * 4 >= limbs) best = {static_cast<int>(threads), 4};
  if (best.threads == 0)
    throw std::logic_error(concat("no team holds ", limbs, " limbs: more than ", longest_batch_limbs));
  return best;
}

std::vector<kernels::team_shape> product_teams(kernels::product_order order, std::uint32_t limbs) {
  using kernels::product_order;
  std::vector<kernels::team_shape> teams;
  for (const int each : {4, 6, 2}) {
    const std::uint32_t blocks = blocks_of(limbs, each);
    const std::uint32_t blocks_each = order == product_order::low_block_columns ? 2 : 1;
    std::uint32_t threads = 1;
    while (threads * blocks_each < blocks) threads *= 2;
    if (threads <= (each == 4 ? 8 * warp : warp)) teams.push_back({static_cast<int>(threads), each});
  }
  return teams;
}

product_team choose_product_team(const product_shape& wanted, const tuning& tuned) {
  using kernels::product_order;
  const batch_tuning& limits = tuned.batch;
  const auto busy_threads = static_cast<double>(limits.busy_threads);
  const auto longer = static_cast<std::uint32_t>(wanted.longer()),
             shorter = static_cast<std::uint32_t>(wanted.shorter());
  product_team best{product_order::block_columns, {0, 0}};
  double least = 0;
  const auto consider = [&](product_order order) {
    for (const kernels::team_shape& shape : product_teams(order, longer)) {
      const product_team team{order, shape};
      const double cycles = cycles_of(team, steps_of(team, longer, shorter), tuned.teams) *
                            std::max(1.0, static_cast<double>(wanted.batch) * shape.threads / busy_threads);
      if (best.shape.threads != 0 && cycles >= least) continue;
      best = team;
      least = cycles;
    }
  };
  const bool low = wanted.out <= longer;
  const int in_thread = low ? 0 : limbs_of_thread(limits, limits.product_limbs, longer, wanted.batch);
  if (in_thread > 0) return {product_order::threads, {1, in_thread}};
  consider(low ? product_order::low_block_columns : product_order::block_columns);
  if (best.shape.threads == 0)
    throw std::logic_error(concat("no team multiplies ", longer, " limbs: more than ", longest_batch_limbs));
  return best;
}

product_team choose_byte_team(const product_shape& wanted) {
  const std::size_t longer = wanted.longer();
  if (longer > longest_byte_limbs)
    throw std::length_error(concat("product by bytes of ", wanted.a, " and ", wanted.b,
                                   " limbs: longer than ", longest_byte_limbs));
  return {kernels::product_order::bytes,
          {static_cast<int>(warp), longer <= short_run ? short_run : long_run}};
}

bool takes_bytes(const product_shape& wanted, const batch_tuning& tuned) {
  const std::size_t longer = wanted.longer();
  if (wanted.batch < tuned.byte_batch || longer > longest_byte_limbs) return false;
  const auto runs = [](std::size_t limbs) {
    const std::size_t whole = (limbs + long_run - 1) / long_run;
    return static_cast<double>(whole);
  };
  const byte_tuning& limits = wanted.out <= longer ? tuned.low_bytes : tuned.bytes;
  const double by_teams = static_cast<double>(wanted.a) * static_cast<double>(wanted.b);
  return by_teams >= (longer <= short_run ? limits.short_run : limits.run * runs(wanted.a) * runs(wanted.b));
}

kernels::team_shape choose_test_team(std::uint32_t limbs, std::uint32_t spare_bits, const tuning& tuned,
                                     kernels::arithmetic how) {
  const bool narrow = is_narrow(tuned.batch, how);
  kernels::team_shape best{0, 0};
  const auto digits = [](const kernels::team_shape& team) {
    return static_cast<std::uint32_t>(team.threads * kernels::thread_digits(team.limbs));
  };
  for (const int each : {4, 6})
    for (std::uint32_t threads = 1; threads <= warp && (each == 4 || !narrow); threads *= 2) {
      const kernels::team_shape team{static_cast<int>(threads), each};
      if (held_by(team) >= limbs &&
          digits(team) * digit_bits >= limbs * std::uint32_t{limb_bits} + spare_bits &&
          (best.threads == 0 || digits(team) < digits(best)))
        best = team;
    }
  if (best.threads == 0)
    throw std::logic_error(concat("no team tests ", limbs, " limbs: more than ", longest_test_limbs));
  return best;
}

std::uint32_t choose_window(std::uint32_t exponent_bits) {
  const auto steps = [=](std::uint32_t window) {
    return std::uint64_t{exponent_bits} + (1u << window) + (exponent_bits + window - 1) / window;
  };
  std::uint32_t best = 1;
  for (std::uint32_t window = 2; window <= 8; ++window)
    if (100 * steps(window) < 99 * steps(best)) best = window;
  return best;
}

}  // namespace gbi::plan
