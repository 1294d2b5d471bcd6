/// \file
/// The bases of modular arithmetic in residues, with their constants and matrices (docs/rns.md). They
/// depend only on the number of quads, not on the device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/rns/arguments.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::plan {

/// The widest integers for which residues exist, in limbs.
inline constexpr std::uint32_t longest_rns_limbs = 134;

/// How many elements of a product or a power, counted from the first, are computed in residues. For a
/// product, the exponent has 0 bits.
std::size_t elements_in_rns(modular_arithmetic asked, const tuning& tuned, modular_operation operation,
                            std::uint32_t limbs, std::size_t elements, std::uint32_t exponent_bits);

/// Whether powers of `elements` elements modulo each of two numbers are faster as one batch, of elements with
/// moduli of their own, than as two batches that share a modulus each. A batch that does not fill the device
/// takes as long as one that does.
bool powers_take_one_batch(modular_arithmetic asked, const tuning& tuned, std::uint32_t limbs,
                           std::size_t elements, std::uint32_t exponent_bits);

/// The shape with the fewest quads for integers of `limbs` limbs, at most longest_rns_limbs.
kernels::rns_shape choose_rns(std::uint32_t limbs, const tuning& tuned);

/// The matrices, in the order in which they are stored.
enum class rns_matrix {
  a_to_b,      ///< digits of base A to residues modulo B
  b_to_a,      ///< digits of base B to residues modulo A
  words_to_a,  ///< words times 2^32 to residues modulo A
  words_to_b,  ///< words times 2^32 to digits of base B
  b_to_words,  ///< digits of base B to words
};
inline constexpr int rns_matrix_count = 5;

struct rns_bases {
  std::vector<std::uint32_t> a, b;  ///< primes
  std::vector<kernels::rns_prime> primes;
  std::vector<std::uint32_t> one_b;  ///< 1 / B_i mod b_i
  std::vector<limb> product_a;       ///< A, of 2 quads limbs
  std::array<std::vector<kernels::byte_columns>, rns_matrix_count> matrices;
};

/// O(n^2) for n primes in each base, 4 quads - 1.
rns_bases make_rns_bases(int quads);

}  // namespace gbi::plan
