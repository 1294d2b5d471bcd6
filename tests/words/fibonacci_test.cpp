/// \file
/// Fibonacci and Lucas numbers of one thread against GMP.
#include "src/words/number_theory/fibonacci.hpp"

#include <algorithm>

#include "src/words/linear/linear.hpp"
#include "tests/words/levels.hpp"
#include "tests/words/mpz_number.hpp"

namespace gbi::test {

namespace {

class WordsFibonacci : public at_every_level {
 protected:
  static void expect(guarded<>& found, std::size_t size, mpz_srcptr expected, const char* name,
                     std::uint64_t n) {
    ASSERT_LE(size, found.size()) << name << " of " << n;
    std::vector<limb> value = found.value();
    value.resize(size);
    mpz_number wanted;
    mpz_set(wanted.z, expected);
    ASSERT_EQ(mpz_number(value), wanted) << name << " of " << n;
    ASSERT_TRUE(found.intact());
  }

  static void check(std::uint64_t n) {
    const std::size_t room = words::fibonacci_limbs(n) + 2;
    guarded scratch(words::fibonacci_scratch(n));
    mpz_number now, before;
    mpz_fib2_ui(now.z, before.z, n);
    guarded current(room), previous(room), single(room), lucas(room);
    std::size_t size = words::fibonacci_pair(current.data(), previous.data(), n, scratch.data());
    ASSERT_NO_FATAL_FAILURE(expect(current, size, now.z, "pair", n));
    ASSERT_NO_FATAL_FAILURE(expect(previous, size, before.z, "pair", n));
    size = words::fibonacci(single.data(), n, scratch.data());
    ASSERT_NO_FATAL_FAILURE(expect(single, size, now.z, "Fibonacci number", n));
    mpz_lucnum_ui(now.z, n);
    size = words::lucas(lucas.data(), n, scratch.data());
    ASSERT_NO_FATAL_FAILURE(expect(lucas, size, now.z, "Lucas number", n));
    ASSERT_TRUE(scratch.intact());
    ASSERT_LE(mpz_size(now.z), words::fibonacci_limbs(n));
  }
};

TEST_P(WordsFibonacci, EverySmallIndex) {
  for (std::uint64_t n = 0; n <= 3000; ++n) ASSERT_NO_FATAL_FAILURE(check(n));
}

/// Indices with all bits set, with one bit, and random ones.
TEST_P(WordsFibonacci, LongOnes) {
  for (int bits = 12; bits <= 17; ++bits)
    for (const int change : {-1, 0, 1})
      ASSERT_NO_FATAL_FAILURE(check((std::uint64_t{1} << bits) + static_cast<std::uint64_t>(change)));
  for (int round = 0; round < 60; ++round) ASSERT_NO_FATAL_FAILURE(check(random.log_uniform(3000, 200'000)));
}

INSTANTIATE_TEST_SUITE_P(Levels, WordsFibonacci,
                         testing::Values(words::level::generic, words::level::adx, words::level::ifma));

}  // namespace

}  // namespace gbi::test
