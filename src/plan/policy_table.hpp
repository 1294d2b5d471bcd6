/// \file
/// Measured limits, per architecture.
#pragma once

#include <cstddef>
#include <string_view>

namespace gbi::plan {

struct policy {
  std::string_view architecture;
  /// Products are convolutions in integers if the shorter operand has at most so many limbs (both routes then
  /// take time in proportion to the longer one) ...
  std::size_t schoolbook_shorter_limbs;
  /// ... or both together have at most so many, ...
  std::size_t schoolbook_total_limbs;
  /// ... unless all problems of a batch, numbers one behind the other, take more products of limbs than
  /// these.
  std::size_t schoolbook_limb_products;
  /// Products have wide, verified digits if both operands together have at least so many limbs: the launches
  /// of the verification, and of a repair that is not needed, are paid by longer ones only.
  std::size_t verified_total_limbs;
  /// A verified product that is wrong is computed again by columns if that takes at most so many products of
  /// limbs, some seconds; longer ones pay for the launches of another transform.
  double repair_limb_products;
  /// A convolution runs in one block and one launch if a block holds it and computes at most so many
  /// products of limbs for it (limb_products_in_block) ...
  std::size_t block_limb_products;
  /// ... or if a block holds it and so many are multiplied at once, which fill the device.
  std::size_t block_batch;
  /// So many products at once, or more, ...
  std::size_t transform_batch;
  /// ... are transforms in one block if a block holds them and equal operands
  /// would have at least so many limbs, which is 2 n m / (n + m) of n and m: numbers one behind the other ...
  std::size_t batch_transform_limbs;
  /// ... and interleaved ones, whose other products are those of teams of threads.
  std::size_t interleaved_transform_limbs;
  /// So many threads of teams fill the device: fewer take as long as one.
  std::size_t busy_threads;
  /// Teams make whole products of a batch's integers by columns of blocks or, if those are of at least and at
  /// most so many limbs, by rows.
  std::size_t shortest_row_product, longest_row_product;
  /// Other convolutions run in tiles; else by columns.
  bool tiles;
  /// The shortest run of words that one thread multiplies, quadratically, to a leaf of a product tree; the
  /// longest is twice that.
  std::size_t leaf_words;
  /// Modular products and powers of batches are made of words, else of doubles.
  bool product_words, power_words;
  /// A power modulo an odd number of at most so many limbs is one launch; longer ones are chains of products.
  std::size_t power_limbs;
  /// So many numbers of that length are tested for primality at once.
  std::size_t prime_tests;
  /// One block divides, digit by digit, if the quotient has at most so many limbs and a block holds the rest.
  std::size_t block_quotient_limbs;
  /// One block finds a reciprocal to so many limbs, or fewer, from nothing ...
  std::size_t reciprocal_limbs;
  /// ... and sums of a number and a product, in divisions and reciprocals, go by columns if they add at most
  /// so many products of limbs, all problems of a batch together.
  double column_sum_limb_products;
  /// A number minus a product that nearly is that number takes a transform of what is left only, if that has
  /// at least so many limbs ...
  std::size_t wrapped_limbs;
  /// ... and factors of several products keep their transforms, which takes launches of their own.
  std::size_t kept_limbs;
  /// Workspace that a batch of products may take at once.
  std::size_t workspace_bytes;
};

/// The row of an architecture ("host", "sm_90", ...); a GPU without one gets the newest older than itself, or
/// the oldest.
const policy& policy_of(std::string_view architecture);

}  // namespace gbi::plan
