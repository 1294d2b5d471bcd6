#include "examples/rsa/primes.hpp"

#include <algorithm>
#include <bit>
#include <gpu_bigint/batch_mask.hpp>
#include <optional>

namespace example {

namespace {

using number = std::vector<std::uint64_t>;  ///< the limbs of an odd candidate

constexpr std::size_t random_bases = 16;
constexpr std::uint32_t sieve_limit = 1 << 12;
constexpr std::size_t stretch = 1 << 12;  ///< the sieve covers this many odd numbers after a start

/// Small primes whose product fits in 32 bits: one long remainder serves all of them.
struct prime_group {
  std::uint32_t product = 1;
  std::vector<std::uint32_t> primes;
};

std::vector<prime_group> sieving_primes() {
  std::vector<bool> composite(sieve_limit);
  std::vector<prime_group> groups(1);
  for (std::uint32_t p = 3; p < sieve_limit; p += 2) {
    if (composite[p]) continue;
    for (std::uint32_t multiple = p * p; multiple < sieve_limit; multiple += p) composite[multiple] = true;
    if (std::uint64_t{groups.back().product} * p >> 32 != 0) groups.emplace_back();
    groups.back().product *= p;
    groups.back().primes.push_back(p);
  }
  return groups;
}

std::uint32_t remainder(const number& a, std::uint32_t divisor) {
  std::uint64_t remainder = 0;
  for (std::size_t j = a.size(); j-- > 0;) {
    remainder = (remainder << 32 | a[j] >> 32) % divisor;
    remainder = (remainder << 32 | (a[j] & 0xffffffff)) % divisor;
  }
  return static_cast<std::uint32_t>(remainder);
}

/// Visits the numbers start + 2 i without small factors in ascending order.
class candidates {
 public:
  candidates(number start, std::uint32_t exponent, const std::vector<prime_group>& groups)
      : start_(std::move(start)), excluded_(stretch) {
    for (const prime_group& group : groups) {
      const std::uint32_t found = remainder(start_, group.product);
      for (const std::uint32_t p : group.primes) exclude(p, found % p, 0);
    }
    exclude(exponent, remainder(start_, exponent), 1);
  }

  std::optional<number> next() {
    while (at_ < stretch && excluded_[at_]) ++at_;
    if (at_ == stretch) return std::nullopt;
    number result = start_;
    std::uint64_t carry = 2 * at_++;
    for (std::uint64_t& limb : result) {
      limb += carry;
      carry = limb < carry;
    }
    if (carry != 0) return std::nullopt;  // the stretch would exceed the largest number of this length
    return result;
  }

 private:
  /// Excludes each start + 2 i that equals `wanted` modulo p, given start = `found` modulo p.
  void exclude(std::uint32_t p, std::uint32_t found, std::uint32_t wanted) {
    const std::uint64_t distance = (wanted + p - found) % p;
    for (std::uint64_t i = distance % 2 == 0 ? distance / 2 : (distance + p) / 2; i < stretch; i += p)
      excluded_[i] = true;
  }

  number start_;
  std::vector<bool> excluded_;
  std::size_t at_ = 0;
};

/// Draws a batch of random numbers and returns them one by one.
std::vector<number> random_numbers(std::size_t count, std::size_t bits, gbi::random_engine& random) {
  const std::size_t each = bits / 64;
  std::vector<std::uint64_t> limbs = random.bits(count * bits).to_limbs();
  limbs.resize(count * each);
  std::vector<number> result;
  for (std::size_t g = 0; g < count; ++g) {
    const auto begin = limbs.begin() + static_cast<std::ptrdiff_t>(g * each);
    result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(each));
  }
  return result;
}

gbi::bigint_batch batch_of(const std::vector<number>& numbers, std::size_t bits) {
  std::vector<std::uint64_t> limbs;
  for (const number& a : numbers) limbs.insert(limbs.end(), a.begin(), a.end());
  return gbi::bigint_batch::from_limbs(limbs, numbers.size(), bits);
}

std::vector<number> numbers_of(const gbi::bigint_batch& batch) {
  const std::vector<std::uint64_t> limbs = batch.to_limbs();
  const auto each = static_cast<std::ptrdiff_t>((batch.bits() + 63) / 64);
  std::vector<number> result;
  for (auto at = limbs.begin(); at != limbs.end(); at += each) result.emplace_back(at, at + each);
  return result;
}

/// Which numbers pass the test with base 2 and with all random bases.
std::vector<bool> are_primes(const std::vector<number>& numbers, std::size_t bits,
                             gbi::random_engine& random) {
  const auto tested = batch_of(numbers, bits);
  std::vector<bool> result =
      is_strong_probable_prime(tested, gbi::bigint_batch::filled(numbers.size(), gbi::gpu_bigint(2), bits));
  // Few numbers are left. One batch tests all of them with all their bases.
  std::vector<number> left;
  for (std::size_t g = 0; g < numbers.size(); ++g)
    if (result[g]) left.insert(left.end(), random_bases, numbers[g]);
  if (left.empty()) return result;
  std::vector<number> bases = random_numbers(left.size(), bits, random);
  for (number& base : bases) {
    base.back() >>= 2;  // below n - 1, because the top bits of n are set
    base.front() |= 2;  // neither 0 nor 1
  }
  const std::vector<bool> passed = is_strong_probable_prime(batch_of(left, bits), batch_of(bases, bits));
  std::size_t at = 0;
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    if (!result[g]) continue;
    const auto first = passed.begin() + static_cast<std::ptrdiff_t>(at);
    result[g] = std::all_of(first, first + random_bases, [](bool pass) { return pass; });
    at += random_bases;
  }
  return result;
}

}  // namespace

