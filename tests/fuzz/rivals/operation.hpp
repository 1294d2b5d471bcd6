/// \file
/// What the target `differential` computes in several libraries, each of which is a function of one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gbi::fuzz {

enum class operation : std::uint8_t {
  sum,
  difference,
  product,
  square,
  quotient,  ///< and remainder, truncated
  power,     ///< a^count
  modular_power,
  greatest_divisor,
  inverse,  ///< of a modulo m; "none" if there is none
  root,     ///< the square root and the remainder
  left_shift,
  right_shift,  ///< rounds down
  bit_and,
  bit_or,
  bit_xor,
  symbol,  ///< of Kronecker
  prime,   ///< 1 for a probable prime, otherwise 0
  decimal
};

/// Integers in hexadecimal digits, perhaps with a sign, which every library can read.
struct operands {
  std::string a, b, m;
  unsigned count = 0;
};

/// Digits of the result, or nothing if the library does not have the operation. Two results are separated by
/// a space. All are hexadecimal, except those of `decimal`.
using answer = std::optional<std::string>;

/// One of the libraries that are compared.
struct library {
  std::string name;
  answer (*compute)(operation what, const operands& x);
};

/// This library, in the current context.
answer compute_here(operation what, const operands& x);

library gmp();
library openssl();
library boost_multiprecision();
/// FLINT, loaded at run time: the library that GPU_BIGINT_FLINT names, otherwise the system's. It has no
/// function if there is none.
library flint();

}  // namespace gbi::fuzz
