/// \file
/// The kernels that find candidates for primes and the parameters of their tests, each alone, against GMP.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "kernels/modular/arguments.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "tests/kernels/limbs_on_device.hpp"

namespace gbi::test {

namespace {

class Primality : public limbs_on_device {
 protected:
  /// The numbers as rows of `each` limbs.
  exec::buffer<limb> rows_of(const std::vector<integer>& numbers, std::size_t each) {
    limbs rows(numbers.size() * each);
    for (std::size_t g = 0; g < numbers.size(); ++g)
      mpz_export(rows.data() + g * each, nullptr, -1, sizeof(limb), 0, 0, numbers[g].get());
    return on_device(rows);
  }
  static kernels::batch_span span_of(const exec::buffer<limb>& rows, std::uint32_t each) {
    return {rows.data(), each, 1, each};
  }
  template <class T>
  std::vector<T> downloaded(const exec::buffer<T>& from) {
    std::vector<T> result(from.size());
    executor().download(result.data(), from.data(), result.size() * sizeof(T));
    return result;
  }

  struct lucas_choice {
    long minus_q;
    bool is_unresolved;
  };
  static lucas_choice lucas_choice_for(const integer& n) {
    if (mpz_even_p(n.get()) || n < integer(3)) return {0, false};
    for (long d = 5; std::abs((1 - d) / 4) <= kernels::lucas_largest_q; d = d < 0 ? 2 - d : -2 - d) {
      if (mpz_divisible_p(integer(d).get(), n.get()) != 0) continue;
      const int symbol = mpz_jacobi(integer(d).get(), n.get());
      if (symbol != 1) return {symbol < 0 ? (d - 1) / 4 : 0, false};
    }
    return {0, true};
  }
};

TEST_P(Primality, LucasParametersHaveTheFirstDiscriminant) {
  std::vector<integer> numbers;
  for (long i = 0; i < 1000; ++i) numbers.emplace_back(i);
  for (int i = 0; i < 200; ++i) numbers.emplace_back(random_limbs(random, random.between(1, 7)));
  // Every D but the last one, 257, has the symbol 1 for numbers that are 1 modulo 8 and all primes up to 251.
  integer product(8);
  for (integer p(3); p < integer(257); mpz_nextprime(p.get(), p.get())) product = product * p;
  for (long k = 1; k < 40; ++k) numbers.push_back(integer(k) * product + integer(1));

  const auto n = rows_of(numbers, 7);
  const exec::buffer<std::int32_t> minus_q(executor(), numbers.size());
  const exec::buffer<signed char> unresolved(executor(), numbers.size());
  executor().launch(kernels::lucas_parameters_arguments{span_of(n, 7), minus_q.data(), unresolved.data(),
                                                        static_cast<std::uint32_t>(numbers.size())});
  const auto found = downloaded(minus_q);
  const auto found_none = downloaded(unresolved);
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    const lucas_choice wanted = lucas_choice_for(numbers[g]);
    EXPECT_EQ(found[g], wanted.minus_q) << brief(numbers[g]);
    EXPECT_EQ(found_none[g] != 0, wanted.is_unresolved) << brief(numbers[g]);
  }
}

TEST_P(Primality, WithoutOtherPrimesOnlyTwoIsAFactor) {
  std::vector<integer> numbers;
  for (long i = 0; i < 20; ++i)
    for (const std::size_t shift : {0, 64})
      numbers.push_back((integer(1) << shift) - integer(1) + integer(i));
  const auto n = rows_of(numbers, 2);
  const exec::buffer<signed char> passed(executor(), numbers.size());
  executor().launch(kernels::small_factors_arguments{
      span_of(n, 2), {}, nullptr, passed.data(), static_cast<std::uint32_t>(numbers.size())});
  const auto found = downloaded(passed);
  for (std::size_t g = 0; g < numbers.size(); ++g)
    EXPECT_EQ(found[g] != 0,
              numbers[g] == integer(2) || (mpz_odd_p(numbers[g].get()) && integer(1) < numbers[g]))
        << brief(numbers[g]);
}

// A candidate may not exist, or may be too wide.
TEST_P(Primality, CandidatesArePicked) {
  constexpr std::uint32_t words = 3, width = 2, each = 5, spare = 4;
  const integer end = integer(1) << (64 * width - spare);
  std::vector<integer> starts, windows;
  for (int i = 0; i < 40; ++i) {
    starts.push_back(integer(random_limbs(random, 2)).low_bits(64 * width - spare));
    if (i % 4 == 0) starts.back() = end - integer(static_cast<long>(random.below(300)));
    windows.emplace_back(i % 3 == 0 ? random_limbs(random, words) : limbs(words));
    for (std::uint64_t ones = random.below(8); ones > 0; --ones)
      mpz_setbit(windows.back().get(), random.below(64 * words));
  }
  const auto start = rows_of(starts, width), window = rows_of(windows, words);
  const auto elements = static_cast<std::uint32_t>(starts.size());
  for (const std::uint32_t first : {0, 1, 6}) {
    const exec::buffer<limb> out(executor(), std::size_t{each} * elements * width);
    executor().launch(kernels::pick_candidates_arguments{span_of(start, width),
                                                         span_of(window, words),
                                                         first,
                                                         each,
                                                         {out.data(), width, 1, width, ~limb{0} >> spare},
                                                         elements});
    const limbs found = read(out);
    for (std::uint32_t g = 0; g < elements; ++g) {
      mp_bitcnt_t bit = mpz_scan1(windows[g].get(), 0);
      for (std::uint32_t j = 0; j < first + each; ++j) {
        const bool exists = bit < 64 * words;
        const integer candidate = exists ? starts[g] + integer(static_cast<long>(2 * bit)) : integer(0);
        if (j >= first) {
          EXPECT_TRUE(matches(
              integer(std::span(found).subspan(((j - first) * elements + g) * std::size_t{width}, width)),
              candidate < end ? candidate : integer(0)))
              << "candidate " << j << " of element " << g;
        }
        if (exists) bit = mpz_scan1(windows[g].get(), bit + 1);
      }
    }
  }
}

GPU_BIGINT_ON_EVERY_EXECUTOR(Primality);

}  // namespace

}  // namespace gbi::test
