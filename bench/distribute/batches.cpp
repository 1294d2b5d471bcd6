#include <cstdint>
#include <optional>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/random.hpp"
#include "kernels/word/mix.hpp"

namespace gbi::bench {

namespace {

constexpr std::size_t bits = 2048, limbs = bits / 64;
constexpr int products = 64;  ///< in sequence: starting a thread takes 50 us

/// Random elements of full length; odd ones for moduli.
bigint_batch random_batch(std::size_t size, std::uint64_t seed, bool odd = false) {
  std::vector<std::uint64_t> words(size * limbs);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = kernels::mixed(seed + i * kernels::mix_increment);
  for (std::size_t g = 0; g < size; ++g) {
    words[g * limbs] |= odd ? 1 : 0;
    words[g * limbs + limbs - 1] |= std::uint64_t{1} << 63;
  }
  return bigint_batch::from_limbs(words, size, bits);
}

/// Elements of a batch: on a GPU, enough for many waves of blocks.
std::size_t size_for(const device_group& on, std::size_t on_cuda) {
  return on.at(0).backend() == backend::cuda ? on_cuda : 64;
}

}  // namespace

void measure_batch_products(benchmark::State& state, const device_group& on) {
  struct operands {
    bigint_batch a, b;
  };
  const std::size_t size = size_for(on, std::size_t{1} << 20);
  std::vector<std::optional<operands>> parts(static_cast<std::size_t>(on.size()));
  for_each_part(on, size, [&](const part& own) {
    const auto rank = static_cast<std::size_t>(own.rank);
    parts[rank].emplace(operands{random_batch(own.size, rank), random_batch(own.size, rank + 100)});
  });
  measure_by_clock(state, on, [&] {
    for_each_part(on, size, [&](const part& own) {
      const operands& x = *parts[static_cast<std::size_t>(own.rank)];
      for (int i = 0; i < products; ++i) benchmark::DoNotOptimize(mul_full(x.a, x.b));
    });
  });
  state.SetItemsProcessed(state.iterations() * products * static_cast<std::int64_t>(size));
}

void measure_batch_powers(benchmark::State& state, const device_group& on) {
  struct operands {
    bigint_batch base, exponent;
    odd_moduli moduli;
  };
  const std::size_t size = size_for(on, std::size_t{3} << 17);
  std::vector<std::optional<operands>> parts(static_cast<std::size_t>(on.size()));
  for_each_part(on, size, [&](const part& own) {
    const auto rank = static_cast<std::size_t>(own.rank);
    parts[rank].emplace(operands{random_batch(own.size, rank), random_batch(own.size, rank + 100),
                                 odd_moduli(random_batch(own.size, rank + 200, true))});
  });
  measure_by_clock(state, on, [&] {
    for_each_part(on, size, [&](const part& own) {
      const operands& x = *parts[static_cast<std::size_t>(own.rank)];
      benchmark::DoNotOptimize(pow_mod(x.base, x.exponent, x.moduli));
    });
  });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

}  // namespace gbi::bench
