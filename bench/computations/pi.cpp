#include <gmp.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "bench/computations/computations.hpp"
#include "bench/support/numbers.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/context.hpp"
#include "gpu_bigint/roots.hpp"
#include "gpu_bigint/series.hpp"

namespace gbi::bench {

namespace {

using clock = std::chrono::steady_clock;

/// D. V. and G. V. Chudnovsky, "Approximations and complex multiplication according to Ramanujan" (1988):
/// pi = 426880 sqrt(10005) Q / (13591409 Q + T).
constexpr std::int64_t a0 = 13'591'409, a1 = 545'140'134, cube = 10'939'058'860'032'000;
constexpr std::uint64_t guard = 19, beyond_guard = 10'000'000'000'000'000'000U;  // 10^guard

std::uint64_t terms_for(std::uint64_t decimals) {
  constexpr double decimals_of_term = 14.18;
  return 2 + static_cast<std::uint64_t>(static_cast<double>(decimals + guard) / decimals_of_term);
}

/// The leading bits of numerator and denominator that affect the decimals.
std::size_t bits_for(std::uint64_t decimals) {
  return (decimals + guard) * 3322 / 1000 + 64;
}

/// Adds the seconds of each phase to its counter.
class phases {
 public:
  explicit phases(benchmark::State& state) : state_(state) {}

  template <class F>
  auto operator()(const char* phase, F&& f) {
    const auto begin = clock::now();
    auto result = f();
    context::current().synchronize();
    const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
    state_.counters[phase] += seconds;
    together_ += seconds;
    return result;
  }
  double together() const { return together_; }

 private:
  benchmark::State& state_;
  double together_ = 0;
};

std::string pi(std::uint64_t decimals, phases& measure) {
  const rational_series series{{5, -46, 108, -72}, {0, 0, 0, cube}, {a0, a1}};
  gpu_bigint root = measure("root", [&] { return isqrt(10005 * pow(10, 2 * (decimals + guard))); });
  fraction sum = measure(
      "series", [&] { return approximate_sum_of(series, 1, terms_for(decimals), bits_for(decimals)); });
  const gpu_bigint scaled = measure("division", [&] {
    const gpu_bigint below = a0 * sum.denominator + sum.numerator;
    sum.numerator = {};  // frees its memory
    gpu_bigint result = 426880 * sum.denominator;
    sum.denominator = {};
    result *= root;
    root = {};
    result /= below;
    return result / beyond_guard;
  });
  return measure("text", [&] { return scaled.to_string(); });
}

/// The sum of the series' terms from `first` up to, but not including, `last`, as P, Q and T. The last node
/// of a level needs no P.
void split(mpz_ptr p, mpz_ptr q, mpz_ptr t, std::uint64_t first, std::uint64_t last, bool needs_p) {
  if (last - first == 1) {
    mpz_set_si(p, -static_cast<std::int64_t>(6 * first - 5));
    mpz_mul_ui(p, p, 2 * first - 1);
    mpz_mul_ui(p, p, 6 * first - 1);
    mpz_set_ui(q, first);
    mpz_pow_ui(q, q, 3);
    mpz_mul_ui(q, q, cube);
    mpz_set_ui(t, a1);
    mpz_mul_ui(t, t, first);
    mpz_add_ui(t, t, a0);
    mpz_mul(t, t, p);
    return;
  }
  const std::uint64_t middle = first + (last - first) / 2;
  mpz_t p2, q2, t2;
  mpz_inits(p2, q2, t2, nullptr);
  split(p, q, t, first, middle, true);
  split(p2, q2, t2, middle, last, needs_p);
  mpz_mul(t, t, q2);
  mpz_addmul(t, p, t2);
  if (needs_p) mpz_mul(p, p, p2);
  mpz_mul(q, q, q2);
  mpz_clears(p2, q2, t2, nullptr);
}

std::string pi_by_gmp(std::uint64_t decimals) {
  const gmp_number p, q, t, root;
  split(p, q, t, 1, 1 + terms_for(decimals), false);
  mpz_ui_pow_ui(root, 10, 2 * (decimals + guard));
  mpz_mul_ui(root, root, 10005);
  mpz_sqrt(root, root);
  mpz_addmul_ui(t, q, a0);
  const std::size_t length = mpz_sizeinbase(t, 2), idle = length - std::min(length, bits_for(decimals));
  mpz_tdiv_q_2exp(q, q, idle);
  mpz_tdiv_q_2exp(t, t, idle);
  mpz_mul_ui(q, q, 426880);
  mpz_mul(q, q, root);
  mpz_tdiv_q(q, q, t);
  mpz_tdiv_q_ui(q, q, beyond_guard);
  std::string digits(mpz_sizeinbase(q, 10) + 2, '\0');
  mpz_get_str(digits.data(), 10, q);
  digits.resize(digits.find('\0'));
  return digits;
}

/// All results must begin with the same digits, whichever library computed them.
bool agrees_with_others(const std::string& digits) {
  static std::string longest;
  const bool agrees = longest.starts_with(digits) || digits.starts_with(longest);
  if (digits.size() > longest.size()) longest = digits;
  return agrees;
}

}  // namespace

void measure_pi(benchmark::State& state, std::uint64_t decimals) {
  for (auto _ : state) {
    phases measure(state);
    const std::string digits = pi(decimals, measure);
    state.SetIterationTime(measure.together());
    if (!agrees_with_others(digits)) state.SkipWithError("wrong digits");
  }
}

void measure_pi_by_gmp(benchmark::State& state, std::uint64_t decimals) {
  for (auto _ : state) {
    const auto begin = clock::now();
    const std::string digits = pi_by_gmp(decimals);
    state.SetIterationTime(std::chrono::duration<double>(clock::now() - begin).count());
    if (!agrees_with_others(digits)) state.SkipWithError("wrong digits");
  }
}

}  // namespace gbi::bench
