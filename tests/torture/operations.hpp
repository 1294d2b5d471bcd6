/// \file
/// The public interface as a table of computations, each by the library and by GMP. Programs of this folder
/// run it with failing memory, with flipping bits, and for hours.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// Operands of every computation, for the library and for GMP.
template <class Number>
struct operands {
  Number x;  ///< n bits, of either sign
  Number y;  ///< n bits, positive and odd
  Number z;  ///< 2 n bits, of either sign
  Number u;  ///< n bits, not negative
};
using own_operands = operands<gpu_bigint>;
using gmp_operands = operands<integer>;

/// Numbers, and whatever else a computation returns as text.
template <class Number>
struct outcome {
  std::vector<Number> numbers;
  std::string text;

  outcome(std::initializer_list<Number> list) : numbers(list) {}
  explicit outcome(std::vector<Number> list) : numbers(std::move(list)) {}
  explicit outcome(std::string said) : text(std::move(said)) {}
};
using own_outcome = outcome<gpu_bigint>;
using gmp_outcome = outcome<integer>;

/// The limit of computations that are fast with operands of any length.
constexpr std::uint64_t unlimited = std::uint64_t{1} << 40;

struct tortured {
  const char* name;
  /// The longest operands with which the computation takes a few tenths of a second at most on a host.
  std::uint64_t most_bits;
  std::function<own_outcome(const own_operands&)> ours;
  std::function<gmp_outcome(const gmp_operands&)> theirs;
};

/// Sums, products, divisions, bits, conversions.
const std::vector<tortured>& tortured_arithmetic();
/// Text, streams, bytes, views, contexts.
const std::vector<tortured>& tortured_conversions();
/// Roots, common divisors, powers, primes, sequences, residues.
const std::vector<tortured>& tortured_number_theory();
/// Batches, masks, scans, transforms, normalisation.
const std::vector<tortured>& tortured_batches();
/// All of them.
std::vector<tortured> tortured_operations();

/// Random operands, some of them hostile.
gmp_operands random_operands(random_source& random, std::uint64_t bits);
/// The operands in the current context.
own_operands own(const gmp_operands& values);
/// Checks that the operands still have their values.
testing::AssertionResult match(const own_operands& ours, const gmp_operands& theirs);
/// Checks the results of a computation.
testing::AssertionResult match(const own_outcome& ours, const gmp_outcome& theirs);

}  // namespace gbi::test
