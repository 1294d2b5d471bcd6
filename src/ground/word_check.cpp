#include "src/ground/word_check.hpp"

#include <random>
#include <string>

#include "gpu_bigint/error.hpp"
#include "src/tables/verifier.hpp"
#include "src/words/prime.hpp"

namespace gbi::ground {

namespace {

limb random_short_prime() {
  std::random_device source;
  std::uniform_int_distribution<limb> any((limb{1} << 27) + 1, (limb{1} << 28) - 1);
  for (;;)
    if (const limb n = any(source) | 1; words::is_prime_word(n)) return n;
}

/// The values that a thread's checks derive from a random prime. The prime is redrawn after a few thousand
/// checks, so that no error escapes for long.
template <auto Make>
auto drawn() {
  constexpr int checks_of_a_prime = 4096;
  thread_local auto made = Make();
  thread_local int left = checks_of_a_prime;
  if (left-- == 0) {
    made = Make();
    left = checks_of_a_prime - 1;
  }
  return made;
}

words::residue_modulus random_modulus() {
  return words::residue_modulus::of(tables::random_prime());
}

}  // namespace

limb short_prime() {
  return drawn<random_short_prime>();
}

word_check::word_check(const char* operation, std::size_t limbs)
    : by_(drawn<random_modulus>()), operation_(operation), limbs_(limbs) {}

limb word_check::power(limb base, std::size_t exponent) const noexcept {
  limb result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent % 2 == 1) result = by_.prime.multiply(result, base);
    base = by_.prime.multiply(base, base);
  }
  return result;
}

void report_wrong(const char* operation, std::size_t limbs) {
  throw device_error(
      std::string(operation) + " of " + std::to_string(limbs) +
      " limbs: the result is wrong, and so is another one computed from the same operands. The "
      "hardware is faulty");
}

}  // namespace gbi::ground
