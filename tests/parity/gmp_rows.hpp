/// \file
/// The table of docs/parity.md as tests: one line for each of GMP's functions that has an equivalent here.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// Operands of a row, for GMP and for the library.
struct sample {
  integer a, b, c, e;  ///< either sign; e is not 0
  gpu_bigint x, y, z, w;
  unsigned long u;  ///< any value
  unsigned long v;  ///< any value but 0
  long s;           ///< any value of either sign
  unsigned long n;  ///< 0 to 300: a number of bits, or a small power
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

/// The value that one of GMP's functions stores in its first argument.
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

/// The values that one of GMP's functions stores in its first two arguments.
template <class Function, class... Argument>
std::pair<integer, integer> gmp_pair(Function&& function, const Argument&... argument) {
  std::pair<integer, integer> result;
  result.first =
      gmp([&](mpz_ptr first, const auto&... given) { function(first, result.second.get(), given...); },
          argument...);
  return result;
}

/// Two results, whatever the names of the members.
template <class Pair>
testing::AssertionResult same(const Pair& ours, const std::pair<integer, integer>& theirs) {
  const auto& [first, second] = ours;
  const testing::AssertionResult of_first = matches(first, theirs.first);
  return of_first ? matches(second, theirs.second) : of_first;
}

std::vector<row> value_rows();
std::vector<row> arithmetic_rows();
std::vector<row> number_theory_rows();
std::vector<row> bit_rows();

}  // namespace gbi::test
