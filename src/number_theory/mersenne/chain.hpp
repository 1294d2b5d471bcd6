/// \file
/// A long chain of squares modulo 2^p - 1 whose rounding is monitored. The Lucas-Lehmer test and the
/// probable-prime test are such chains.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu_bigint/arithmetic.hpp"
#include "src/number_theory/mersenne/number.hpp"

namespace gbi::number_theory {

/// Returns p if 2^p - 1 can be tested.
/// \param test "Lucas-Lehmer test", for the message
/// \throws std::domain_error unless p is a prime between 64 and 2^32
std::uint64_t checked_exponent(std::uint64_t p, const char* test);
/// The transform with the digits that the caller asks for, or the planner's choice for 0.
/// \param how fft, exact, or automatic: the one that the tuning prefers, if such a transform exists
/// \throws std::invalid_argument if no such transform exists
mersenne_transform checked_transform(const plan::tuning& tuned, std::uint64_t p, std::uint64_t digits,
                                     algorithm how, const char* test);
/// The shortest transform with more digits. For integers, the same transform if there is none.
/// \throws std::length_error for doubles, if there is none
mersenne_transform longer_transform(std::uint64_t p, mersenne_transform than);

/// The definition of a chain, apart from its length.
struct chain_rule {
  std::uint64_t exponent;   ///< p
  std::int64_t subtrahend;  ///< x becomes x^2 - subtrahend
  const char* test;         ///< name of the test, for messages
};

/// x_(i + 1) = x_i^2 - subtrahend modulo 2^p - 1. Steps are queued. The largest rounding error is read every
/// 1000 steps, and whenever x_i is read. If it is too large to trust, the steps since the last reading are
/// repeated with a longer transform.
class mersenne_chain {
 public:
  /// Starts at x_i = value, 0 <= value < 2^p - 1.
  /// \param transform as returned by checked_transform()
  mersenne_chain(std::shared_ptr<detail::engine> engine, const chain_rule& rule, mersenne_transform transform,
                 gpu_bigint value, std::uint64_t i = 0);

  mersenne_transform transform() const noexcept { return square_->transform(); }
  /// i
  std::uint64_t steps() const noexcept { return trusted_steps_ + new_steps_; }
  /// Steps until the rounding is read next, 1 to 1000.
  std::uint64_t until_look() const noexcept { return between_looks - new_steps_; }
  /// The largest distance between a coefficient and an integer in all steps up to the last reading.
  double largest_error() const noexcept { return largest_error_; }
  void know_error(double distance) noexcept { largest_error_ = distance; }

  /// \throws device_error if the error stays too large with longer transforms. The chain is then at the last
  /// trusted step, as after out_of_memory.
  void step(std::uint64_t count);
  /// x_i. Waits. \throws as step
  const gpu_bigint& residue();
  /// Goes on from x_0 = value, with the same tables.
  void restart(gpu_bigint value);

 private:
  static constexpr std::uint64_t between_looks = 1000;

  void accept(const mersenne_number::rounding& rounding);
  void repair();

  std::shared_ptr<detail::engine> engine_;
  chain_rule rule_;
  std::unique_ptr<mersenne_number> square_;
  gpu_bigint trusted_;  ///< x of the last trusted step
  std::uint64_t trusted_steps_, new_steps_ = 0;
  double largest_error_ = 0;
};

}  // namespace gbi::number_theory
