/// \file
/// The list of all values of a tuning: their names, how they become those of a device that was not measured,
/// and what a tuning file may say. It serves the text of a tuning, tuning files, the derived rows, and
/// docs/devices.md.
#pragma once

#include <cstddef>

#include "src/plan/tuning_values.hpp"

namespace gbi::plan {

/// How a value depends on the device.
enum class dependence {
  none,             ///< the measured value holds, as for lengths at which one algorithm overtakes another
  multiprocessors,  ///< problems, threads or blocks that fill a device
  memory_speed,     ///< points moved in a time that does not depend on memory
  architecture,     ///< a least size, which is infinite on other architectures
  rule              ///< a rule of its own (tuning.cpp)
};

/// The values that a tuning file may set; none by default. Kernels and plans are right for all of them. Those
/// of names and of yes or no are numbered.
struct range {
  std::size_t least = 0, most = 0;

  constexpr bool is_empty() const { return most == 0; }
};

struct field {
  const char* name;
  dependence how;
  range in_files;
};

/// Calls visit(field, value) for every value.
/// \param v tuned_values or const tuned_values
template <class Values, class Visit>
constexpr void visit_fields(Values& v, Visit&& visit) {
  const auto visitor = [&visit](dependence how) {
    return [&visit, how](const char* name, auto& value, range in_files = {}) {
      visit(field{name, how, in_files}, value);
    };
  };
  const auto as_measured = visitor(dependence::none);
  const auto per_multiprocessor = visitor(dependence::multiprocessors);
  const auto per_memory_speed = visitor(dependence::memory_speed);
  const auto for_architecture = visitor(dependence::architecture);
  const auto by_rule = visitor(dependence::rule);
  constexpr range words{0, std::size_t{1} << 20}, limbs{0, std::size_t{1} << 40}, from_one{1, never},
      either{0, 1};

  as_measured("words.residence", v.words.residence, words);
  as_measured("words.operands", v.words.operands, words);
  as_measured("words.product", v.words.product, words);
  as_measured("words.quotient", v.words.quotient, words);
  as_measured("words.power", v.words.power, words);
  as_measured("words.root", v.words.root, words);
  as_measured("words.text", v.words.text, words);
  as_measured("words.prime", v.words.prime, words);
  as_measured("words.prime_search", v.words.prime_search, words);

  as_measured("product.preferred", v.product.preferred);
  by_rule("product.exact_total_limbs", v.product.exact_total_limbs);
  as_measured("product.schoolbook_shorter_limbs", v.product.schoolbook_shorter_limbs, limbs);
  as_measured("product.schoolbook_total_limbs", v.product.schoolbook_total_limbs, limbs);
  per_multiprocessor("product.schoolbook_limb_products", v.product.schoolbook_limb_products);
  as_measured("product.verified_total_limbs", v.product.verified_total_limbs, from_one);
  as_measured("product.short_rows", v.product.short_rows);
  for_architecture("product.two_pass_limbs", v.product.two_pass_limbs, from_one);
  as_measured("product.sum_points", v.product.sum_points, from_one);
  per_multiprocessor("product.few_rows_512", v.product.few_rows_512);
  per_multiprocessor("product.few_rows_1024", v.product.few_rows_1024);
  per_multiprocessor("product.verify_blocks", v.product.verify_blocks);
  as_measured("product.repair_limb_products", v.product.repair_limb_products);
  as_measured("product.wrapped_limbs", v.product.wrapped_limbs);
  as_measured("product.kept_limbs", v.product.kept_limbs);
  per_memory_speed("product.cut_points", v.product.cut_points);
  as_measured("product.longest_whole", v.product.longest_whole);
  as_measured("product.longest_kept", v.product.longest_kept);
  as_measured("product.moduli_limbs", v.product.moduli_limbs);

  as_measured("sharing.least_limbs", v.sharing.least_limbs);
  per_memory_speed("sharing.link_points", v.sharing.link_points);
  per_memory_speed("sharing.shared_link_points", v.sharing.shared_link_points);
  per_memory_speed("sharing.machine_link_points", v.sharing.machine_link_points);
  per_memory_speed("sharing.fixed_points", v.sharing.fixed_points);
  as_measured("sharing.chunk_points", v.sharing.chunk_points);
  as_measured("sharing.hidden", v.sharing.hidden);
  as_measured("sharing.copies_at_once", v.sharing.copies_at_once, {1, 15});
  as_measured("sharing.division_gain", v.sharing.division_gain);

  as_measured("convolution.block_limb_products", v.convolution.block_limb_products, limbs);
  per_multiprocessor("convolution.block_batch", v.convolution.block_batch);
  as_measured("convolution.tiles", v.convolution.tiles, either);
  for_architecture("convolution.byte_shorter_limbs", v.convolution.byte_shorter_limbs, from_one);
  per_multiprocessor("convolution.byte_total_limbs", v.convolution.byte_total_limbs, limbs);
  per_multiprocessor("convolution.byte_limb_products", v.convolution.byte_limb_products, limbs);
  per_multiprocessor("convolution.byte_blocks", v.convolution.byte_blocks);

  as_measured("division.block_quotient_limbs", v.division.block_quotient_limbs, limbs);
  as_measured("division.reciprocal_limbs", v.division.reciprocal_limbs, {18, 514});
  per_multiprocessor("division.column_sum_limb_products", v.division.column_sum_limb_products, limbs);
  as_measured("division.inverse_root_limbs", v.division.inverse_root_limbs, {64, 1 << 14});

  per_multiprocessor("batch.transform_batch", v.batch.transform_batch);
  as_measured("batch.transform_limbs", v.batch.transform_limbs);
  as_measured("batch.interleaved_transform_limbs", v.batch.interleaved_transform_limbs, from_one);
  per_multiprocessor("batch.busy_threads", v.batch.busy_threads);
  per_multiprocessor("batch.narrow_threads", v.batch.narrow_threads);
  for_architecture("batch.byte_batch", v.batch.byte_batch, from_one);
  as_measured("batch.bytes.short_run", v.batch.bytes.short_run);
  as_measured("batch.bytes.run", v.batch.bytes.run);
  as_measured("batch.low_bytes.short_run", v.batch.low_bytes.short_run);
  as_measured("batch.low_bytes.run", v.batch.low_bytes.run);
  for_architecture("batch.byte_rows", v.batch.byte_rows, from_one);
  as_measured("batch.product", v.batch.product, either);
  by_rule("batch.power", v.batch.power, either);
  as_measured("batch.product_limbs", v.batch.product_limbs, {0, 32});
  as_measured("batch.quotient_limbs", v.batch.quotient_limbs, {0, 32});
  per_multiprocessor("batch.thread_batch", v.batch.thread_batch);
  for_architecture("batch.reciprocal_limbs", v.batch.reciprocal_limbs, from_one);
  per_multiprocessor("batch.reciprocal_limb_products", v.batch.reciprocal_limb_products);
  per_multiprocessor("batch.reciprocal_latency", v.batch.reciprocal_latency);
  as_measured("batch.residue_products", v.batch.residue_products);
  for_architecture("batch.residue_powers", v.batch.residue_powers);
  per_multiprocessor("batch.residue_blocks", v.batch.residue_blocks);
  as_measured("batch.single_warps", v.batch.single_warps);
  as_measured("batch.narrow_words", v.batch.narrow_words);

  as_measured("teams.columns_2.step", v.teams.columns_2.step);
  as_measured("teams.columns_2.otherwise", v.teams.columns_2.otherwise);
  as_measured("teams.columns_4.step", v.teams.columns_4.step);
  as_measured("teams.columns_4.otherwise", v.teams.columns_4.otherwise);
  as_measured("teams.columns_6.step", v.teams.columns_6.step);
  as_measured("teams.columns_6.otherwise", v.teams.columns_6.otherwise);

  as_measured("residues.limbs_16.doubles", v.residues.limbs_16.doubles);
  as_measured("residues.limbs_16.residues", v.residues.limbs_16.residues);
  as_measured("residues.limbs_24.doubles", v.residues.limbs_24.doubles);
  as_measured("residues.limbs_24.residues", v.residues.limbs_24.residues);
  as_measured("residues.limbs_32.doubles", v.residues.limbs_32.doubles);
  as_measured("residues.limbs_32.residues", v.residues.limbs_32.residues);
  as_measured("residues.limbs_48.doubles", v.residues.limbs_48.doubles);
  as_measured("residues.limbs_48.residues", v.residues.limbs_48.residues);
  as_measured("residues.limbs_64.doubles", v.residues.limbs_64.doubles);
  as_measured("residues.limbs_64.residues", v.residues.limbs_64.residues);
  as_measured("residues.limbs_96.doubles", v.residues.limbs_96.doubles);
  as_measured("residues.limbs_96.residues", v.residues.limbs_96.residues);
  as_measured("residues.limbs_128.doubles", v.residues.limbs_128.doubles);
  as_measured("residues.limbs_128.residues", v.residues.limbs_128.residues);
  as_measured("residues.shortest_exponent", v.residues.shortest_exponent);

  as_measured("number_theory.leaf_words", v.number_theory.leaf_words, {2, 1024});
  by_rule("number_theory.exact_exponent", v.number_theory.exact_exponent);
  as_measured("number_theory.power_limbs", v.number_theory.power_limbs, {0, 1024});
  for_architecture("number_theory.byte_power_limbs", v.number_theory.byte_power_limbs, from_one);
  per_multiprocessor("number_theory.prime_tests", v.number_theory.prime_tests, {1, 1 << 16});
  as_measured("number_theory.sieved_numbers", v.number_theory.sieved_numbers, from_one);

  as_measured("passes.short_first_columns", v.passes.short_first_columns);
  as_measured("passes.first_columns", v.passes.first_columns);
  as_measured("passes.second_columns", v.passes.second_columns);
  as_measured("passes.last_columns", v.passes.last_columns);
  as_measured("passes.normalization", v.passes.normalization);
  as_measured("passes.short_rows", v.passes.short_rows);
  as_measured("passes.middle_rows", v.passes.middle_rows);
  as_measured("passes.long_rows", v.passes.long_rows);
  as_measured("passes.short_kept_rows", v.passes.short_kept_rows);
  as_measured("passes.middle_kept_rows", v.passes.middle_kept_rows);
  as_measured("passes.long_kept_rows", v.passes.long_kept_rows);
  as_measured("passes.forward_rows", v.passes.forward_rows);

  as_measured("arithmetic.doubles", v.arithmetic.doubles);
  as_measured("arithmetic.integers", v.arithmetic.integers);
  as_measured("arithmetic.moved_integers", v.arithmetic.moved_integers);
  as_measured("arithmetic.double_latency", v.arithmetic.double_latency);
  as_measured("arithmetic.integer_latency", v.arithmetic.integer_latency);

  as_measured("scan_4_bytes.threads", v.scan_4_bytes.shape.threads);
  as_measured("scan_4_bytes.per_thread", v.scan_4_bytes.shape.per_thread);
  as_measured("scan_4_bytes.tiles_per_chunk", v.scan_4_bytes.tiles_per_chunk);
  per_multiprocessor("scan_4_bytes.full_grid", v.scan_4_bytes.full_grid);

  as_measured("scan_8_bytes.threads", v.scan_8_bytes.shape.threads);
  as_measured("scan_8_bytes.per_thread", v.scan_8_bytes.shape.per_thread);
  as_measured("scan_8_bytes.tiles_per_chunk", v.scan_8_bytes.tiles_per_chunk);
  per_multiprocessor("scan_8_bytes.full_grid", v.scan_8_bytes.full_grid);

  by_rule("workspace_bytes", v.workspace_bytes);
}

}  // namespace gbi::plan
