/// \file
/// How the transform kernels are divided into blocks. There is one row for every length and precision. The
/// rows were found with bench/tune (tune_fft) on an H200 and are used everywhere. They are template
/// arguments, so they are here and not in the tuning of a context (src/plan/tuning.hpp).
///
/// In the terms of the thesis, all have P = 16 points in the registers of a thread and radix 16, except the
/// rows of short products, which have P = 8. L, the threads of a block, is transforms * points / P. S is the
/// shared memory of the block's transforms. The passes follow from the length (plan/fft_shape.cpp).
#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The machine that the threads of a block run on.
enum class machine {
  threads,  ///< threads of a GPU, with shared memory in banks
  vectors   ///< elements of a core's vectors, in loops over neighbours
};

/// The transforms of one block, and the number of blocks that share a multiprocessor, which bounds the
/// registers of a thread.
struct block_policy {
  int transforms, blocks;
  int radix = 16;  ///< radix of the stages, and points a thread
  machine of = machine::threads;
  friend constexpr bool operator==(const block_policy&, const block_policy&) = default;
};

struct fft_policy {
  int real_bytes, points;
  block_policy columns;     ///< columns of a power of two
  block_policy rows;        ///< contiguous
  block_policy transposed;  ///< rows that are columns of the spectrum; `transforms` divides 16, as for all
                            ///< first columns
};

inline constexpr fft_policy fft_policies[] = {
    // double
    {8, 32, {0, 0}, {128, 2}, {16, 16}},
    {8, 64, {32, 4}, {16, 10}, {16, 8}},
    {8, 128, {16, 4}, {8, 10}, {16, 4}},
    {8, 256, {16, 2}, {16, 2}, {16, 2}},
    {8, 512, {8, 2}, {8, 2}, {8, 2}},
    {8, 1024, {8, 1}, {4, 2}, {4, 2}},
    {8, 2048, {0, 0}, {2, 2}, {0, 0}},
    {8, 4096, {0, 0}, {1, 2}, {0, 0}},
    // float
    {4, 32, {0, 0}, {128, 2}, {16, 16}},
    {4, 64, {32, 6}, {64, 2}, {16, 8}},
    {4, 128, {32, 3}, {16, 6}, {16, 4}},
    {4, 256, {32, 2}, {16, 2}, {16, 2}},
    {4, 512, {16, 2}, {4, 6}, {8, 4}},
    {4, 1024, {8, 2}, {2, 6}, {8, 2}},
    {4, 2048, {0, 0}, {1, 6}, {0, 0}},
    {4, 4096, {0, 0}, {1, 3}, {0, 0}},
};

/// The fused rows of a product, in double precision. A thread keeps two complex numbers for each of its
/// points.
struct product_policy_row {
  int points;
  block_policy rows;
  block_policy by_many = {};  ///< for row_threads::many: half the points a thread, in the same registers
};
inline constexpr product_policy_row product_policies[] = {
    {64, {8, 8}},   {128, {4, 8}},  {256, {2, 8}}, {512, {2, 4}, {1, 8, 8}}, {1024, {1, 4}, {1, 4, 8}},
    {2048, {1, 2}}, {4096, {1, 1}},
};

/// Products that stay inside a block. Registers are as above. A block has enough problems for two warps, or
/// for four where adjacent elements of an interleaved batch then fill a sector of memory. No search was made
/// for these rows.
inline constexpr product_policy_row block_product_policies[] = {
    {64, {16, 4}},  {128, {8, 4}},  {256, {4, 4}},  {512, {4, 2}},
    {1024, {1, 4}}, {2048, {1, 2}}, {4096, {1, 1}},
};

template <std::size_t Rows>
constexpr product_policy_row policy_in(const product_policy_row (&rows)[Rows], int points) {
  for (const product_policy_row& row : rows)
    if (row.points == points) return row;
  return {};
}
constexpr product_policy_row product_policy(int points) {
  return policy_in(product_policies, points);
}
/// The same over a field: points of half the size leave room for twice as many blocks. Sixteen points modulo
/// 2^61 - 1 need more registers than a thread has (docs/decisions/0048).
template <class Real>
constexpr block_policy exact_rows_policy(int points) {
  block_policy rows = product_policy(points).rows;
  rows.radix = 8;
  rows.blocks *= static_cast<int>(sizeof(double) / sizeof(Real));
  return rows;
}
constexpr product_policy_row block_product_policy(int points) {
  return policy_in(block_product_policies, points);
}

/// The policy where threads are elements of vectors. The registers of a core hold eight points of a row;
/// neighbouring columns share their twiddles.
constexpr block_policy on(machine of, block_policy policy, int radix = 8) {
  if (of == machine::vectors) {
    policy.radix = radix;
    policy.of = of;
  }
  return policy;
}
/// The same for columns. With fewer than sixteen, compilers fill only half of a vector.
constexpr block_policy columns_on(machine of, block_policy policy) {
  policy = on(of, policy, 16);
  if (of == machine::vectors && policy.transforms < 16) policy.transforms = 16;
  return policy;
}

/// The policy of a length, or zeros.
constexpr fft_policy fft_policy_of(std::size_t real_bytes, int points) {
  for (const fft_policy& row : fft_policies)
    if (row.real_bytes == static_cast<int>(real_bytes) && row.points == points) return row;
  return {};
}

/// Columns with an odd factor take one line of memory, and as many blocks as there are registers for. Modulo
/// 2^31 - 1, more threads are worth more than more registers.
template <class Real>
constexpr block_policy columns_policy(int points) {
  if ((points & (points - 1)) == 0) return fft_policy_of(sizeof(Real), points).columns;
  if (sizeof(Real) == 8) return {8, 4};
  return {16, std::is_floating_point_v<Real> ? 2 : 4};
}

template <class Real>
constexpr block_policy rows_policy(int points, bool transposed) {
  const fft_policy row = fft_policy_of(sizeof(Real), points);
  return transposed ? row.transposed : row.rows;
}

}  // namespace gbi::kernels
