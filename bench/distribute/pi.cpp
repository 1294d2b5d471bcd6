#include <chrono>
#include <cstdint>
#include <string_view>

#include "bench/distribute/group_series.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/distributed_division.hpp"
#include "gpu_bigint/distributed_series.hpp"
#include "gpu_bigint/distributed_text.hpp"
#include "gpu_bigint/format.hpp"
#include "gpu_bigint/roots.hpp"

namespace gbi::bench {

namespace {

constexpr std::uint64_t guard = 19, beyond_guard = 10'000'000'000'000'000'000U;  // 10^guard

/// D. V. and G. V. Chudnovsky, "Approximations and complex multiplication according to Ramanujan" (1988):
/// pi = 426880 sqrt(10005) Q / (13591409 Q + T).
const rational_series chudnovsky{
    {5, -46, 108, -72}, {0, 0, 0, 10'939'058'860'032'000}, {13'591'409, 545'140'134}};

/// Computes pi; a counter reports the seconds of each phase.
/// \param ten the number 10 where pi is computed
/// \param sum_of gives the sum of so many terms to so many bits
template <class Number, class Sum>
void measure_phases(benchmark::State& state, const device_group& on, std::uint64_t decimals,
                    const Number& ten, Sum&& sum_of) {
  using clock = std::chrono::steady_clock;
  constexpr double decimals_of_term = 14.18, bits_of_decimal = 3.322;
  const auto digits = static_cast<double>(decimals + guard);
  const auto terms = 2 + static_cast<std::uint64_t>(digits / decimals_of_term),
             bits = static_cast<std::uint64_t>(digits * bits_of_decimal) + 64;
  for (auto _ : state) {
    double together = 0;
    const auto phase = [&](const char* name, auto&& work) {
      const auto begin = clock::now();
      auto result = work();
      on.synchronize();
      const double seconds = std::chrono::duration<double>(clock::now() - begin).count();
      state.counters[name] = seconds;
      together += seconds;
      return result;
    };
    Number root = phase("root", [&] { return isqrt(pow(ten, 2 * (decimals + guard)) * 10005); });
    auto sum = phase("series", [&] { return sum_of(terms, bits); });
    const Number pi = phase("division", [&] {
      const Number below = sum.denominator * 13'591'409 + sum.numerator;
      Number above = sum.denominator * 426'880;
      sum = {};  // frees its memory
      above *= root;
      root = {};
      return above / below / beyond_guard;
    });
    std::uint64_t written = 0;
    phase("text", [&] {
      write_text(pi, [&](std::string_view piece) { written += piece.size(); });
      return 0;
    });
    state.SetIterationTime(together);
    if (written != decimals + 1) state.SkipWithError("wrong digits");
  }
}

}  // namespace

void measure_pi_on_ranks(benchmark::State& state, const device_group& on, std::size_t decimals) {
  measure_if_it_fits(state, [&] {
    measure_phases(state, on, decimals, distributed_bigint(on, 10),
                   [&](std::uint64_t terms, std::uint64_t bits) {
                     return approximate_sum_of(on, chudnovsky, 1, terms, bits);
                   });
  });
}

void measure_pi_on_one(benchmark::State& state, const device_group& on, std::size_t decimals) {
  const scoped_context first(on.at(0));
  measure_if_it_fits(state, [&] {
    measure_phases(state, on, decimals, gpu_bigint(10), [](std::uint64_t terms, std::uint64_t bits) {
      return approximate_sum_of(chudnovsky, 1, terms, bits);
    });
  });
}

}  // namespace gbi::bench
