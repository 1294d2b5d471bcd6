#include "src/operation/relation.hpp"

#include <algorithm>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "kernels/word/small_modulus.hpp"
#include "src/plan/planner.hpp"
#include "src/process/function_ref.hpp"
#include "src/words/number_theory/prime_power.hpp"

namespace gbi::operation {

namespace {

constexpr std::uint32_t tiles_of(std::uint64_t limbs) {
  return static_cast<std::uint32_t>((limbs + kernels::checksum_tile - 1) / kernels::checksum_tile);
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
            const faults::verifier::lease& verdicts, bool after_repair,
            const kernels::verdict_report& report) {
  kernels::verify_arguments a{};
  // Held until the launch that reads it is queued.
  std::shared_ptr<const faults::checksum_table> table;
  if (check.how >= verification::residue) {
    table = right.table != nullptr ? right.table : engine.verifier().table();
    a.modulus = table->modulus();
    const kernels::limb_span numbers[4] = {right.a, right.b, right.sum, right.rest};
    const bool square = are_equal(right.a, right.b);
    std::uint32_t tiles = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      a.number[i] = numbers[i];
      a.signs[i] = right.signs[i];
      a.tiles[i] = i == 1 && square ? 0 : tiles_of(numbers[i].count);
      tiles += a.tiles[i];
    }
    a.run = tiles / check.blocks + 1;
    for (int i = 0; i < 4; ++i) a.blocks[i] = (a.tiles[i] + a.run - 1) / a.run;
    a.factor = words::power_modulo_prime(2, right.twos, {a.modulus.prime, a.modulus.reciprocal});
    a.dropped = right.dropped;
    a.bound = right.bound;
  }
  a.verdicts = verdicts.get();
  a.spent = verdicts.spent();
  if (after_repair) a.repair = {verdicts.get(), right.batch};
  a.report = report;
  a.batch = right.batch;
  engine.executor().launch(a);
}

void run_corrected(detail::engine& engine, const relation& right, const plan::check_plan& check,
                   const computation& first, const correction& again, const faults::suspect_flag& suspect) {
  const faults::verifier::lease verdicts(engine.verifier(), right.batch);
  faults::open_record record(engine.ledger(), suspect);
  record.name(right.a.count, right.b.count);
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
  faults::note_fault();
  first(verdicts.get());
  verify(engine, right, check, verdicts, true, record.at_last());
  record.queued();
}

void run_checked(detail::engine& engine, const relation& right, process::function_ref<void()> compute,
                 const faults::suspect_flag& suspect) {
  const faults::verifier::covered here;
  const plan::check_plan check = engine.planner().check_by_attempt();
  if (engine.executor().memory_is_host())
    return run_corrected(
        engine, right, check, [&](kernels::verdict*) { compute(); }, {}, suspect);
  compute();
  const faults::verifier::lease verdicts(engine.verifier(), right.batch);
  faults::open_record record(engine.ledger(), suspect);
  record.name(right.a.count, right.b.count);
  verify(engine, right, check, verdicts, false, record.alone());
  record.queued();
}

}  // namespace gbi::operation
