#include "src/number_theory/primes/primes.hpp"

#include <algorithm>
#include <bit>

#include "src/words/division/root.hpp"

namespace gbi::number_theory {

namespace {

/// The odd primes up to n, for small n.
std::vector<std::uint64_t> odd_primes_of_one_segment(std::uint64_t n) {
  std::vector<std::uint64_t> primes;
  std::vector<bool> composite(n / 2 + 1);  // entry i is for 2i + 1
  for (std::uint64_t i = 1; 2 * i + 1 <= n; ++i) {
    if (composite[i]) continue;
    const std::uint64_t p = 2 * i + 1;
    primes.push_back(p);
    for (std::uint64_t multiple = p * p / 2; multiple < composite.size(); multiple += p)
      composite[multiple] = true;
  }
  return primes;
}

/// An upper bound on the number of primes up to n >= 2, 1.26 n / log n. Source: J. B. Rosser, L. Schoenfeld,
/// Illinois J. Math. 6 (1962).
std::size_t most_primes(std::uint64_t n) {
  const auto less_than_log2 = static_cast<std::uint64_t>(std::bit_width(n) - 1);
  return n / less_than_log2 * 182 / 100 + n % less_than_log2 + 2;
}

}  // namespace

std::vector<std::uint64_t> primes_up_to(std::uint64_t n) {
  constexpr std::uint64_t segment = std::uint64_t{1} << 15;  // in odd numbers
  if (n < 2) return {};
  const std::uint64_t numbers = (n + 1) / 2;  // candidates 2i + 1 <= n; entry 0 stands for 2
  // Every candidate is stored, and the next one replaces it if it is composite: no processor could predict
  // a branch.
  std::vector<std::uint64_t> primes(most_primes(n) + 1);
  std::size_t count = 0;

  const std::vector<std::uint64_t> sieving = odd_primes_of_one_segment(words::square_root_1(n));
  std::vector<std::uint64_t> next;  // index of each sieving prime's next odd multiple; first its square
  next.reserve(sieving.size());
  for (const std::uint64_t p : sieving) next.push_back(p * p / 2);

  std::vector<char> composite(std::min(segment, numbers));
  for (std::uint64_t begin = 0; begin < numbers; begin += segment) {
    const std::uint64_t end = std::min(begin + segment, numbers);
    if (begin > 0) std::fill(composite.begin(), composite.end(), char{0});
    for (std::size_t k = 0; k < sieving.size() && sieving[k] * sieving[k] / 2 < end; ++k) {
      std::uint64_t i = next[k];
      for (; i < end; i += sieving[k]) composite[i - begin] = 1;
      next[k] = i;
    }
    for (std::uint64_t i = begin; i < end; ++i) {
      primes[count] = 2 * i + 1;
      count += composite[i - begin] == 0 ? 1 : 0;
    }
  }
  primes[0] = 2;
  primes.resize(count);
  return primes;
}

}  // namespace gbi::number_theory
