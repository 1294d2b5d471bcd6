#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

namespace gbi::test {

namespace {

std::uint64_t& seed_of_run() {
  static std::uint64_t seed = [] {
    if (const char* asked = std::getenv("GPU_BIGINT_TEST_SEED"); asked != nullptr && *asked != '\0')
      return static_cast<std::uint64_t>(std::strtoull(asked, nullptr, 0));
    return static_cast<std::uint64_t>(std::random_device{}());
  }();
  return seed;
}

}  // namespace

std::uint64_t run_seed() {
  return seed_of_run();
}

void set_run_seed(std::uint64_t seed) {
  seed_of_run() = seed;
}

std::uint64_t test_seed() {
  std::uint64_t hash = run_seed() ^ 0xcbf29ce484222325;
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return hash;
  for (const char c : std::string(test->test_suite_name()) + "." + test->name())
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace gbi::test
