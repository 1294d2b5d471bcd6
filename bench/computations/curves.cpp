#include <chrono>
#include <cstdint>

#include "bench/computations/computations.hpp"
#include "bench/support/numbers.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/factor.hpp"
#include "gpu_bigint/primes.hpp"

namespace gbi::bench {

void measure_curves(benchmark::State& state, std::size_t count) {
  constexpr std::uint64_t b1 = 100'000;
  const auto prime = [](std::size_t which) { return next_prime(set_bit(random_number(512, which), 511)); };
  const gpu_bigint n = prime(0) * prime(1);
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    ecm_search search(n, {.b1 = b1, .b2 = b1, .curves = count, .sigma = 2});
    while (!search.is_done()) search.step();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (!search.factors().empty() || search.residues().size() != count)
      state.SkipWithError("a factor of 512 bits, or a curve is missing");
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(count) * state.iterations());
}

}  // namespace gbi::bench
