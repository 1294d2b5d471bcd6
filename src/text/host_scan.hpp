/// \file
/// Checksums of texts, computed by several host threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string_view>

#include "src/words/text/decimal_checksum.hpp"
#include "src/words/text/text_checksum.hpp"

namespace gbi::text {

/// The checksum of a text whose pieces arrive in any order. Any number of threads may add pieces
/// concurrently.
class text_scan {
 public:
  /// \param digits the most significant first; characters that have not been added need not be there yet
  text_scan(std::string_view digits, int base, const kernels::small_modulus& prime) noexcept
      : digits_(digits), base_(base), prime_(prime), decimal_(words::decimal_modulus::of(prime)) {}

  /// Adds a piece whose characters are digits of the base.
  void add(std::size_t begin, std::size_t size) noexcept;
  /// The same for a piece that may be wrong. A character that is not a digit of the base is an error. So is a
  /// letter of the wrong case, although it would mean the same digit.
  void add_unchecked(std::size_t begin, std::size_t size) noexcept;

  /// How many threads are worth waking for the whole text. Decimal digits are scanned by vectors.
  unsigned threads() const noexcept;

  /// The number formed by the added digits, modulo the prime; std::nullopt after an error.
  std::optional<limb> checksum() const noexcept;

 private:
  std::string_view digits_;
  int base_;
  kernels::small_modulus prime_;
  words::decimal_modulus decimal_;
  std::atomic<limb> sum_ = 0;
  std::atomic<bool> canonical_ = true;
};

/// The number with these digits of the base, modulo the prime.
limb checksum_of(std::string_view digits, int base, const kernels::small_modulus& prime) noexcept;

}  // namespace gbi::text
