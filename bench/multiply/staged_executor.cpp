#include "bench/multiply/staged_executor.hpp"

#include <algorithm>
#include <string>
#include <type_traits>

namespace gbi::bench {

namespace {

constexpr double limb_bytes = sizeof(limb), point_bytes = sizeof(kernels::complex<double>),
                 coefficient_bytes = sizeof(std::int64_t);

double bytes_of(std::uint64_t count, double each) {
  return static_cast<double>(count) * each;
}

/// If the repair gate reports nothing to repair, as it does for correct products, the launch moves no data.
template <class Arguments>
stage behind_gate(const Arguments& a, stage move) {
  return a.repair.verdicts == nullptr ? move : stage{move.name + " of no repair", 0, 0};
}

/// The name of a stage of transforms over a field.
template <class Real>
std::string over(const char* stage) {
  if (std::is_floating_point_v<Real>) return stage;
  return std::string(stage) + " modulo 2^" + (std::is_same_v<Real, kernels::m31> ? "31" : "61") + " - 1";
}

/// The bytes of the points on one side of a pass.
template <class End>
double bytes_of_points(const kernels::columns_arguments<End>& a) {
  return bytes_of(a.points * a.batch, sizeof(kernels::complex<typename End::real>));
}
/// How many of a pass's transforms read this operand.
std::uint32_t transforms_of(const kernels::digit_operands& operands, int which, std::uint32_t transforms) {
  const std::uint32_t end = which < 2 ? std::min(operands.begin[which + 1], transforms) : transforms;
  return end - std::min(operands.begin[which], end);
}
double bytes_of_numbers(const kernels::digit_operands& operands, std::uint32_t transforms) {
  std::uint64_t limbs = 0;
  for (int i = 0; i < 3; ++i) limbs += transforms_of(operands, i, transforms) * operands.of[i].count;
  return bytes_of(limbs, limb_bytes);
}

template <class Field>
stage exact_rows(const kernels::row_product_arguments_of<Field>& a) {
  return {over<Field>("rows"),
          bytes_of(a.points * a.batch, (a.b != nullptr ? 3 : 2) * sizeof(kernels::complex<Field>)), 0};
}

}  // namespace

stage stage_of(const kernels::row_product_arguments_of<kernels::m31>& a) {
  return exact_rows(a);
}
stage stage_of(const kernels::row_product_arguments_of<kernels::m61>& a) {
  return exact_rows(a);
}

template <class Real>
stage stage_of(const kernels::columns_arguments<kernels::points_in<Real>>& a) {
  return behind_gate(a, {over<Real>("second columns"), 2 * bytes_of_points(a), 0});
}
template <class Real>
stage stage_of(const kernels::columns_arguments<kernels::points_out<Real>>& a) {
  return behind_gate(a, {over<Real>("second columns back"), 2 * bytes_of_points(a), 0});
}

template <kernels::recoding How>
stage stage_of(const kernels::columns_arguments<kernels::digits_in<How>>& a) {
  const kernels::digit_operands& all = a.end.operands;
  bool folded = false;
  for (int i = 0; i < 3; ++i) folded = folded || (transforms_of(all, i, a.batch) > 0 && all.folded[i]);
  return behind_gate(a, {folded ? "first columns of folded operands" : "first columns",
                         bytes_of_numbers(all, a.batch) + bytes_of_points(a), 0});
}

// A point becomes two coefficients.
stage stage_of(const kernels::columns_arguments<kernels::coefficients_out>& a) {
  return behind_gate(a, {"first columns back", 2 * bytes_of_points(a), 0});
}
stage stage_of(const kernels::columns_arguments<kernels::measured_out>& a) {
  return {"first columns back", 2 * bytes_of_points(a), 0};
}
stage stage_of(const kernels::columns_arguments<kernels::sums_out>& a) {
  return {"first columns back", bytes_of_points(a) * 3 / 2, 0};
}

template <class Field>
stage stage_of(const kernels::columns_arguments<kernels::words_in<Field>>& a) {
  return {over<Field>("first columns"), bytes_of_numbers(a.end.operands, a.batch) + bytes_of_points(a), 0};
}
template <class Field>
stage stage_of(const kernels::columns_arguments<kernels::residues_out<Field>>& a) {
  // Two coefficients per point: residues out, or residues in and 96 bits out.
  const double each = std::is_same_v<Field, kernels::m31> ? 2 * sizeof(std::uint32_t)
                                                          : 2 * (2 * sizeof(std::uint32_t) + limb_bytes);
  return {over<Field>("first columns back"), bytes_of_points(a) + bytes_of(a.points * a.batch, each), 0};
}

template stage stage_of(const kernels::columns_arguments<kernels::points_in<float>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_out<float>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_in<double>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_out<double>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_in<kernels::m31>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_out<kernels::m31>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_in<kernels::m61>>&);
template stage stage_of(const kernels::columns_arguments<kernels::points_out<kernels::m61>>&);
template stage stage_of(const kernels::columns_arguments<kernels::digits_in<kernels::recoding::balanced>>&);
template stage stage_of(const kernels::columns_arguments<kernels::digits_in<kernels::recoding::random>>&);
template stage stage_of(const kernels::columns_arguments<kernels::words_in<kernels::m31>>&);
template stage stage_of(const kernels::columns_arguments<kernels::residues_out<kernels::m31>>&);
template stage stage_of(const kernels::columns_arguments<kernels::words_in<kernels::m61>>&);
template stage stage_of(const kernels::columns_arguments<kernels::residues_out<kernels::m61>>&);

stage stage_of(const kernels::row_product_arguments& a) {
  const bool reads_factor = a.b != nullptr || a.spectrum != nullptr;
  return behind_gate(a, {"rows", bytes_of(a.points * a.batch, (reads_factor ? 3 : 2) * point_bytes), 0});
}

stage stage_of(const kernels::normalize_arguments& a) {
  const std::uint64_t needed = (a.limb_count * limb_bits + a.digit_bits - 1) / a.digit_bits;
  const std::uint64_t coefficients = std::min(a.coefficient_count, needed);
  const double each = coefficient_bytes + (a.upper != nullptr ? sizeof(std::int32_t) : 0);
  return behind_gate(
      a, {"normalisation",
          static_cast<double>(a.batch) * (bytes_of(coefficients, each) + bytes_of(a.limb_count, limb_bytes)),
          0});
}

stage stage_of(const kernels::verify_arguments& a) {
  std::uint64_t limbs = 0;
  for (int i = 0; i < 4; ++i)
    if (a.tiles[i] > 0) limbs += a.number[i].count;
  return behind_gate(a, {"verification", bytes_of(limbs * a.batch, limb_bytes), 0});
}

stage stage_of(const kernels::column_sum_arguments& a) {
  const std::uint64_t limbs = (a.a.count + a.b.count + a.c.count + a.out.count) * a.batch;
  return behind_gate(a, {"columns of integers", bytes_of(limbs, limb_bytes), 0});
}

stage stage_of(const kernels::short_product_arguments& a) {
  return {"product in a block", bytes_of((a.a.count + a.b.count + a.out.count) * a.batch, limb_bytes), 0};
}

stage stage_of(const kernels::block_product_arguments& a) {
  const std::uint64_t limbs = std::uint64_t{a.a.count} + a.b.count + a.out.count;
  return {"transforms in a block", bytes_of(limbs * a.problems, limb_bytes), 0};
}

stage stage_of(const kernels::wrapped_remainder_arguments& a) {
  return {"residue", bytes_of(a.x.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::cyclic_remainder_arguments& a) {
  return {"cyclic residue", bytes_of(a.x.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::cyclic_difference_arguments& a) {
  return {"difference of residues", bytes_of(3 * a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::lift_arguments& a) {
  return {"lift", bytes_of(2 * a.twice.count + a.remainder.limbs.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::settle_arguments& a) {
  return {"last step of moduli", bytes_of(a.x.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::tile_digits_arguments& a) {
  return {"digits in tiles",
          bytes_of_numbers(a.operands, a.batch) +
              bytes_of(a.width * a.rows * a.batch, sizeof(kernels::signed_word)),
          0};
}

stage stage_of(const kernels::tall_columns_arguments& a) {
  return {"tall columns",
          bytes_of(a.width * static_cast<std::uint64_t>(a.column) * a.matrices,
                   sizeof(kernels::signed_word) + point_bytes),
          0};
}

stage stage_of(const kernels::tall_rows_arguments& a) {
  return {"rows of tall columns",
          bytes_of(std::uint64_t{a.rows} * static_cast<std::uint64_t>(a.row),
                   (a.b != nullptr ? 3 : 2) * point_bytes),
          0};
}

stage stage_of(const kernels::tall_sums_arguments& a) {
  return {"tall columns back",
          bytes_of(a.width * static_cast<std::uint64_t>(a.column),
                   point_bytes +
                       2 * static_cast<double>(sizeof(kernels::coefficient_sum)) / kernels::columns_of_sum),
          0};
}

stage stage_of(const kernels::sum_limbs_arguments& a) {
  const std::uint64_t sums = 2 * a.width * static_cast<std::uint64_t>(a.column) / kernels::columns_of_sum;
  return {"limbs of sums",
          bytes_of(sums, sizeof(kernels::coefficient_sum)) + bytes_of(a.limb_count, limb_bytes), 0};
}

stage stage_of(const kernels::segment_carries_arguments& a) {
  return {"carries between segments", bytes_of(a.count(), sizeof(kernels::limb_segment) + limb_bytes), 0};
}

}  // namespace gbi::bench
