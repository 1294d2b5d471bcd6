/// \file
/// Reciprocals of normalised magnitudes by Newton's iteration, from below.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "kernels/word/limb_span.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::arithmetic {

/// Finds X with 2^(64 (n + p)) / v - 4 < X < 2^(64 (n + p)) / v for each divisor v of n limbs whose top bit
/// is set. Each X has p + 1 limbs, and all X are contiguous in memory. Nothing waits for the device.
///
/// The first steps take one launch together (kernels/division/reciprocal.hpp). Steps up to a few thousand
/// limbs take two launches each (kernels/convolution/column_sum.hpp). Each step takes p correct limbs to p'
/// <= 2 p - 1 by a product of p' by p limbs and one of p by p. For short numbers, the two products cost 5/4
/// of a product of p' by p'. For long numbers, the first needs a transform for only p' limbs, and both share
/// the transform of x, so together they cost 0.9. All steps together cost twice the last one. Source: R.
/// Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 3.4.1.
exec::buffer<limb> reciprocals(detail::engine& engine, kernels::limb_span divisors, std::uint32_t batch,
                               std::uint64_t precision);

/// The constants of refinement by residuals: 2^(64 exponent) - 15 2^(64 place), where place and the distance
/// to the exponent are at most `longest`.
class refinement_constants {
 public:
  refinement_constants(detail::engine& engine, std::uint64_t longest);
  kernels::limb_span power_less_fifteen(std::uint64_t exponent, std::uint64_t place) const {
    return {limbs_.data() + (longest_ - place), exponent, 0};
  }

 private:
  std::uint64_t longest_;
  exec::buffer<limb> limbs_;  ///< zeros, and -15 in two's complement
};

/// The limits that decide how each step runs. They come from the tuning, except in benchmarks and tests.
struct reciprocal_limits {
  std::uint64_t block_limbs;   ///< the most that one block finds; at least 5, so that no step starts from 3
  double column_sum_products;  ///< the most limb products that a sum by columns adds
};
reciprocal_limits limits_of(detail::engine& engine);

/// Finds reciprocals step by step, for divisors whose limbs become known during the steps.
class growing_reciprocals {
 public:
  /// \param longest the last precision
  growing_reciprocals(detail::engine& engine, std::uint32_t batch, std::uint64_t longest)
      : growing_reciprocals(engine, batch, longest, limits_of(engine)) {}
  growing_reciprocals(detail::engine& engine, std::uint32_t batch, std::uint64_t longest,
                      const reciprocal_limits& limits)
      : engine_(engine), batch_(batch), longest_(longest), limits_(limits) {}

  /// Finds reciprocals to `precision` limbs.
  void begin(kernels::limb_span divisors, std::uint64_t precision);
  /// Starts from known reciprocals of `precision` + 1 limbs each, contiguous in memory.
  void begin_with(exec::buffer<limb> reciprocals, std::uint64_t precision) {
    limbs_ = std::move(reciprocals);
    precision_ = precision;
  }
  /// Takes one step, to at most 2 p - 1 limbs. The reciprocals so far may be those of the leading limbs of
  /// the divisors, if they are below 2^(64 (n + p)) / v by less than 4 and more than 2^-61.
  void refine(kernels::limb_span divisors, std::uint64_t precision);

  /// The leading limbs of the reciprocals so far.
  kernels::limb_span leading(std::uint64_t precision) const;
  /// All limbs, once the last precision is reached.
  exec::buffer<limb> limbs() && { return std::move(limbs_); }

 private:
  /// -16 in two's complement.
  kernels::limb_span offset(std::uint64_t limbs);

  detail::engine& engine_;
  std::uint32_t batch_;
  std::uint64_t longest_, precision_ = 0;
  reciprocal_limits limits_;
  exec::buffer<limb> limbs_;  ///< precision_ + 1 limbs of each reciprocal
  exec::buffer<limb> offset_;
  std::optional<refinement_constants> constants_;
};

}  // namespace gbi::arithmetic
