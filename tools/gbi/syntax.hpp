/// \file
/// The tree of an expression.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tools/gbi/expression.hpp"

namespace program {

enum class operation { number, negate, add, subtract, multiply, divide, modulo, power, factorial, call };

struct function;

struct expression::node {
  operation what;
  std::size_t position;  ///< position of the operator, the number or the function's name
  std::string text;      ///< digits of a number in the form that the library reads
  std::string exponent;  ///< exponent of ten, for numbers such as 1e6
  const function* called = nullptr;
  std::vector<std::unique_ptr<node>> operands;
};

/// The arguments of a function, with their values.
struct arguments {
  const calculator& compute;
  const expression::node& call;
  std::vector<gbi::gpu_bigint> values;

  const gbi::gpu_bigint& operator[](std::size_t i) const { return values[i]; }
  /// An argument that must be a word. \throws expression_error
  std::uint64_t word(std::size_t i) const;
};

struct function {
  std::string_view name, arguments;
  std::size_t least, most;  ///< number of arguments
  gbi::gpu_bigint (*value)(const program::arguments&);

  /// "gcd(a, b, ...)"
  std::string shown() const { return std::string(name) + '(' + std::string(arguments) + ')'; }
};
/// \return null if there is no such function
const function* find_function(std::string_view name);

}  // namespace program
