#include "src/multiply/verified.hpp"

#include <algorithm>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/multiply/convolution.hpp"
#include "src/multiply/right_angle.hpp"

namespace gbi::products {

namespace {

constexpr std::uint32_t tiles_of(std::uint64_t limbs) {
  return static_cast<std::uint32_t>((limbs + kernels::residue_tile - 1) / kernels::residue_tile);
}

/// Waits for the verdicts.
bool any_wrong(detail::engine& engine, const kernels::verdict* verdicts, std::uint32_t problems) {
  std::vector<kernels::verdict> said(problems);
  engine.executor().download(said.data(), verdicts, problems * sizeof(kernels::verdict));
  return std::any_of(said.begin(), said.end(), [](const kernels::verdict& v) { return v.wrong != 0; });
}

}  // namespace

relation relation_of(const product& wanted) {
  return {.a = wanted.a,
          .b = wanted.b,
          .sum = {wanted.out.limbs, wanted.out.count, wanted.out.stride},
          .batch = wanted.batch};
}

void verify(detail::engine& engine, const relation& right, const plan::check_plan& check,
            kernels::verdict* verdicts, bool after_repair, const kernels::verdict_report& report) {
  kernels::verify_arguments a{};
  std::shared_ptr<const tables::residue_table> table;  // until the launch that reads it is queued
  if (check.how == verification::residue) {
    const bool square = is_square({.a = right.a, .b = right.b, .out = {}});
    const kernels::limb_span numbers[4] = {right.a, right.b, right.sum, right.rest};
    std::uint32_t tiles = 0;
    for (int i = 0; i < 4; ++i) {
      a.number[i] = numbers[i];
      a.tiles[i] = i == 1 && square ? 0 : tiles_of(numbers[i].count);
      tiles += a.tiles[i];
    }
    a.run = tiles / check.blocks + 1;
    for (int i = 0; i < 4; ++i) a.blocks[i] = (a.tiles[i] + a.run - 1) / a.run;
    table = engine.verifier().table();
    a.modulus = table->modulus();
  }
  a.verdicts = verdicts;
  if (after_repair) a.repair = {verdicts, right.batch};
  a.report = report;
  a.batch = right.batch;
  engine.executor().launch(a);
}

void check_relation(detail::engine& engine, const relation& right, const plan::check_plan& check) {
  const tables::verifier::lease verdicts(engine.verifier(), right.batch);
  exec::open_record record(engine.ledger());
  verify(engine, right, check, verdicts.get(), false, record.alone());
  record.queued();
}

void run_checked(detail::engine& engine, const relation& right, const plan::check_plan& check,
                 const attempt& first, const correction& again, const exec::doubt& kept) {
  const tables::verifier::lease verdicts(engine.verifier(), right.batch);
  exec::open_record record(engine.ledger(), kept);
  first(verdicts.get());
  verify(engine, right, check, verdicts.get(), false, record.before_repair());
  if (again) {
    try {
      again({verdicts.get(), right.batch});
      verify(engine, right, check, verdicts.get(), true, record.at_last());
      return record.queued();
    } catch (const out_of_memory&) {  // a repair may need more memory than the product
    }
  }
  if (any_wrong(engine, verdicts.get(), right.batch)) {
    first(verdicts.get());
    verify(engine, right, check, verdicts.get(), true, record.at_last());
  }
  record.queued();
}

void run_checked(detail::engine& engine, const product& wanted, const plan::check_plan& check,
                 const attempt& first, const exec::doubt& kept) {
  correction again;
  if (check.again == plan::repair::by_columns)
    again = [&](const kernels::repair_gate& repair) { run_columns(engine, wanted, repair); };
  if (check.again == plan::repair::by_transform)
    again = [&](const kernels::repair_gate& repair) {
      run_right_angle(engine, wanted, check.proven, {.repair = repair});
    };
  run_checked(engine, relation_of(wanted), check, first, again, kept);
}

void run_verified(detail::engine& engine, const product& wanted, const plan::product_plan& plan) {
  run_checked(engine, wanted, plan.check, [&](kernels::verdict* verdicts) {
    run_right_angle(engine, wanted, plan.transforms.fft,
                    {.verdicts = verdicts, .rows_by_many_threads = plan.rows_by_many_threads});
  });
}

}  // namespace gbi::products
