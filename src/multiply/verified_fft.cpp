/// \file
/// The transform route as it is chosen: proven digits, or wider ones, verified. A wrong product is computed
/// again by launches that are queued at once and do nothing where it is right: the host does not wait for the
/// verdict.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "src/multiply/multiply.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/verified.hpp"

namespace gbi::products {

namespace {

constexpr std::uint32_t tiles_of(std::uint64_t limbs) {
  return static_cast<std::uint32_t>((limbs + kernels::residue_tile - 1) / kernels::residue_tile);
}

relation relation_of(const product& what) {
  return {.a = what.a,
          .b = what.b,
          .sum = {what.out.limbs, what.out.count, what.out.stride},
          .batch = what.batch};
}

}  // namespace

bool verifies(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b) {
  return engine.verifier().mode() != verification::off &&
         limbs_a + limbs_b >= engine.tuning().product.verified_total_limbs;
}

plan::fft_plan plan_fft(detail::engine& engine, std::size_t limbs_a, std::size_t limbs_b, bool square) {
  return verifies(engine, limbs_a, limbs_b) ? plan::choose_verified_fft(limbs_a, limbs_b, square)
                                            : plan::choose_fft(limbs_a, limbs_b);
}

std::optional<plan::piece_plan> plan_pieces(detail::engine& engine, std::size_t limbs_a,
                                            std::size_t limbs_b) {
  return plan::choose_pieces(limbs_a, limbs_b, verifies(engine, limbs_a, limbs_b), engine.tuning());
}

std::size_t workspace_of_fft(const product& what) {
  // A verified product may have to be computed again with proven digits, whose transform is the longer one.
  const auto proven = plan::find_proven_fft(what.a.count, what.b.count);
  return workspace_of_right_angle(proven ? *proven
                                         : plan::choose_verified_fft(what.a.count, what.b.count, true));
}

void verify(detail::engine& engine, const relation& right, kernels::verdict* verdicts, bool after_repair) {
  kernels::verify_arguments a{};
  if (engine.verifier().mode() == verification::residue) {
    const bool square = is_square({.a = right.a, .b = right.b, .out = {}});
    const kernels::limb_span numbers[4] = {right.a, right.b, right.sum, right.rest};
    std::uint32_t tiles = 0;
    for (int i = 0; i < 4; ++i) {
      a.number[i] = numbers[i];
      a.tiles[i] = i == 1 && square ? 0 : tiles_of(numbers[i].count);
      tiles += a.tiles[i];
    }
    a.run = tiles / engine.tuning().product.verify_blocks + 1;
    for (int i = 0; i < 4; ++i) a.blocks[i] = (a.tiles[i] + a.run - 1) / a.run;
    a.modulus = engine.verifier().modulus();
  }
  a.verdicts = verdicts;
  if (after_repair) a.open = {verdicts, right.batch};
  a.fault = engine.executor().fault();
  a.batch = right.batch;
  engine.executor().launch(a);
}

void verify(detail::engine& engine, const product& what, kernels::verdict* verdicts, bool after_repair) {
  verify(engine, relation_of(what), verdicts, after_repair);
}

namespace {

/// Waits for the verdicts.
bool any_wrong(detail::engine& engine, const kernels::verdict* verdicts, std::uint32_t problems) {
  std::vector<kernels::verdict> said(problems);
  engine.executor().download(said.data(), verdicts, problems * sizeof(kernels::verdict));
  return std::any_of(said.begin(), said.end(), [](const kernels::verdict& v) { return v.wrong != 0; });
}

/// The longer operand cut into pieces.
void run_cut(detail::engine& engine, product what, const plan::piece_plan& plan) {
  if (what.a.count < what.b.count) std::swap(what.a, what.b);
  run_kept(engine, what, plan, transform_operand(engine, what.b, plan.fft));
}

/// Nothing is known of a truncated product modulo a prime: it is computed whole and then cut.
void run_truncated(detail::engine& engine, const product& what) {
  const std::size_t whole = what.a.count + what.b.count;
  const exec::buffer<limb> memory(engine.executor(), whole * what.batch);
  product all = what;
  all.out = {memory.data(), whole, whole};
  run_fft(engine, all);
  engine.executor().launch(
      kernels::shift_arguments{{memory.data(), whole, whole}, what.out, 0, nullptr, nullptr, what.batch});
}

}  // namespace

repair choose_repair(detail::engine& engine, const product& what) {
  const double limit = engine.tuning().product.repair_limb_products;
  if (static_cast<double>(what.a.count) * static_cast<double>(what.b.count) <= limit)
    return repair::by_columns;
  // Beyond, proven digits have few lengths, and those take several times the memory of the product.
  constexpr std::uint64_t longest_repair = std::uint64_t{1} << 30;
  const auto proven = plan::find_proven_fft(what.a.count, what.b.count);
  return proven && proven->shape.points <= longest_repair ? repair::by_transform : repair::by_attempt;
}

void run_checked(detail::engine& engine, const relation& right,
                 const std::function<void(kernels::verdict*)>& attempt,
                 const std::function<void(const kernels::gate&)>& again) {
  const verify::verifier::lease verdicts(engine.verifier(), right.batch);
  attempt(verdicts.get());
  verify(engine, right, verdicts.get(), false);
  if (again) {
    try {
      again({verdicts.get(), right.batch});
      return verify(engine, right, verdicts.get(), true);
    } catch (const out_of_memory&) {  // of which a repair may need more than the product
    }
  }
  if (!any_wrong(engine, verdicts.get(), right.batch)) return;
  attempt(verdicts.get());
  verify(engine, right, verdicts.get(), true);
}

void run_checked(detail::engine& engine, const product& what,
                 const std::function<void(kernels::verdict*)>& attempt, repair how) {
  std::function<void(const kernels::gate&)> again;
  if (how == repair::by_columns) again = [&](const kernels::gate& open) { run_columns(engine, what, open); };
  if (how == repair::by_transform)
    again = [&](const kernels::gate& open) {
      run_right_angle(engine, what, {.plan = plan::choose_fft(what.a.count, what.b.count), .open = open});
    };
  run_checked(engine, relation_of(what), attempt, again);
}

void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan) {
  run_verified(engine, what, plan, choose_repair(engine, what));
}

