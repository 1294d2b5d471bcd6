/// \file
/// Products by coprime moduli: 2^(128 k) - 1 = (2^(64 k) + 1) (2^(32 k) + 1) ... (2^(64 t) + 1) (2^(64 t) -
/// 1). Each factor of the first kind takes a right-angle product that wraps around, and the last factor takes
/// a whole product. This fits products whose length falls between two lengths of whole transforms. No
/// transform is longer than half of the whole one, so longer products fit in memory (docs/decisions/0036).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/fft_plan.hpp"
#include "src/plan/product_shape.hpp"

namespace gbi::plan {

/// The chain of the factors.
struct fermat_plan {
  fft_plan first;             ///< for the product modulo 2^(64 k) + 1; its digits are verified
  std::uint32_t factors = 0;  ///< factors with a right-angle product; 0: the product is not cut

  /// The transform of factor j, 2^j times shorter than the first one.
  fft_plan factor(std::uint32_t j) const;
  /// Limbs of the modulus of factor j.
  std::uint64_t limbs(std::uint32_t j) const { return modulus_limbs(first) >> j; }
  /// Limbs of the last modulus 2^(64 t) - 1.
  std::uint64_t tail_limbs() const { return limbs(factors - 1); }
  bool operator==(const fermat_plan&) const = default;
};

/// The chain with exactly this many factors that starts with the shortest transform, if there is one. Digits
/// are as wide as trusted for operands that fill the modulus.
std::optional<fermat_plan> find_fermat_moduli(const product_shape& wanted, std::uint32_t factors);

/// The peak memory of the product, besides operands and result.
std::size_t workspace_of(const fermat_plan& plan, const product_shape& wanted);

/// The product for the last modulus, modulo which the operands have a carry above the limbs.
product_shape tail_shape(const fermat_plan& plan, const product_shape& wanted);

}  // namespace gbi::plan
