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

template <class Field>
std::string modulo(const char* stage) {
  return std::string(stage) + " modulo 2^" + (std::is_same_v<Field, kernels::m31> ? "31" : "61") + " - 1";
}

template <class Field>
stage exact_columns(const kernels::columns_arguments<Field>& a) {
  constexpr double point = sizeof(kernels::complex<Field>);
  const bool forward = a.direction == kernels::direction::forward;
  const double points = bytes_of(a.points * a.batch, point);
  if (a.end == kernels::columns_end::points)
    return {modulo<Field>(forward ? "second columns" : "second columns back"), 2 * points, 0};
  if (forward) {
    const std::uint64_t of_a = std::min(a.batch, a.digits.problems), of_b = a.batch - of_a;
    const std::uint64_t limbs = of_a * a.digits.of[0].count + of_b * a.digits.of[1].count;
    return {modulo<Field>("first columns"), bytes_of(limbs, limb_bytes) + points, 0};
  }
  // Two coefficients per point: residues out, or residues in and 96 bits out.
  const double each = std::is_same_v<Field, kernels::m31> ? 2 * sizeof(std::uint32_t)
                                                          : 2 * (2 * sizeof(std::uint32_t) + limb_bytes);
  return {modulo<Field>("first columns back"), points + bytes_of(a.points * a.batch, each), 0};
}

template <class Field>
stage exact_rows(const kernels::row_product_arguments_of<Field>& a) {
  return {modulo<Field>("rows"),
          bytes_of(a.points * a.batch, (a.b != nullptr ? 3 : 2) * sizeof(kernels::complex<Field>)), 0};
}

}  // namespace

stage stage_of(const kernels::columns_arguments<kernels::m31>& a) {
  return exact_columns(a);
}
stage stage_of(const kernels::columns_arguments<kernels::m61>& a) {
  return exact_columns(a);
}
stage stage_of(const kernels::row_product_arguments_of<kernels::m31>& a) {
  return exact_rows(a);
}
stage stage_of(const kernels::row_product_arguments_of<kernels::m61>& a) {
  return exact_rows(a);
}

stage stage_of(const kernels::columns_arguments<double>& a) {
  const bool forward = a.direction == kernels::direction::forward;
  const double points = bytes_of(a.points * a.batch, point_bytes);
  if (a.end == kernels::columns_end::points)
    return behind_gate(a, {forward ? "second columns" : "second columns back", 2 * points, 0});
  // The backward pass turns a point into two coefficients.
  if (!forward) return behind_gate(a, {"first columns back", 2 * points, 0});
  const bool folded = a.digits.folded[0] || (a.batch > a.digits.problems && a.digits.folded[1]);
  const std::uint64_t of_a = std::min(a.batch, a.digits.problems), of_b = a.batch - of_a;
  const std::uint64_t limbs = of_a * a.digits.of[0].count + of_b * a.digits.of[1].count;
  return behind_gate(a, {folded ? "first columns of folded operands" : "first columns",
                         bytes_of(limbs, limb_bytes) + points, 0});
}

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

stage stage_of(const kernels::wrapped_residue_arguments& a) {
  return {"residue", bytes_of(a.x.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::cyclic_residue_arguments& a) {
  return {"cyclic residue", bytes_of(a.x.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::cyclic_difference_arguments& a) {
  return {"difference of residues", bytes_of(3 * a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::lift_arguments& a) {
  return {"lift", bytes_of(2 * a.twice.count + a.residue.limbs.count + a.out.count, limb_bytes), 0};
}

stage stage_of(const kernels::settle_arguments& a) {
  return {"last step of moduli", bytes_of(a.x.count + a.out.count, limb_bytes), 0};
}

}  // namespace gbi::bench