void run_verified(detail::engine& engine, const product& what, const plan::fft_plan& plan, repair how) {
  const auto attempt = [&](kernels::verdict* verdicts) {
    run_right_angle(
        engine, what,
        {.plan = plan, .verdicts = verdicts, .seed = {engine.verifier().seed(), engine.verifier().seed()}});
  };
  run_checked(engine, what, attempt, how);
}

void run_kept(detail::engine& engine, const product& what, const plan::piece_plan& plan, const spectrum& b) {
  const auto attempt = [&](kernels::verdict* verdict) { run_pieces(engine, what, plan, b, verdict); };
  if (plan.fft.verified)
    run_checked(engine, what, attempt, choose_repair(engine, what));
  else
    attempt(nullptr);
}

void run_fft(detail::engine& engine, const product& what) {
  if (what.out.count < what.a.count + what.b.count) {
    if (verifies(engine, what.a.count, what.b.count)) return run_truncated(engine, what);
    return run_right_angle(engine, what, {.plan = plan::choose_fft(what.a.count, what.b.count)});
  }
  if (const auto pieces = plan_pieces(engine, what.a.count, what.b.count);
      pieces && what.out.count == what.a.count + what.b.count) {
    for (std::uint32_t g = 0; g < what.batch; ++g) run_cut(engine, problem_of(what, g), *pieces);
    return;
  }
  const plan::fft_plan plan = plan_fft(engine, what.a.count, what.b.count, is_square(what));
  if (plan.verified)
    run_verified(engine, what, plan);
  else
    run_right_angle(engine, what, {.plan = plan});
}

}  // namespace gbi::products
