/// \file
/// Primality tests in one launch, against the same tests written with GMP's integers.
#include "src/number_theory/primes/prime_tests.hpp"

#include <string>
#include <vector>

#include "kernels/modular/arguments.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/prime_tests.hpp"

namespace gbi::test {

namespace {

class PrimeTests : public on_executor {
 protected:
  integer odd_number(std::size_t count) {
    integer n(random_limbs(random, count));
    mpz_setbit(n.get(), 0);
    mpz_setbit(n.get(), 64 * count - 1 - random.below(70) % (64 * count - 2));
    return n;
  }
  /// Odd numbers above 2 of at most `count` limbs, including primes, all ones, k 2^s + 1 and k 2^s - 1.
  std::vector<integer> odd_numbers(std::size_t count) {
    const integer end = integer(1) << (64 * count);
    std::vector<integer> result{integer(3),    integer(5),       integer(7),       integer(2047),
                                integer(3277), end - integer(1), end - integer(3), (end >> 1) + integer(1)};
    for (mp_bitcnt_t power = 2; power < 64 * count; power *= 2)  // all of these are strong to base 2
      result.push_back((integer(1) << power) + integer(1));
    for (int i = 0; i < 2; ++i) {
      const mp_bitcnt_t twos = random.between(1, 64 * count - 20);
      integer k = odd_number(1).low_bits(19);
      mpz_setbit(k.get(), 0);
      result.push_back((k << twos) + integer(1));
      result.push_back((k << twos) - integer(1));
      result.push_back(odd_number(count));
      if (count > 9) continue;
      integer prime;
      mpz_nextprime(prime.get(), (odd_number(count) >> 1).get());
      result.push_back(prime);
    }
    for (const mp_bitcnt_t power : {521, 1279, 2203, 4423, 9689, 11213})  // Mersenne primes
      result.push_back((integer(1) << power) - integer(1));
    std::erase_if(result, [&](const integer& n) { return n < integer(3) || n >= end; });
    // The oracle is slow with long numbers.
    while (count > 20 && result.size() > 6)
      result.erase(result.begin() + static_cast<std::ptrdiff_t>(random.below(result.size())));
    return result;
  }
};

TEST_P(PrimeTests, StrongToBaseTwo) {
  for (const std::uint32_t count : {1, 2, 3, 7, 8, 9, 16, 33, 130, 192}) {
    if (count > size({9, 3, 192})) continue;
    const std::vector<integer> numbers = odd_numbers(count);
    limbs rows(numbers.size() * count);
    for (std::size_t g = 0; g < numbers.size(); ++g)
      mpz_export(rows.data() + g * count, nullptr, -1, sizeof(std::uint64_t), 0, 0, numbers[g].get());
    for (const char* arithmetic : {"doubles", "words"}) {
      const environment_variable set("GPU_BIGINT_MODULAR_ARITHMETIC", arithmetic);
      const context other = new_context(GetParam(), plan::word_limits::none());
      const std::vector<bool> passed = number_theory::strong_tests(*detail::engine_of(other), rows, count);
      ASSERT_EQ(passed.size(), numbers.size());
      for (std::size_t g = 0; g < numbers.size(); ++g)
        EXPECT_EQ(passed[g], passes_strong_test(numbers[g], 2))
            << brief(numbers[g]) << " in " << count << " limbs, " << arithmetic;
    }
  }
  EXPECT_TRUE(number_theory::strong_tests(*detail::engine_of(here()), {}, 4).empty());
}

TEST_P(PrimeTests, StrongLucas) {
  for (const std::uint32_t count : {1, 2, 4, 8, 16, 33, 130}) {
    if (count > size({4, 2, 130})) continue;
    for (const integer& n : odd_numbers(count)) {
      const long q = static_cast<long>(random.between(1, 2 * kernels::lucas_largest_q)) -
                     static_cast<long>(kernels::lucas_largest_q);
      for (const long of : {q, -1L})
        EXPECT_EQ(number_theory::lucas_test(from_oracle(n), of), passes_lucas_test(n, of))
            << brief(n) << ", q = " << of;
    }
  }
}

/// Teams wide enough that four of them exceed a warp.
TEST_P(PrimeTests, StrongLucasInFourWarps) {
  for (const std::uint32_t room : {49, 65, 128, 192}) {
    if (room > size({65, 65, 192})) continue;
    for (const integer& n : odd_numbers(size({2, 1, 4}))) {
      if (n.bit_length() > size({100, 40, 256})) continue;
      EXPECT_EQ(number_theory::lucas_test(from_oracle(n), 2, room), passes_lucas_test(n, 2)) << brief(n);
    }
  }
}

/// Several numbers, each with its own q, in blocks of one warp and of four.
TEST_P(PrimeTests, StrongLucasOfManyNumbers) {
  const auto count = static_cast<std::uint32_t>(size({2, 1, 4}));
  std::vector<integer> numbers = odd_numbers(count);
  std::erase_if(numbers, [&](const integer& n) { return n.bit_length() > size({100, 40, 256}); });
  limbs rows(numbers.size() * count);
  std::vector<std::int32_t> minus_q;
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    mpz_export(rows.data() + g * count, nullptr, -1, sizeof(std::uint64_t), 0, 0, numbers[g].get());
    minus_q.push_back(static_cast<std::int32_t>(random.between(0, 2 * kernels::lucas_largest_q)) -
                      kernels::lucas_largest_q);
  }
  const exec::buffer<limb> there(executor(), std::span<const limb>(rows));
  const exec::buffer<std::int32_t> parameters(executor(), std::span<const std::int32_t>(minus_q));
  const exec::buffer<signed char> result(executor(), numbers.size());
  for (const std::uint32_t room : {1, 9, 33, 49}) {
    if (room > size({49, 33, 49})) continue;
    number_theory::lucas_tests(
        *detail::engine_of(here()),
        {{there.data(), count, 1, count}, parameters.data(), static_cast<std::uint32_t>(numbers.size())},
        result.data(), room);
    std::vector<signed char> passed(numbers.size());
    executor().download(passed.data(), result.data(), passed.size());
    for (std::size_t g = 0; g < numbers.size(); ++g)
      EXPECT_EQ(passed[g] != 0, minus_q[g] != 0 && passes_lucas_test(numbers[g], -minus_q[g]))
          << brief(numbers[g]) << ", q = " << -minus_q[g] << ", room for " << room;
  }
}

TEST_P(PrimeTests, StrongToManyBases) {
  for (const std::uint32_t count : {2, 3, 8, 17}) {
    if (count > size({3, 2, 17})) continue;
    for (const integer& n : odd_numbers(count)) {
      if (n.bit_length() <= 64) continue;
      for (const limbs& bases :
           {limbs{2}, limbs{2, 3, 5}, limbs{random.bits() | 1, random.bits() | 2}, limbs{}}) {
        bool expected = true;
        for (const std::uint64_t base : bases)
          expected = expected && passes_strong_test(n, integer(std::span(&base, 1)));
        EXPECT_EQ(number_theory::passes_bases(from_oracle(n), bases), expected) << brief(n);
      }
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(PrimeTests);

}  // namespace

}  // namespace gbi::test
