/// \file
/// The public operations on numbers, computed by the library and by GMP.
#pragma once

#include <functional>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/oracle.hpp"

namespace gbi::test {

using numbers = std::vector<gpu_bigint>;
using integers = std::vector<integer>;

/// Computes results from two operands, where the second is not zero. Results of other types are
/// converted to numbers.
struct operation {
  const char* name;
  std::function<numbers(const gpu_bigint&, const gpu_bigint&)> ours;
  std::function<integers(const integer&, const integer&)> theirs;
};

/// Quick operations, division included.
const std::vector<operation>& linear_operations();
/// Slow operations: common divisors, residues, roots, powers.
const std::vector<operation>& costly_operations();

}  // namespace gbi::test
