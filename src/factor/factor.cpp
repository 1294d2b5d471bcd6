#include "gpu_bigint/factor.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/primes.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/factor/field_machine.hpp"
#include "src/number_theory/primes/primes.hpp"

namespace gbi {

namespace {

using kind = number_factor::kind;
using attempts = std::vector<factor_attempt>;

/// Bounds and numbers of curves that find primes of 20, 25, 30, ... digits with a probability of about 63 %,
/// after shorter searches for smaller ones. Source: the README of GMP-ECM, table 1.
struct level {
  std::uint64_t b1;
  std::size_t curves;
};
constexpr level levels[] = {{200, 8},
                            {2'000, 24},
                            {11'000, 74},
                            {50'000, 221},
                            {250'000, 453},
                            {1'000'000, 984},
                            {3'000'000, 2'541},
                            {11'000'000, 4'949},
                            {43'000'000, 8'266},
                            {110'000'000, 20'158},
                            {260'000'000, 47'173}};

class search {
 public:
  explicit search(const factor_options& options) : options_(options) {}

  /// Adds the parts of n, to a power. \param tried in vain on n or on a multiple of it
  void split(const gpu_bigint& n, std::uint64_t times, attempts tried = {}) {
    if (n == 1) return;
    if (is_probable_prime(n)) return add(n, times, n.bit_length() <= 64 ? kind::prime : kind::probable_prime);
    if (is_perfect_power(n))
      for (std::uint64_t k = n.bit_length() / 16;; --k)  // no prime is below 2^16
        if (const gpu_bigint root = iroot(n, k); pow(root, k) == n) return split(root, k * times, tried);
    const std::optional<gpu_bigint> part =
        n.bit_length() <= factors::longest_bits ? proper_factor(n, tried) : std::nullopt;
    if (!part) return add(n, times, kind::composite, std::move(tried));
    split(*part, times, tried);
    split(n / *part, times, std::move(tried));
  }

  void divide_by_small_primes(gpu_bigint& n) {
    for (const std::uint64_t p : number_theory::primes_up_to(1 << 16)) {
      if (n % p != 0) continue;
      const removed_factor removed = remove(n, p);
      add(p, removed.times, kind::prime);
      n = removed.rest;
    }
  }

  std::vector<number_factor> found() && {
    std::sort(found_.begin(), found_.end(),
              [](const number_factor& a, const number_factor& b) { return a.value < b.value; });
    return std::move(found_);
  }

 private:
  void add(const gpu_bigint& value, std::uint64_t times, kind is, attempts tried = {}) {
    for (number_factor& each : found_)
      if (each.value == value) {
        each.times += times;
        return;
      }
    found_.push_back({value, times, is, std::move(tried)});
  }

  /// Growing bounds; before the curves of each, P - 1 with ten times the bound.
  std::optional<gpu_bigint> proper_factor(const gpu_bigint& n, attempts& tried) const {
    // Enough curves to fill the device, with teams of four threads.
    const std::size_t busy = detail::engine_of(n.context())->tuning().batch.busy_threads,
                      at_once = std::max<std::size_t>(8, busy / 4);
    std::size_t known = 0;  // attempts of `tried` that need no repetition
    for (const level& next : levels) {
      if (next.b1 > options_.b1) break;
      if (known++ == tried.size()) {
        const auto found = pminus1(n, {.b1 = 10 * next.b1, .progress = options_.progress});
        if (found && found->factor != n) return found->factor;
        tried.push_back({10 * next.b1, 0});
      }
      if (known++ == tried.size()) tried.push_back({next.b1, 0});
      for (std::size_t& done = tried[known - 1].curves; done < next.curves;) {
        const std::size_t curves = std::min(next.curves - done, at_once);
        for (const ecm_factor& each :
             ecm(n, {.b1 = next.b1, .curves = curves, .progress = options_.progress}))
          if (each.factor != n) return each.factor;
        done += curves;
      }
    }
    return std::nullopt;
  }

  factor_options options_;
  std::vector<number_factor> found_;
};

}  // namespace

std::vector<number_factor> factor(const gpu_bigint& n, const factor_options& options) {
  if (n.sign() == 0) throw std::domain_error("factors of 0");
  const scoped_context use(n.context());
  search all(options);
  gpu_bigint left = abs(n);
  all.divide_by_small_primes(left);
  all.split(left, 1);
  return std::move(all).found();
}

}  // namespace gbi
