/// \file
/// GMP's integers, the oracle of all tests.
#pragma once

#include <gmp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/gmp.hpp"

namespace gbi::test {

/// An mpz_t that frees its memory.
class integer {
 public:
  integer() { mpz_init(value_); }
  integer(long value) { mpz_init_set_si(value_, value); }  // NOLINT(google-explicit-constructor)
  /// Limbs of the magnitude, least significant first.
  explicit integer(std::span<const std::uint64_t> limbs, bool negative = false) : integer() {
    mpz_import(value_, limbs.size(), -1, sizeof(std::uint64_t), 0, 0, limbs.data());
    if (negative) mpz_neg(value_, value_);
  }
  integer(const std::string& digits, int base) : integer() {
    if (mpz_set_str(value_, digits.c_str(), base) != 0) ADD_FAILURE() << "not a number: " << digits;
  }
  integer(const integer& other) { mpz_init_set(value_, other.value_); }
  integer(integer&& other) noexcept : integer() { mpz_swap(value_, other.value_); }
  integer& operator=(integer other) noexcept {
    mpz_swap(value_, other.value_);
    return *this;
  }
  ~integer() { mpz_clear(value_); }

  mpz_ptr get() { return value_; }
  mpz_srcptr get() const { return value_; }

  friend integer operator+(integer a, const integer& b) {
    mpz_add(a.value_, a.value_, b.value_);
    return a;
  }
  friend integer operator-(integer a, const integer& b) {
    mpz_sub(a.value_, a.value_, b.value_);
    return a;
  }
  friend integer operator*(const integer& a, const integer& b) {
    integer result;
    mpz_mul(result.value_, a.value_, b.value_);
    return result;
  }
  /// Rounded towards zero.
  friend integer operator/(integer a, const integer& b) {
    mpz_tdiv_q(a.value_, a.value_, b.value_);
    return a;
  }
  /// With the sign of a.
  friend integer operator%(integer a, const integer& b) {
    mpz_tdiv_r(a.value_, a.value_, b.value_);
    return a;
  }
  /// a mod m, not negative.
  friend integer modulo(integer a, const integer& m) {
    mpz_mod(a.value_, a.value_, m.value_);
    return a;
  }
  friend integer operator&(integer a, const integer& b) {
    mpz_and(a.value_, a.value_, b.value_);
    return a;
  }
  friend integer operator-(integer a) {
    mpz_neg(a.value_, a.value_);
    return a;
  }
  friend integer operator<<(integer a, mp_bitcnt_t bits) {
    mpz_mul_2exp(a.value_, a.value_, bits);
    return a;
  }
  /// Rounded towards minus infinity.
  friend integer operator>>(integer a, mp_bitcnt_t bits) {
    mpz_fdiv_q_2exp(a.value_, a.value_, bits);
    return a;
  }
  friend bool operator==(const integer& a, const integer& b) { return mpz_cmp(a.value_, b.value_) == 0; }
  friend std::strong_ordering operator<=>(const integer& a, const integer& b) {
    return mpz_cmp(a.value_, b.value_) <=> 0;
  }

  int sign() const { return mpz_sgn(value_); }
  std::size_t limb_count() const { return mpz_size(value_); }
  /// The magnitude, with leading zeros if it is shorter than `least`.
  std::vector<std::uint64_t> to_limbs(std::size_t least = 0) const {
    std::vector<std::uint64_t> result(std::max(limb_count(), least));
    mpz_export(result.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, value_);
    return result;
  }
  std::size_t bit_length() const { return sign() == 0 ? 0 : mpz_sizeinbase(value_, 2); }
  /// a mod 2^bits, not negative.
  integer low_bits(mp_bitcnt_t bits) const {
    integer result;
    mpz_fdiv_r_2exp(result.value_, value_, bits);
    return result;
  }
  std::string to_string(int base = 10) const;

 private:
  mpz_t value_;
};

integer to_oracle(const gpu_bigint& value);
gpu_bigint from_oracle(const integer& value);

/// Checks that the library's number has the oracle's value. A failure reports sizes and the first difference
/// instead of millions of digits.
testing::AssertionResult matches(const gpu_bigint& value, const integer& expected);
testing::AssertionResult matches(const integer& value, const integer& expected);

/// Hexadecimal, shortened in the middle.
std::string brief(const integer& value);

}  // namespace gbi::test
