/// \file
/// Integer expressions as text: `(2^521-1)^2 mod 10^50`.
#pragma once

#include <cstddef>
#include <gpu_bigint.hpp>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/gbi/calculator.hpp"

namespace program {

/// Text that is not an expression, or an expression without a value.
class expression_error : public std::runtime_error {
 public:
  expression_error(const std::string& why, std::size_t position)
      : std::runtime_error(why), position_(position) {}
  /// The byte at which the mistake is.
  std::size_t position() const { return position_; }

 private:
  std::size_t position_;
};

/// A parsed expression. From the loosest to the tightest:
///
///     a + b   a - b
///     a * b   a / b   a % b   a mod b     quotients rounded down, as in Python
///     -a   +a
///     a ^ b   a ** b                      from right to left
///     a!                                  the factorial
///     123   1_000   1e6   0xff   0b1010   (a)   function(a, b)
///
/// A remainder of sums, products and powers is computed from remainders: a^b mod m never computes a^b.
class expression {
 public:
  /// \throws expression_error
  static expression parse(std::string_view text);
  expression(expression&&) noexcept;
  expression& operator=(expression&&) noexcept;
  ~expression();

  /// \throws expression_error if it has no value; also throws wrong_result and whatever the library throws
  gbi::gpu_bigint value(const calculator& compute) const;

  /// The names of the functions, with their arguments: "gcd(a, b, ...)".
  static std::vector<std::string> functions();

  struct node;

 private:
  explicit expression(std::unique_ptr<node> root);
  std::unique_ptr<node> root_;
};

/// The message, the text near the mistake, and a caret under it: three lines.
std::string explain(const expression_error& error, std::string_view text);

}  // namespace program
