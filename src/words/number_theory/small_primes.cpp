#include "src/words/number_theory/small_primes.hpp"

#include <algorithm>
#include <array>

#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/montgomery_rows.hpp"

namespace gbi::words {

namespace {

constexpr std::size_t prime_limit = 1 << 15, prime_count = 3511;

/// The product of primes first to last - 1, with the constants for Montgomery reduction by it.
struct prime_group {
  limb product, inverse, r_squared;
  std::uint32_t first, last;
};

struct prime_table {
  std::array<std::uint16_t, prime_count> primes;
  std::array<prime_group, prime_count / 4 + 4> groups;  // whole chains
  std::size_t group_count;
};

/// A sieve of Eratosthenes, run once per program.
prime_table make_table() noexcept {
  prime_table table{};
  std::array<bool, prime_limit> composite{};
  std::size_t count = 0;
  for (std::size_t p = 3; p < prime_limit; p += 2) {
    if (composite[p]) continue;
    table.primes[count++] = static_cast<std::uint16_t>(p);
    for (std::size_t i = p * p; i < prime_limit; i += 2 * p) composite[i] = true;
  }
  for (std::size_t i = 0; i < prime_count;) {
    prime_group& group = table.groups[table.group_count++];
    group.first = static_cast<std::uint32_t>(i);
    wide_limb product = 1;
    while (i < prime_count && high_limb(product * table.primes[i]) == 0) product *= table.primes[i++];
    group.last = static_cast<std::uint32_t>(i);
    group.product = low_limb(product);
    group.inverse = -negative_inverse(group.product);
    const limb r = (limb{0} - group.product) % group.product;
    group.r_squared = low_limb(wide_product(r, r) % group.product);
  }
  // The groups that pad the last chains have no primes.
  for (std::size_t i = table.group_count; i < table.groups.size(); ++i) {
    table.groups[i] = table.groups[0];
    table.groups[i].first = table.groups[i].last = prime_count;
  }
  return table;
}

const prime_table& table() noexcept {
  static const prime_table made = make_table();
  return made;
}

/// r / 2^64 modulo the group's product, for r below product 2^64.
limb reduced(wide_limb r, const prime_group& g) noexcept {
  const limb taken = high_limb(wide_product(low_limb(r) * g.inverse, g.product));
  return high_limb(r) - taken + (high_limb(r) < taken ? g.product : 0);
}

/// This many groups are reduced in parallel, in independent chains.
constexpr std::size_t at_once = 4;

/// Remainders of a modulo the products of some groups.
std::array<limb, at_once> remainders(const limb* a, std::size_t n, const prime_group* groups) noexcept {
  std::array<limb, at_once> found{};
  // By Horner's rule. The result is a / 2^64, because each limb is added before the reduction.
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t g = 0; g < at_once; ++g)
      found[g] = reduced(wide_product(found[g], groups[g].r_squared) + a[i], groups[g]);
  for (std::size_t g = 0; g < at_once; ++g)
    found[g] = reduced(wide_product(found[g], groups[g].r_squared), groups[g]);
  return found;
}

}  // namespace

std::uint32_t small_prime(std::size_t i) noexcept {
  return table().primes[i];
}

std::size_t sieving_primes(std::size_t bits) noexcept {
  // A test costs about bits^2; for short numbers, no more than a few remainders.
  return std::min(prime_count, 32 + bits * bits / 96);
}

void first_odd_multiples(std::uint32_t* out, std::size_t count, const limb* start, std::size_t n) noexcept {
  const prime_table& t = table();
  for (std::size_t first = 0; t.groups[first].first < count && first < t.group_count; first += at_once) {
    const std::array<limb, at_once> found = remainders(start, n, t.groups.data() + first);
    for (std::size_t g = 0; g < at_once; ++g) {
      const prime_group& group = t.groups[first + g];
      for (std::size_t i = group.first; i < std::min<std::size_t>(group.last, count); ++i) {
        const std::uint32_t p = t.primes[i];
        // Solves start + 2 k = 0.
        const auto minus = static_cast<std::uint32_t>(p - found[g] % p);
        out[i] = minus == p ? 0 : (minus % 2 == 0 ? minus : minus + p) / 2;
      }
    }
  }
}

bool has_small_factor(const limb* a, std::size_t n) noexcept {
  const prime_table& t = table();
  const std::size_t count = sieving_primes(n * limb_bits);
  for (std::size_t first = 0; t.groups[first].first < count && first < t.group_count; first += at_once) {
    const std::array<limb, at_once> found = remainders(a, n, t.groups.data() + first);
    for (std::size_t g = 0; g < at_once; ++g)
      for (std::size_t i = t.groups[first + g].first; i < t.groups[first + g].last; ++i)
        if (found[g] % t.primes[i] == 0) return true;
  }
  return false;
}

}  // namespace gbi::words
