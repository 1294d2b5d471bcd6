/// \file
/// One computation of every kind, with GMP's result, for tests of machine states that must not change
/// results.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/inputs.hpp"

namespace gbi::test {

struct computation {
  std::string name;
  /// The library's result as limbs, or the characters of a text. May run in any state of the machine.
  std::function<std::vector<std::uint64_t>()> result;
  std::vector<std::uint64_t> expected;
};

/// Computations on operands in the current context, which they keep.
/// \param longest limbs of the longest operand of a product
std::vector<computation> all_computations(random_source& random, std::size_t longest);

}  // namespace gbi::test
