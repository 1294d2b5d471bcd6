/// \file
/// The transform route as it is chosen: proven digits, or wider ones, verified. A wrong product is computed
/// again with proven digits by launches that are queued at once and do nothing where it is right: the host
/// does not wait for the verdict.
#include "src/multiply/multiply.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/plan/policy_table.hpp"

namespace gbi::products {

namespace {

constexpr std::uint32_t tiles_of(std::uint64_t limbs) {
  return static_cast<std::uint32_t>((limbs + kernels::residue_tile - 1) / kernels::residue_tile);
}

plan::fft_plan plan_of(detail::engine& engine, const product& what) {
  // Of a truncated product nothing is known modulo a prime.
  if (what.out.count < what.a.count + what.b.count) return plan::choose_fft(what.a.count, what.b.count);
  return plan_fft(engine, what.a.count, what.b.count, is_square(what));
}

}  // namespace

plan::fft_plan plan_fft(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b, bool square) {
  const bool verified =
      engine.verifier().mode() != verification::off &&
      limbs_a + limbs_b >= plan::policy_of(engine.executor().architecture()).verified_total_limbs;
  return verified ? plan::choose_verified_fft(limbs_a, limbs_b, square) : plan::choose_fft(limbs_a, limbs_b);
}

std::size_t workspace_of_fft(const product& what) {
  // A verified product may have to be computed again with proven digits, whose transform is the longer one.
  return workspace_of_right_angle(plan::choose_fft(what.a.count, what.b.count));
}

void verify(detail::engine& engine, const product& what, kernels::verdict* verdicts, bool after_repair) {
  kernels::verify_arguments a{};
  if (engine.verifier().mode() == verification::residue) {
    const kernels::limb_span product{what.out.limbs, what.out.count, what.out.stride};
    const kernels::limb_span numbers[3] = {what.a, what.b, product};
    for (int i = 0; i < 3; ++i) {
      a.number[i] = numbers[i];
      a.tiles[i] = i == 1 && is_square(what) ? 0 : tiles_of(numbers[i].count);
    }
    a.modulus = engine.verifier().modulus();
  }
  a.verdicts = verdicts;
  if (after_repair) a.open = {verdicts, what.batch};
  a.fault = engine.executor().fault();
  engine.executor().launch(a, what.batch);
}

void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan, bool recoded) {
  const verify::verifier::lease verdicts(engine.verifier(), what.batch);
  run_right_angle(engine, what,
                  {.plan = plan,
                   .verdicts = verdicts.get(),
                   .seed = {engine.verifier().seed(), engine.verifier().seed()},
                   .recoded = recoded});
  verify(engine, what, verdicts.get(), false);
  run_right_angle(
      engine, what,
      {.plan = plan::choose_fft(what.a.count, what.b.count), .open = {verdicts.get(), what.batch}});
  verify(engine, what, verdicts.get(), true);
}

void run_fft(detail::engine& engine, const product& what) {
  const plan::fft_plan plan = plan_of(engine, what);
  if (plan.verified)
    run_verified(engine, what, plan);
  else
    run_right_angle(engine, what, {.plan = plan});
}

}  // namespace gbi::products
