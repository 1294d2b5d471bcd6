#include "src/plan/team_shape.hpp"

#include <stdexcept>
#include <string>

namespace gbi::plan {

kernels::team_shape choose_team(std::uint32_t limbs) {
  constexpr std::uint32_t warp = 32;
  kernels::team_shape best{0, 0};
  const auto held = [](const kernels::team_shape& team) {
    return static_cast<std::uint32_t>(team.threads * team.limbs);
  };
  for (const int each : {8, 12, 4, 6, 2})
    for (std::uint32_t threads = 1; threads <= warp; threads *= 2) {
      const kernels::team_shape team{static_cast<int>(threads), each};
      if (held(team) >= limbs && (best.threads == 0 || held(team) < held(best))) best = team;
    }
  for (std::uint32_t threads = 2 * warp; threads <= 8 * warp && best.threads == 0; threads *= 2)
    if (threads * 4 >= limbs) best = {static_cast<int>(threads), 4};
  if (best.threads == 0)
    throw std::logic_error("no team holds " + std::to_string(limbs) + " limbs: more than " +
                           std::to_string(longest_batch_limbs));
  return best;
}

std::uint32_t choose_window(std::uint32_t exponent_bits) {
  const auto products = [=](std::uint32_t window) {
    return (1u << window) + (exponent_bits + window - 1) / window;
  };
  std::uint32_t best = 1;
  for (std::uint32_t window = 2; window <= 8; ++window)
    if (64 * products(window) < 63 * products(best)) best = window;
  return best;
}

}  // namespace gbi::plan
