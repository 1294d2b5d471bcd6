/// \file
/// RSA as in examples/rsa: key generation, and operations on many messages under one key compared with GMP on
/// all cores. The rate counts messages or keys.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "bench/support/all_cores.hpp"
#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "examples/rsa/keygen.hpp"
#include "examples/rsa/operations.hpp"
#include "gpu_bigint/gmp.hpp"
#include "src/context/engine.hpp"

namespace {

using example::private_key;
using gbi::bench::gmp_number;

const private_key& key_of(std::size_t bits) {
  static std::map<std::size_t, private_key> keys;
  const auto found = keys.find(bits);
  if (found != keys.end()) return found->second;
  gbi::random_engine random(bits);
  return keys.emplace(bits, example::generate_keys(1, bits, random).front()).first->second;
}

bool is_gpu() {
  return gbi::context::current().backend() == gbi::backend::cuda;
}

/// Numbers below every modulus of this many bits.
gbi::bigint_batch messages_of(std::size_t count, std::size_t bits) {
  gbi::random_engine random(count);
  std::vector<std::uint64_t> limbs = random.bits(count * bits).to_limbs();
  limbs.resize(count * (bits / 64));
  for (std::size_t top = bits / 64 - 1; top < limbs.size(); top += bits / 64) limbs[top] >>= 1;
  return gbi::bigint_batch::from_limbs(limbs, count, bits);
}

template <class Operation>
void measure(benchmark::State& state, const Operation& operation, std::size_t count) {
  const gbi::bigint_batch messages = messages_of(count, static_cast<std::size_t>(state.range(0)));
  gbi::bench::measure_queued(state, gbi::detail::engine_of(gbi::context::current())->executor(), 1,
                             [&] { benchmark::DoNotOptimize(operation(messages)); });
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

void measure_private(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  measure(state, example::crt_private_operation(key_of(bits)), is_gpu() ? (1 << 28) / bits : 32);
}

/// The time of one batch that does not fill the device.
void measure_latency(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  measure(state, example::crt_private_operation(key_of(bits)), is_gpu() ? 128 : 8);
}

void measure_public(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  measure(state, example::public_operation(key_of(bits).open), is_gpu() ? (1 << 29) / bits : 256);
}

/// Timed by the clock, because the search for primes waits.
void measure_keys(benchmark::State& state) {
  const std::size_t count = is_gpu() ? 1024 : 2;
  gbi::random_engine random(1);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        example::generate_keys(count, static_cast<std::size_t>(state.range(0)), random).size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}

gmp_number gmp_of(const gbi::gpu_bigint& value) {
  gmp_number result;
  gbi::to_mpz(result, value);
  return result;
}

/// GMP's powers of `count` messages on all cores. One operation takes `factors` powers.
void measure_gmp(benchmark::State& state, std::size_t count, const gbi::gpu_bigint& exponent,
                 const gbi::gpu_bigint& modulus, std::int64_t factors) {
  const gmp_number e = gmp_of(exponent), n = gmp_of(modulus);
  const gbi::bigint_batch messages = messages_of(count, modulus.bit_length() / 64 * 64);
  std::vector<gmp_number> bases, results(count);
  for (std::size_t g = 0; g < count; ++g) bases.push_back(gmp_of(messages[g]));
  const auto work = [&] {
    gbi::bench::for_each_core(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t g = begin; g < end; ++g) mpz_powm(results[g], bases[g], e, n);
    });
  };
  work();
  for (auto _ : state) work();
  state.SetLabel(std::to_string(gbi::bench::all_cores::get().size()) + " threads");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count) / factors);
}

/// Two powers modulo the factors. Their reductions and the combination are left out, which favours GMP.
void measure_gmp_private(benchmark::State& state) {
  const private_key& key = key_of(static_cast<std::size_t>(state.range(0)));
  measure_gmp(state, 1024, key.exponent_p, key.p, 2);
}

void measure_gmp_public(benchmark::State& state) {
  const private_key& key = key_of(static_cast<std::size_t>(state.range(0)));
  measure_gmp(state, 16384, key.open.exponent, key.open.modulus, 1);
}

constexpr std::array<int, 3> lengths{2048, 3072, 4096};

void add(const std::string& name, void (*function)(benchmark::State&)) {
  auto* entry = gbi::bench::add(name, function, {.count = 3, .unit = benchmark::kMillisecond});
  for (const int bits : lengths) entry->Arg(bits);
}

void add_by_clock(const std::string& name, void (*function)(benchmark::State&)) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), function);
  for (const int bits : lengths) entry->Arg(bits);
  entry->UseRealTime()->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool) {
    add("rsa/private", measure_private);
    add("rsa/private/latency", measure_latency);
    add("rsa/public", measure_public);
    add_by_clock("rsa/keys", measure_keys);
    add_by_clock("rsa/private/gmp", measure_gmp_private);
    add_by_clock("rsa/public/gmp", measure_gmp_public);
  });
}
