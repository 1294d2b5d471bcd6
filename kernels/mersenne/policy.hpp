/// \file
/// How the kernels of squares modulo 2^p - 1 are divided into blocks (fft/policy.hpp defines the terms).
#pragma once

#include "kernels/fft/policy.hpp"
#include "kernels/mersenne/arguments.hpp"

namespace gbi::kernels {

/// Columns of digits.
constexpr block_policy weighted_columns_policy(int points) {
  return {static_cast<int>(run_of_column(points)), points == 256 || points == 512 ? 2 : 4};
}

/// Rows in pairs. A thread keeps a complex number for each of its points.
inline constexpr product_policy_row mirrored_policies[] = {
    {64, {8, 8}}, {128, {4, 8}}, {256, {2, 8}}, {512, {2, 4}}, {1024, {2, 2}}, {2048, {2, 1}}, {4096, {2, 1}},
};

/// Squares in one block have a whole GPU, so they use as many threads as possible.
constexpr block_policy weighted_block_policy(int points) {
  return {1, 1, points < eighth_roots::shortest ? 16 : 8};
}

constexpr block_policy mirrored_policy(int points) {
  return policy_in(mirrored_policies, points).rows;
}
/// As above, over a field, like exact_rows_policy.
template <class Real>
constexpr block_policy exact_mirrored_policy(int points) {
  block_policy rows = mirrored_policy(points);
  rows.radix = 8;
  rows.blocks *= static_cast<int>(sizeof(double) / sizeof(Real));
  return rows;
}

}  // namespace gbi::kernels
