/// \file
/// The verification of a shared product: its measured rounding, and a b = c modulo a prime, from sums over
/// the slabs of all ranks. Every process decides from the same words.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/verify/arguments.hpp"
#include "src/distribute/value.hpp"

namespace gbi::distribute {

class product_check {
 public:
  product_check(group& on, std::uint64_t prime);

  /// Takes memory for a local rank, and clears it. \throws out_of_memory
  void allocate(rank& r);
  /// Where the last pass of a local rank records its rounding.
  kernels::verdict* measured(std::size_t own) const noexcept {
    return reinterpret_cast<kernels::verdict*>(memory_[own].data());
  }
  /// Adds the contribution of a rank's slabs. Called in a step.
  void add_operands(rank& r, const value& x, const value& y);
  /// Adds the contribution of the complete product.
  void add_product(rank& r, const value& result);
  /// Whether the product is right. Collective. Waits.
  bool is_right(bool square);

 private:
  static constexpr std::size_t verdict_words = sizeof(kernels::verdict) / sizeof(limb);
  static constexpr std::size_t sign_words = 3, all_words = verdict_words + sign_words;

  /// \param which 0 and 1 for the factors, 2 for the product
  void add(rank& r, const value& number, std::size_t which);
  void copy_sign(rank& r, const value& number, std::size_t which);

  group& on_;
  kernels::word_modulus modulus_;
  std::vector<exec::buffer<limb>> memory_;
};

}  // namespace gbi::distribute
