/// \file
/// Runs a target on random inputs, without a fuzzer: fuzz_random TARGET SECONDS. GPU_BIGINT_TEST_SEED sets
/// the seed.
#include "tests/support/random.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <vector>

#include "tests/fuzz/targets.hpp"

namespace {

std::vector<std::uint8_t>& input() {
  static std::vector<std::uint8_t> bytes;
  return bytes;
}

/// A target aborts where a result is wrong, so the process is in a known state.
void save_input(int /*signal*/) {
  std::ofstream("failed_input", std::ios::binary)
      .write(reinterpret_cast<const char*>(input().data()), static_cast<std::streamsize>(input().size()));
  std::cerr << "the input is in the file failed_input\n";
}

}  // namespace

int main(int count, char** arguments) {
  using clock = std::chrono::steady_clock;
  const gbi::fuzz::target* const chosen = count == 3 ? gbi::fuzz::find_target(arguments[1]) : nullptr;
  if (chosen == nullptr) {
    std::cerr << "usage: fuzz_random TARGET SECONDS\n";
    return 2;
  }
  const auto start = clock::now();
  const std::chrono::duration<double> limit(std::strtod(arguments[2], nullptr));
  std::cout << "GPU_BIGINT_TEST_SEED=" << gbi::test::run_seed() << std::endl;
  gbi::test::random_source random(gbi::test::run_seed());
  std::signal(SIGABRT, save_input);
  std::size_t inputs = 0;
  for (; clock::now() - start < limit; ++inputs) {
    input().resize(random.log_uniform(1, 512));
    for (std::uint8_t& byte : input()) byte = static_cast<std::uint8_t>(random.bits());
    gbi::fuzz::run(*chosen, input());
  }
  std::cout << inputs << " inputs of " << chosen->name << " in " << limit.count() << " s\n";
  return inputs > 0 ? 0 : 1;
}
