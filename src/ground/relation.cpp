#include "src/ground/relation.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/modular.hpp"

namespace gbi::ground {

namespace {

constexpr std::uint32_t tiles_of(std::uint64_t limbs) {
  return static_cast<std::uint32_t>((limbs + kernels::residue_tile - 1) / kernels::residue_tile);
}

constexpr bool are_equal(const kernels::limb_span& a, const kernels::limb_span& b) {
  return a.limbs == b.limbs && a.count == b.count && a.stride == b.stride;
}

/// Waits for the verdicts.
bool any_wrong(detail::engine& engine, const kernels::verdict* verdicts, std::uint32_t problems) {
  std::vector<kernels::verdict> said(problems);
  engine.executor().download(said.data(), verdicts, problems * sizeof(kernels::verdict));
  return std::any_of(said.begin(), said.end(), [](const kernels::verdict& v) { return v.wrong != 0; });
}

}  // namespace

void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            const tables::verifier::lease& verdicts, bool after_repair,
            const kernels::verdict_report& report) {
  kernels::verify_arguments a{};
  std::shared_ptr<const tables::residue_table> table;  // held until the launch that reads it is queued
  if (check.how >= verification::residue) {
    const bool square = are_equal(right.a, right.b);
    const kernels::limb_span numbers[4] = {right.a, right.b, right.sum, right.rest};
    std::uint32_t tiles = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      a.number[i] = numbers[i];
      a.signs[i] = right.signs[i];
      a.tiles[i] = i == 1 && square ? 0 : tiles_of(numbers[i].count);
      tiles += a.tiles[i];
    }
    a.run = tiles / check.blocks + 1;
    for (int i = 0; i < 4; ++i) a.blocks[i] = (a.tiles[i] + a.run - 1) / a.run;
    a.bound = right.bound;
    table = right.table != nullptr ? right.table : engine.verifier().table();
    a.modulus = table->modulus();
  }
  a.verdicts = verdicts.get();
  a.spent = verdicts.spent();
  if (after_repair) a.repair = {verdicts.get(), right.batch};
  a.report = report;
  a.batch = right.batch;
  engine.executor().launch(a);
}

void check_relation(detail::engine& engine, const relation& right, const plan::check_plan& check,
                    const exec::doubt& kept) {
  const tables::verifier::lease verdicts(engine.verifier(), right.batch);
  exec::open_record record(engine.ledger(), kept);
  verify(engine, right, check, verdicts, false, record.alone());
  record.queued();
}

void run_checked(detail::engine& engine, const relation& right, const plan::check_plan& check,
                 const attempt& first, const correction& again, const exec::doubt& kept) {
  const tables::verifier::lease verdicts(engine.verifier(), right.batch);
  exec::open_record record(engine.ledger(), kept);
  first(verdicts.get());
  verify(engine, right, check, verdicts, false, record.before_repair());
  if (again) {
    try {
      again({verdicts.get(), right.batch});
      verify(engine, right, check, verdicts, true, record.at_last());
      return record.queued();
    } catch (const out_of_memory&) {  // a repair may need more memory than the product
    }
  }
  if (!any_wrong(engine, verdicts.get(), right.batch)) return;  // the record has nothing to report
  exec::note_fault();
  first(verdicts.get());
  verify(engine, right, check, verdicts, true, record.at_last());
  record.queued();
}

void run_checked(detail::engine& engine, const relation& right, const std::function<void()>& compute) {
  const tables::verifier::covered here;
  run_checked(engine, right, plan::plan_relation(engine.tuning()), [&](kernels::verdict*) { compute(); }, {});
}

void run_checked_alone(detail::engine& engine, const relation& right, const std::function<void()>& compute,
                       const exec::doubt& kept) {
  if (engine.executor().memory_is_host()) return run_checked(engine, right, compute);
  const tables::verifier::covered here;
  compute();
  check_relation(engine, right, plan::plan_relation(engine.tuning()), kept);
}

void check_by_launch(detail::engine& engine, const relation& right,
                     const std::function<void(const kernels::residue_check&)>& compute) {
  const std::shared_ptr<const tables::residue_table> table = engine.verifier().table();
  exec::open_record record(engine.ledger());
  kernels::residue_check a{};
  const kernels::limb_span numbers[] = {right.a, right.b, right.sum};
  for (std::size_t i = 0; i < 3; ++i) {
    a.number[i] = numbers[i];
    a.signs[i] = right.signs[i];
    a.pieces[i] = i == 1 && are_equal(right.a, right.b) ? 0 : kernels::pieces_of(numbers[i]);
  }
  a.modulus = table->modulus();
  a.report = record.alone();
  exec::decisions::turn turn = engine.ledger().take_turn();
  a.sums = turn.sums();
  a.earlier = turn.earlier();
  compute(a);
  turn.queued(kernels::decision_on(a));
  record.queued();
}

exec::buffer<limb> power_of_two(detail::engine& engine, const tables::residue_table& table,
                                std::uint64_t exponent) {
  const auto modulus = kernels::small_modulus::of(table.modulus().prime);
  limb result = 1;
  for (limb square = 2; exponent > 0; exponent >>= 1, square = modulus.multiply(square, square))
    if (exponent % 2 == 1) result = modulus.multiply(result, square);
  return {engine.executor(), std::span<const limb>(&result, 1)};
}

}  // namespace gbi::ground
