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

struct expression::node {
  operation what;
  std::size_t position;  ///< position of the operator, the number or the function's name
  std::string text;      ///< digits of a number in the form that the library reads, or the name of a function
  std::string exponent;  ///< exponent of ten, for numbers such as 1e6
  std::vector<std::unique_ptr<node>> operands;
};

struct function_arity {
  std::string_view name;
  std::string_view arguments;  ///< for help
  std::size_t least, most;     ///< number of arguments
};
/// \return null if there is no such function
const function_arity* find_function(std::string_view name);

}  // namespace program
