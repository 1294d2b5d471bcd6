#include "src/number_theory/primes/primes.hpp"
#include "src/words/floating_scope.hpp"

#include <algorithm>
#include <cmath>

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

std::uint64_t root_of(std::uint64_t n) {
  const words::floating_scope environment;
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

}  // namespace

std::vector<std::uint64_t> primes_up_to(std::uint64_t n) {
  constexpr std::uint64_t segment = std::uint64_t{1} << 15;  // in odd numbers
  std::vector<std::uint64_t> primes;
  if (n < 2) return primes;
  const words::floating_scope environment;
  primes.reserve(static_cast<std::size_t>(1.26 * static_cast<double>(n) / std::log(static_cast<double>(n))) +
                 1);
  primes.push_back(2);

  const std::vector<std::uint64_t> sieving = odd_primes_of_one_segment(root_of(n));
  std::vector<std::uint64_t> next;  // index of each sieving prime's next odd multiple; first its square
  next.reserve(sieving.size());
  for (const std::uint64_t p : sieving) next.push_back(p * p / 2);

  const std::uint64_t numbers = (n + 1) / 2;  // candidates 2i + 1 <= n
  std::vector<char> composite(segment);
  for (std::uint64_t begin = 0; begin < numbers; begin += segment) {
    const std::uint64_t end = std::min(begin + segment, numbers);
    std::fill(composite.begin(), composite.end(), char{0});
    if (begin == 0) composite[0] = 1;  // 1 is not a prime
    for (std::size_t k = 0; k < sieving.size() && sieving[k] * sieving[k] / 2 < end; ++k) {
      std::uint64_t i = next[k];
      for (; i < end; i += sieving[k]) composite[i - begin] = 1;
      next[k] = i;
    }
    for (std::uint64_t i = begin; i < end; ++i)
      if (composite[i - begin] == 0) primes.push_back(2 * i + 1);
  }
  return primes;
}

}  // namespace gbi::number_theory
