/// \file
/// Division of magnitudes in device memory, batched: what everything else divides with. Nothing here waits
/// for the device.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/division/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/residual.hpp"

namespace gbi::arithmetic {

/// quotients = numerators / divisors rounded towards zero, and remainders, for `batch` problems. A target
/// takes as many limbs as it has, or none (count 0); zeros above what there is. Targets overlap no operand.
/// The signs are for batches of one.
struct division {
  kernels::limb_span numerators;
  kernels::limb_target quotients, remainders;
  std::uint32_t batch = 1;
  kernels::division_signs signs = {};
};

/// Whether a divisor and its reciprocal keep their transforms, where that is worth it.
enum class transforms { kept, not_kept };

/// Divisors made ready for a number of divisions: shifted so that the top bit is set, and their reciprocals.
class prepared_divisors {
 public:
  /// \param divisors one for all problems (`batch` 1), or one for each. All have the same bit length: the top
  /// limb of each has `shift` zeros on top.
  /// \param block limbs of a quotient that one step finds, see divide().
  prepared_divisors(detail::engine& engine, kernels::limb_span divisors, int shift, std::uint64_t block,
                    std::uint32_t batch = 1, transforms how = transforms::not_kept);

  std::uint64_t limbs() const { return limbs_; }
  int shift() const { return shift_; }
  std::uint64_t block() const { return block_; }
  kernels::limb_span normalised() const { return {normalised_.data(), limbs_, shared_ ? 0 : limbs_}; }
  /// The leading limbs of the reciprocals to a precision of at most block() + 1 limbs.
  kernels::limb_span reciprocals(std::uint64_t precision) const;

  /// The transforms of one divisor and of its whole reciprocal, and the plans of what they are factors of.
  struct kept_transforms {
    plan::product_plan estimate;
    plan::residual_plan remainder;
    products::spectrum reciprocal, divisor;
  };
  /// For steps of a whole block, or nearly; else null.
  const kept_transforms* kept(std::uint64_t limbs_of_step) const {
    return kept_ && 4 * limbs_of_step >= 3 * block_ ? &*kept_ : nullptr;
  }

 private:
  void keep(detail::engine& engine);

  std::uint64_t limbs_;
  int shift_;
  std::uint64_t block_;
  bool shared_;
  exec::buffer<limb> normalised_, reciprocals_;
  std::optional<kept_transforms> kept_;
};

/// A numerator of n + q - 1 limbs by a divisor of n is reduced in s = ceil(q / block) steps of m = ceil(q /
/// s) limbs. Each costs a product of m by m limbs and one of m by n, of which only n limbs are not known: its
/// quotient is at most one too small and the device chooses between two remainders. Source: R. Brent, P.
/// Zimmermann, "Modern Computer Arithmetic" (2010), 2.4.1.
void divide(detail::engine& engine, const division& what, const prepared_divisors& by);

/// The same by one divisor for all problems, whose top limb `top` is not zero: whichever way is fastest. A
/// quotient as long as its divisor costs about 2.7 products of long ones, the reciprocal included.
void divide(detail::engine& engine, const division& what, kernels::limb_span divisor, limb top);

/// Whether one block takes less time for such a division than the launches of the others.
/// \param prepared whether the reciprocal is there already
bool divides_in_block(detail::engine& engine, const division& what, std::uint64_t divisor_limbs,
                      bool prepared);

/// Operands of at most short_numerator_limbs and short_divisor_limbs, in one launch. Divisors may have zeros
/// on top, but not only zeros.
void divide_short(detail::engine& engine, const division& what, kernels::limb_span divisors);

/// One numerator by one limb, in linear time.
void divide_by_limb(detail::engine& engine, const division& what, limb divisor);

}  // namespace gbi::arithmetic