std::vector<bool> is_strong_probable_prime(const gbi::bigint_batch& numbers, const gbi::bigint_batch& bases) {
  // n - 1 = 2^s d with odd d.
  std::vector<number> exponents = numbers_of(numbers);
  std::vector<unsigned> twos;
  for (number& a : exponents) {
    a.front() -= 1;
    unsigned s = 0;
    while ((a.front() & 1) == 0) {
      // Shift by less than a limb at a time; no number here is 1.
      const int shift = std::min(a.front() == 0 ? 63 : std::countr_zero(a.front()), 63);
      for (std::size_t j = 0; j < a.size(); ++j)
        a[j] = a[j] >> shift | (j + 1 < a.size() ? a[j + 1] << 1 << (63 - shift) : 0);
      s += static_cast<unsigned>(shift);
    }
    twos.push_back(s);
  }
  const gbi::odd_moduli moduli = numbers;
  const auto one = gbi::bigint_batch::filled(numbers.size(), gbi::gpu_bigint(1), numbers.bits());
  const auto minus_one = numbers - one;
  auto power = pow_mod(bases, batch_of(exponents, numbers.bits()), moduli);
  gbi::batch_mask passed = (power == one) | (power == minus_one);
  const unsigned most = twos.empty() ? 0 : *std::max_element(twos.begin(), twos.end());
  for (unsigned i = 1; i < most; ++i) {
    power = mul_mod(power, power, moduli);
    std::vector<bool> counts(twos.size());
    for (std::size_t g = 0; g < twos.size(); ++g) counts[g] = i < twos[g];
    passed = passed | ((power == minus_one) & gbi::batch_mask(counts));
  }
  return passed.to_vector();
}

gbi::bigint_batch random_primes(std::size_t count, std::size_t bits, std::uint32_t exponent,
                                gbi::random_engine& random) {
  // Enough candidates to fill a GPU, but few enough that a processor wastes little work.
  const bool is_gpu = gbi::context::current().backend() == gbi::backend::cuda;
  const std::size_t at_once = is_gpu ? 16384 : 16;
  const std::vector<prime_group> groups = sieving_primes();

  std::vector<number> found(count);
  std::vector<std::optional<candidates>> sieves(count);
  std::vector<std::size_t> open(count);
  for (std::size_t i = 0; i < count; ++i) open[i] = i;
  while (!open.empty()) {
    std::vector<number> starts = random_numbers(open.size(), bits, random);
    std::vector<number> tested;
    std::vector<std::size_t> of;
    const std::size_t each = std::max<std::size_t>(1, at_once / open.size());
    for (std::size_t k = 0; k < open.size(); ++k) {
      std::optional<candidates>& sieve = sieves[open[k]];
      starts[k].back() |= std::uint64_t{3} << 62;
      starts[k].front() |= 1;
      if (!sieve) sieve.emplace(starts[k], exponent, groups);
      for (std::size_t i = 0; i < each; ++i) {
        const std::optional<number> candidate = sieve->next();
        if (!candidate) {
          sieve.reset();  // the next round starts at another random number
          break;
        }
        tested.push_back(*candidate);
        of.push_back(open[k]);
      }
    }
    if (tested.empty()) continue;
    const std::vector<bool> passed = are_primes(tested, bits, random);
    for (std::size_t g = tested.size(); g-- > 0;)
      if (passed[g]) found[of[g]] = tested[g];
    std::erase_if(open, [&](std::size_t i) { return !found[i].empty(); });
  }
  return batch_of(found, bits);
}

}  // namespace example
