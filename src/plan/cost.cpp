#include "src/plan/cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/plan/exact_plan.hpp"

namespace gbi::plan {

namespace {

double first_columns(const fft_shape& shape, const pass_tuning& costs) {
  return shape.column[0] > 256 ? costs.first_columns : costs.short_first_columns;
}

/// Rows of both operands and their product.
double rows(const fft_shape& shape, const pass_tuning& costs) {
  return shape.row > 2048 ? costs.long_rows : shape.row > 1024 ? costs.middle_rows : costs.short_rows;
}

/// Rows of one operand and their product with a spectrum.
double kept_rows(const fft_shape& shape, const pass_tuning& costs) {
  return shape.row > 2048   ? costs.long_kept_rows
         : shape.row > 1024 ? costs.middle_kept_rows
                            : costs.short_kept_rows;
}

/// The column passes that read and write points.
double points_pass(const fft_shape& shape, const pass_tuning& costs) {
  return costs.second_columns * std::max(0, shape.column_passes - 1);
}

double forward(const fft_shape& shape, const pass_tuning& costs) {
  return first_columns(shape, costs) + points_pass(shape, costs);
}

double backward(const fft_shape& shape, const pass_tuning& costs) {
  return points_pass(shape, costs) + costs.last_columns + costs.normalization;
}

double all_points(const fft_shape& shape, double cost) {
  return static_cast<double>(shape.points) * cost;
}

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

double cost_of_spectrum(const fft_plan& plan, const pass_tuning& costs) {
  return all_points(plan.shape, forward(plan.shape, costs) + costs.forward_rows);
}

double cost_of_product(const fft_plan& plan, const pass_tuning& costs) {
  const fft_shape& shape = plan.shape;
  return all_points(shape, 2 * forward(shape, costs) + rows(shape, costs) + backward(shape, costs));
}

double cost_of_columns(const fft_plan& plan, const pass_tuning& costs) {
  return all_points(plan.shape, forward(plan.shape, costs));
}

double cost_of_product_with_columns(const fft_plan& plan, const pass_tuning& costs) {
  return cost_of_product(plan, costs) - cost_of_columns(plan, costs);
}

double cost_of_kept_product(const fft_plan& plan, const pass_tuning& costs) {
  const fft_shape& shape = plan.shape;
  return all_points(shape, forward(shape, costs) + kept_rows(shape, costs) + backward(shape, costs));
}

double cost_by_doubles(std::size_t limbs, const tuned_values& measured, const transform_rates& rates) {
  const auto plan = find_verified_fft(product_shape::whole(limbs, limbs));
  if (!plan) return infinite;
  return measured.arithmetic.double_latency * rates.memory +
         std::max(cost_of_product(*plan, measured.passes),
                  all_points(plan->shape, measured.arithmetic.doubles / rates.doubles));
}

double cost_by_integers(std::size_t limbs, const tuned_values& measured, const transform_rates& rates) {
  const auto shape = find_exact(product_shape::whole(limbs, limbs));
  if (!shape) return infinite;
  const arithmetic_tuning& costs = measured.arithmetic;
  // More blocks hide the latency of one. The sum of the terms is up to 1.38 times the time measured on an
  // H200; this norm is 0.92 to 1.07 times that time.
  return std::hypot(costs.integer_latency * rates.memory,
                    all_points(*shape, std::max(costs.moved_integers, costs.integers / rates.integers)));
}

std::size_t least_exact_limbs(const tuned_values& measured, const transform_rates& rates) {
  constexpr std::size_t shortest = std::size_t{1} << 7;
  // Every limit is wrong for some lengths, because the two kinds of transforms have different lengths. The
  // best limit comes right after the products that are, in total, the slowest by integers.
  double slower = 0, slowest = -infinite;
  std::size_t least = never;
  for (std::size_t octave = shortest;; octave *= 2)
    for (const std::size_t quarters : {4, 5, 6, 7}) {
      const std::size_t total = octave / 4 * quarters, half = total / 2;
      if (!find_exact(product_shape::whole(half, half))) return slower >= slowest ? never : least;
      if (slower > slowest) {
        slowest = slower;
        least = total;
      }
      slower += std::log(cost_by_integers(half, measured, rates) / cost_by_doubles(half, measured, rates));
    }
}

}  // namespace gbi::plan
