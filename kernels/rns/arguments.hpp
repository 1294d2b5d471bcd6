/// \file
/// Arguments of the kernels that multiply modulo odd numbers in residues (docs/rns.md), and the layout
/// of residues.
///
/// There are two bases A and B of n = 4 Q - 1 primes each, for Q `quads`. Residue 4 q + t of an element
/// belongs to quad q and to lane t of the four lanes that share the element. Word 4 Q - 1 also exists, for a
/// rank. A warp has a pack of 16 `tiles` elements. Residues of a pack are stored in words of 64 bits, quad 2
/// p in the lower half and quad 2 p + 1 in the upper half: word ((base pairs + p) rows + row) 32 + lane, with
/// rows = 2 tiles. Row r of lane 4 g + t belongs to element 16 (r / 2) + 8 (r % 2) + g of the pack.
#pragma once

#include <cstdint>

#include "kernels/model/byte_product.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/word/batch_span.hpp"
#include "kernels/word/residue_word.hpp"

namespace gbi::kernels {

/// How residues are distributed over threads. Blocks work on whole packs, so memory must cover whole blocks.
struct rns_shape {
  int quads;  ///< quads of residues in each base
  int tiles;  ///< tiles of 16 elements in a warp
  int warps;  ///< of a block
};

/// The primes of a base.
constexpr int rns_primes(int quads) {
  return 4 * quads - 1;
}
/// Pairs of quads: a pair is 32 bytes, a step of a product of bytes.
constexpr int quad_pairs(int quads) {
  return (quads + 1) / 2;
}
/// Whether the bases have gaps above residue_gap_limit.
constexpr bool has_wide_gaps(int quads) {
  return quads > 52;
}
/// The widest integers for which the bases are large enough (docs/rns.md).
constexpr std::uint32_t rns_limbs(int quads) {
  return static_cast<std::uint32_t>((30 * rns_primes(quads) - 18) / 64);
}
constexpr std::uint32_t elements_of_pack(int tiles) {
  return static_cast<std::uint32_t>(product_rows * tiles);
}
/// The 64-bit words of a pack's residues in both bases.
constexpr std::uint64_t words_of_pack(int quads, int tiles) {
  return std::uint64_t{2} * static_cast<unsigned>(quad_pairs(quads) * 2 * tiles * 32);
}
/// The number of groups of quads. One product of bytes computes a group. The sizes of groups differ by at
/// most 1. This number is the fastest (docs/decisions/0038); 52 and 72 quads have the fewest whose slots fit.
constexpr int quad_groups(int quads) {
  return quads <= 5 ? 1 : quads <= 18 ? 3 : quads <= 26 ? 6 : quads <= 35 ? 8 : quads <= 52 ? 14 : 24;
}
constexpr int first_of_group(int quads, int group) {
  return group * quads / quad_groups(quads);
}
constexpr int quads_of_group(int quads, int group) {
  return first_of_group(quads, group + 1) - first_of_group(quads, group);
}
constexpr int largest_group(int quads) {
  return (quads + quad_groups(quads) - 1) / quad_groups(quads);
}
/// The place of a step of a quad's columns in a matrix: groups are contiguous, and so are the steps in a
/// group.
constexpr int columns_place(int quads, int quad, int step) {
  int group = 0;
  while (first_of_group(quads, group + 1) <= quad) ++group;
  const int first = first_of_group(quads, group);
  return first * quad_pairs(quads) + step * quads_of_group(quads, group) + quad - first;
}
/// The 64-bit sums of a pack's positional words.
constexpr std::uint64_t sums_of_pack(int quads, int tiles) {
  return std::uint64_t{1} * static_cast<unsigned>(quads * 2 * tiles * 32);
}

/// The constants of a residue, with A_i = A / a_i, B_i = B / b_i and R = 2^32. There are 8 quad_pairs of them
/// for base A and then as many for B, zero after the last prime.
struct alignas(16) rns_prime {
  residue_prime prime;    ///< a_i or b_i
  std::uint32_t product;  ///< in base B: B_i R^2 / A mod b_i
  std::uint32_t modulus;  ///< -R / A_i mod a_i, or R^2 / A mod b_i
};

/// Both matrices of a kernel, each of `quads` x `quad_pairs` columns (columns_place), and the primes of both
/// bases.
struct rns_matrices {
  const byte_columns *first, *second;
  const rns_prime* primes;
};

/// out = the residues of a: a mod a_i, and a / B_i mod b_i.
struct rns_in_arguments {
  batch_span a;
  std::uint64_t* out;
  rns_matrices by;  ///< from words to A, from words to B
  std::uint32_t elements;
  rns_shape shape;
};

/// Residues of moduli n, below 5/4 2^30, become the constants of products, least residues: -R^2 / (n A_i) mod
/// a_i and n R / (A B_i) mod b_i, with R = 2^32. Adds 1 to *unfit for each residue of an odd modulus that has
/// no inverse modulo a_i.
struct rns_modulus_arguments {
  batch_span modulus;
  std::uint64_t* residues;
  const rns_prime* primes;
  std::uint64_t* unfit;
  std::uint32_t elements;
  std::uint64_t words;  ///< of `residues`
  rns_shape shape;
};

/// The moduli of the elements of a launch: each has its own, or all have that of the first.
struct rns_constants {
  const std::uint64_t *constants, *square;  ///< square: A^2 mod n
  std::uint64_t stride;                     ///< words from pack to pack, or 0
};

/// x = x^exponent A mod n, up to a multiple of n. If table is null, x = x A mod n.
struct rns_power_arguments {
  std::uint64_t* x;
  rns_matrices by;            ///< from A to B, from B to A
  const std::uint64_t* unit;  ///< a pack of ones
  rns_constants modulus;
  batch_span exponent;
  std::uint32_t exponent_bits, window_bits;
  std::uint64_t* table;  ///< for each pack, 2^window_bits packs
  std::uint32_t elements;
  rns_shape shape;
};

/// sums = the words of a number congruent to x y / A modulo n and below 2 n, before carries.
struct rns_out_arguments {
  const std::uint64_t *x, *y;
  std::uint64_t y_stride;  ///< words from pack to pack, or 0
  rns_matrices by;         ///< from A to B, from B to words
  rns_constants modulus;
  std::uint64_t* sums;
  std::uint32_t elements;
  rns_shape shape;
};

/// out = the number whose words are these sums, modulo n; 0 where n is even.
struct rns_carry_arguments {
  const std::uint64_t* sums;
  batch_span modulus;
  batch_target out;
  std::uint32_t elements;
  rns_shape shape;
};

namespace launches {
using rns_convert = list<rns_in_arguments, rns_out_arguments, rns_carry_arguments, rns_modulus_arguments>;
using rns_power = list<rns_power_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
