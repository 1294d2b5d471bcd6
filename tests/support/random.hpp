/// \file
/// Random numbers of the tests. Every test has its own generator, seeded with the run's seed and the test's
/// name, so that a test that runs alone behaves as in the whole suite.
#pragma once

#include <cstdint>
#include <random>

#include "tests/support/seed.hpp"

namespace gbi::test {

class random_source {
 public:
  explicit random_source(std::uint64_t seed) : engine_(seed) {}

  // Not inline, because the tests are compiled without optimisation.
  std::uint64_t bits();
  /// A random number from 0 to bound - 1.
  std::uint64_t below(std::uint64_t bound);
  /// A random number from first to last, both included.
  std::uint64_t between(std::uint64_t first, std::uint64_t last) { return first + below(last - first + 1); }
  bool coin() { return (bits() >> 63) != 0; }
  /// A random number from first to last. Every order of magnitude is equally likely.
  std::uint64_t log_uniform(std::uint64_t first, std::uint64_t last);

 private:
  std::mt19937_64 engine_;
};

}  // namespace gbi::test
