/// \file
/// The public operations on numbers, by the library and by GMP.
#pragma once

#include <functional>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

using numbers = std::vector<gpu_bigint>;
using integers = std::vector<integer>;

/// Some results of two operands, of which the second is not zero. What is no number becomes one.
struct operation {
  const char* name;
  std::function<numbers(const gpu_bigint&, const gpu_bigint&)> ours;
  std::function<integers(const integer&, const integer&)> theirs;
};

/// Those that are quick, the division included.
const std::vector<operation>& linear_operations();
/// Common divisors, residues, roots, powers.
const std::vector<operation>& costly_operations();

}  // namespace gbi::test
