/// \file
/// The operation machine: registers that hold the same numbers in the library and in GMP.
#pragma once

#include <gmpxx.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/fuzz/targets.hpp"

namespace gbi::fuzz {

/// The same number in both libraries.
struct twin {
  gpu_bigint ours;
  mpz_class theirs;

  mpz_ptr get() { return theirs.get_mpz_t(); }
  mpz_srcptr get() const { return theirs.get_mpz_t(); }
  std::size_t bits() const { return theirs == 0 ? 0 : mpz_sizeinbase(get(), 2); }
};

/// Ends the process unless both numbers are equal.
void compare(const gpu_bigint& ours, const mpz_class& theirs, const char* what);

class registers {
 public:
  explicit registers(reader& in) : in_(in) {}

  /// The register that the next byte of the program names.
  const twin& any() { return all_[in_.below(all_.size())]; }
  /// Compares a result and stores it in the register that the next byte names. A result that is too long
  /// keeps its lowest bits.
  void store(gpu_bigint ours, mpz_class theirs, const char* what);
  reader& in() { return in_; }

 private:
  static constexpr std::size_t most_bits = 1 << 13;
  std::array<twin, 4> all_;
  reader& in_;
};

/// A step: reads its operands, computes in both ways, compares.
using step = void (*)(registers& r);

// The steps, by source file.
std::span<const step> value_steps();
std::span<const step> arithmetic_steps();
std::span<const step> bit_steps();
std::span<const step> theory_steps();

}  // namespace gbi::fuzz
