/// \file
/// The table of docs/parity.md as tests: one line for each of GMP's functions that has its like here.
#pragma once

#include <functional>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// Operands of a row, for GMP and for us.
struct sample {
  integer a, b, c;  ///< of either sign
  gpu_bigint x, y, z;
  unsigned long u;  ///< any
  long s;           ///< any, of either sign
  unsigned long n;  ///< 0 to 300: a count of bits, a small power
  double d;         ///< finite

  explicit sample(random_source& random);
};

struct row {
  const char* function;
  std::function<testing::AssertionResult(const sample&)> agrees;
};

inline testing::AssertionResult same(const gpu_bigint& ours, const integer& theirs) {
  return matches(ours, theirs);
}
template <class T>
testing::AssertionResult same(const T& ours, const T& theirs) {
  if (ours == theirs) return testing::AssertionSuccess();
  return testing::AssertionFailure() << testing::PrintToString(ours) << " instead of "
                                     << testing::PrintToString(theirs);
}

/// What one of GMP's functions stores in its first argument.
template <class Function, class... Argument>
integer gmp(Function&& function, const Argument&... argument) {
  const auto given = [](const auto& value) {
    if constexpr (requires { value.get(); })
      return value.get();
    else
      return value;
  };
  integer result;
  function(result.get(), given(argument)...);
  return result;
}

std::vector<row> value_rows();
std::vector<row> arithmetic_rows();
std::vector<row> bit_rows();

}  // namespace gbi::test
