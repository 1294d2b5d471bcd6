#include "src/plan/cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/plan/exact_plan.hpp"

namespace gbi::plan {

namespace {

// The cost of a pass, per point. Measured on an H200 (the stages of a product of 2^28 bits and the individual
// passes, bench/results/README.md). First columns of more than 256 points, kept rows, sums and launches are
// estimates. On the host, the costs have about the same ratios.
constexpr double second_columns = 2.2;
constexpr double last_columns = 3.2;  // including rounding
constexpr double normalization = 2;

double first_columns(const fft_shape& shape) {
  return shape.column[0] > 256 ? 4.4 : 3.4;
}

/// Rows of both operands and their product.
double rows(const fft_shape& shape) {
  return shape.row > 2048 ? 6.1 : shape.row > 1024 ? 4.5 : 3.5;
}

/// Rows of one operand and their product with a spectrum.
double kept_rows(const fft_shape& shape) {
  return shape.row > 2048 ? 5.0 : shape.row > 1024 ? 3.8 : 3.3;
}

/// The column passes that read and write points.
double points_pass(const fft_shape& shape) {
  return second_columns * std::max(0, shape.column_passes - 1);
}

double backward(const fft_shape& shape) {
  return points_pass(shape) + last_columns + normalization;
}

double all_points(const fft_shape& shape, double cost) {
  return static_cast<double>(shape.points) * cost;
}

// A product of 2^28 bits has 5042 M operations on doubles in 15.7 M points. By themselves, they take 0.27 of
// its time, which is 22.1 per point (docs/decisions/0030).
constexpr double operations_by_doubles = 5.9;
// Exact products of 2^26 to 2^32 bits take 318 to 346 ps per point (bench/results/multiply-h200.json,
// product/exact); arithmetic is the bottleneck (docs/decisions/0048).
constexpr double operations_by_integers = 103;
// An estimate: as many passes as with doubles, but 24 bytes for both fields instead of 16.
constexpr double memory_by_integers = 33;
// Launches and the latency of one block in each: 16 us by doubles and 76 us by integers. These are the times
// of products of up to 2^20 and 2^18 bits, respectively, on an H200.
constexpr double latency_by_doubles = 4.8e6;
constexpr double latency_by_integers = 2.3e7;

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

double cost_of_spectrum(const fft_plan& plan) {
  constexpr double rows_forward = 2;
  return all_points(plan.shape, first_columns(plan.shape) + points_pass(plan.shape) + rows_forward);
}

double cost_of_product(const fft_plan& plan) {
  const fft_shape& shape = plan.shape;
  return all_points(shape, 2 * (first_columns(shape) + points_pass(shape)) + rows(shape) + backward(shape));
}

double cost_of_kept_product(const fft_plan& plan) {
  const fft_shape& shape = plan.shape;
  return all_points(shape, first_columns(shape) + points_pass(shape) + kept_rows(shape) + backward(shape));
}

double cost_by_doubles(std::size_t limbs_a, std::size_t limbs_b, const transform_rates& rates) {
  const auto plan = find_verified_fft(limbs_a, limbs_b, false);
  if (!plan) return infinite;
  return latency_by_doubles * rates.memory +
         std::max(cost_of_product(*plan), all_points(plan->shape, operations_by_doubles / rates.doubles));
}

double cost_by_integers(std::size_t limbs_a, std::size_t limbs_b, const transform_rates& rates) {
  const auto shape = find_exact(limbs_a, limbs_b);
  if (!shape) return infinite;
  // More blocks hide the latency of one. The sum of the terms is up to 1.38 times the time measured on an
  // H200; this norm is 0.92 to 1.07 times that time.
  return std::hypot(
      latency_by_integers * rates.memory,
      all_points(*shape, std::max(memory_by_integers, operations_by_integers / rates.integers)));
}

std::size_t least_exact_limbs(const transform_rates& rates) {
  constexpr std::size_t shortest = std::size_t{1} << 7;
  // Every limit is wrong for some lengths, because the two kinds of transforms have different lengths. The
  // best limit comes right after the products that are, in total, the slowest by integers.
  double slower = 0, slowest = -infinite;
  std::size_t least = never_exact;
  for (std::size_t octave = shortest;; octave *= 2)
    for (const std::size_t quarters : {4, 5, 6, 7}) {
      const std::size_t total = octave / 4 * quarters, half = total / 2;
      if (!find_exact(half, half)) return slower >= slowest ? never_exact : least;
      if (slower > slowest) {
        slowest = slower;
        least = total;
      }
      slower += std::log(cost_by_integers(half, half, rates) / cost_by_doubles(half, half, rates));
    }
}

}  // namespace gbi::plan
