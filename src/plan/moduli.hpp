/// \file
/// Products by coprime moduli: 2^(128 k) - 1 = (2^(64 k) + 1) (2^(32 k) + 1) ... (2^(64 t) + 1) (2^(64 t) -
/// 1). Each factor of the first kind takes a right-angle product that wraps around, and the last factor a
/// whole product. The lengths fit where those of whole products fall between two, and no transform is longer
/// than half of the whole one, so memory holds longer products (docs/decisions/0036).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/fft_plan.hpp"
#include "src/plan/pieces.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// The chain of the factors.
struct moduli_plan {
  fft_plan first;             ///< of the product modulo 2^(64 k) + 1; its digits are verified
  std::uint32_t factors = 0;  ///< with a right-angle product; 0: the product is not cut

  /// The transform of factor j, 2^j times shorter than the first one.
  fft_plan factor(std::uint32_t j) const;
  /// Limbs of the modulus of factor j.
  std::uint64_t limbs(std::uint32_t j) const { return modulus_limbs(first) >> j; }
  /// Limbs of the modulus 2^(64 t) - 1, which is left over.
  std::uint64_t tail_limbs() const { return limbs(factors - 1); }
  bool operator==(const moduli_plan&) const = default;
};

/// The chain that begins with the shortest transform and has exactly this many factors, if there is one.
/// Digits are as wide as trusted for operands that fill the modulus.
std::optional<moduli_plan> find_moduli(std::size_t limbs_a, std::size_t limbs_b, bool square,
                                       std::uint32_t factors);

/// The cost of the product in points, as cost_of_product.
double cost_of_moduli(const moduli_plan& plan, std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned);

/// The most memory that the product takes at a time, besides operands and result.
std::size_t workspace_of_moduli(const moduli_plan& plan, std::size_t limbs_a, std::size_t limbs_b);

/// The cheapest chain for a verified product that takes at most so many bytes, if there is one.
std::optional<moduli_plan> cheapest_moduli(std::size_t limbs_a, std::size_t limbs_b, bool square,
                                           const tuning& tuned, std::size_t most_bytes = ~std::size_t{0});

/// The chain for a verified product that would take these transforms otherwise, if they do not fit the
/// device's memory, and the chain takes less. Otherwise nothing.
std::optional<moduli_plan> moduli_for_memory(std::size_t limbs_a, std::size_t limbs_b, bool square,
                                             const piece_plan& otherwise, const tuning& tuned);

/// The same, and also if the chain is clearly cheaper and the product as long as the tuning asks for.
std::optional<moduli_plan> choose_moduli(std::size_t limbs_a, std::size_t limbs_b, bool square,
                                         const piece_plan& otherwise, const tuning& tuned);

}  // namespace gbi::plan
