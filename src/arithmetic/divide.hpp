/// \file
/// Batched division of magnitudes in device memory, on which all other divisions are built. Nothing here
/// waits for the device.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/division/arguments.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/faults/tracked.hpp"
#include "src/multiply/kept_quotient.hpp"
#include "src/multiply/residual.hpp"

namespace gbi::arithmetic {

/// quotients = numerators / divisors, rounded towards zero, and remainders, for `batch` problems. A target
/// receives as many limbs as it has room for, or none (count 0); limbs above the value become zero. Targets
/// must not overlap operands. Signs are only for batches of one.
struct division {
  kernels::limb_span numerators;
  kernels::limb_target quotients, remainders;
  std::uint32_t batch = 1;
  kernels::division_signs signs = {};
};

/// Whether a divisor and its reciprocal keep their transforms where that pays off.
enum class transforms { kept, not_kept };

/// Divisors prepared for repeated division: shifted so that the top bit is set, with their reciprocals.
class prepared_divisors {
 public:
  /// \param divisors one for all problems (`batch` 1), or one for each. All have the same bit length: the top
  /// limb of each has `shift` leading zero bits.
  /// \param block limbs of the quotient that one step finds; see divide()
  prepared_divisors(detail::engine& engine, kernels::limb_span divisors, int shift, std::uint64_t block,
                    std::uint32_t batch = 1, transforms how = transforms::not_kept);

  std::uint64_t limbs() const { return limbs_; }
  int shift() const { return shift_; }
  std::uint64_t block() const { return block_; }
  kernels::limb_span normalised() const {
    return {memory_.read().normalised.data(), limbs_, shared_ ? 0 : limbs_};
  }
  /// The leading limbs of the reciprocals, to a precision of at most block() + 1 limbs.
  kernels::limb_span reciprocals(std::uint64_t precision) const;

  /// The kept transforms for steps of at least three quarters of a block; else null.
  const products::kept_quotient* kept(std::uint64_t limbs_of_step) const {
    return kept_ && 4 * limbs_of_step >= 3 * block_ ? kept_.get() : nullptr;
  }

 private:
  struct buffers {
    exec::buffer<limb> normalised, reciprocals;
  };

  void keep(detail::engine& engine);

  std::uint64_t limbs_;
  int shift_;
  std::uint64_t block_;
  bool shared_;
  faults::tracked<buffers> memory_;
  std::unique_ptr<const products::kept_quotient> kept_;
};

/// Divides a numerator of n + q - 1 limbs by a divisor of n limbs in s = ceil(q / block) steps of m = ceil(q
/// / s) limbs. Each step costs a product of m by m limbs and one of m by n limbs, of which only n limbs are
/// unknown. The quotient of a step is at most one too small, which the device corrects by comparing the
/// remainder with the divisor.
/// Source: R. Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 2.4.1.
void divide(detail::engine& engine, const division& task, const prepared_divisors& by);

/// Divides all problems by one divisor, whose top limb `top` is not zero, by the fastest method. For long
/// numbers, a quotient as long as its divisor costs about 2.7 products, including the reciprocal.
void divide(detail::engine& engine, const division& task, kernels::limb_span divisor, limb top);

/// Subtracts the divisor once more if it is not larger than the candidate, and adjusts the quotient and the
/// signs. Fills in the tiles. Takes one launch.
void settle_remainder(detail::engine& engine, kernels::remainder_arguments task);

/// Whether one block divides faster than the launches of the other methods.
/// \param prepared whether the reciprocal exists already
bool divides_in_block(detail::engine& engine, const division& task, std::uint64_t divisor_limbs,
                      bool prepared);

/// Divides operands of at most short_numerator_limbs and short_divisor_limbs, in one launch. Divisors may
/// have leading zeros but must not be zero.
void divide_short(detail::engine& engine, const division& task, kernels::limb_span divisors);

/// Divides one numerator by one limb, in linear time.
void divide_by_limb(detail::engine& engine, const division& task, limb divisor);

/// a / b, rounded up.
constexpr std::uint64_t ceiling(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

}  // namespace gbi::arithmetic
