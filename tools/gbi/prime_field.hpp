/// \file
/// Numbers modulo a random prime, computed on the processor from their limbs or their text, to check results
/// of the library.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <string_view>

namespace program {

/// Arithmetic modulo a prime of 61 bits. A wrong result of n bits that does not depend on the prime agrees
/// modulo the prime with a probability below n / 2^59.
class prime_field {
 public:
  static prime_field random();
  /// \param prime a prime of 61 bits; the caller checks that it is one.
  explicit prime_field(std::uint64_t prime) : prime_(prime) {}

  std::uint64_t prime() const { return prime_; }
  std::uint64_t of(const gbi::gpu_bigint& value) const;
  std::uint64_t of(std::int64_t value) const;
  /// Computed by the ranks of the number.
  std::uint64_t of(const gbi::distributed_bigint& value) const;
  /// The number that the text represents: digits in a base from 2 to 36, after a minus sign if negative.
  std::uint64_t of_text(std::string_view text, int base) const;

  std::uint64_t add(std::uint64_t a, std::uint64_t b) const { return (a + b) % prime_; }
  std::uint64_t subtract(std::uint64_t a, std::uint64_t b) const { return (a + prime_ - b) % prime_; }
  std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t power(std::uint64_t a, std::uint64_t exponent) const;
  /// a^exponent for an exponent of any size, by Fermat's theorem. A negative one needs a != 0.
  std::uint64_t power(std::uint64_t a, const gbi::gpu_bigint& exponent) const;

 private:
  std::uint64_t prime_;
};

}  // namespace program
