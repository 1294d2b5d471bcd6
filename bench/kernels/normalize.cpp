/// \file
/// Carry normalisation as a whole and phase by phase, for coefficients of 64 and 96 bits, compared with the
/// copy speed.
///
/// bench_normalize --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// WHAT/TYPE/DIGITBITS/single/n is one problem of 2^n coefficients. .../batch/n is a batch of such problems
/// with 2^26 coefficients in total (2^22 on the host). WHAT is normalize (both phases), split (phase 1),
/// propagate (phase 2), or chain: normalize with digits that let one carry run through the whole number. In
/// the other measurements digits are random. propagate/limbs/32 has the limbs of digits of 32 bits. Data stay
/// in device memory. Times are the device's (CUDA events) for launches queued back to back, medians of the
/// repetitions. bytes_per_second counts coefficients and limbs once; for a single phase it also counts the
/// data passed between the phases. copy/n moves 2^n words of 8 bytes in and out.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <vector>

#include "bench/support/repeated.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/normalize.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace {

using namespace gbi::bench;
using gbi::exec::buffer;
using gbi::exec::executor;

enum class measurement { normalize, split, propagate, chain };

/// A megabyte of random words, each of `bits` bits, the sign included.
template <class T>
std::vector<T> random_words(int bits) {
  std::mt19937_64 generator(1);
  std::vector<T> values((1 << 20) / sizeof(T));
  for (T& x : values) x = static_cast<T>(static_cast<std::int64_t>(generator()) >> (64 - bits));
  return values;
}

void measure_normalize(benchmark::State& state, const gbi::context& where, measurement which, bool wide,
                       int digit_bits, std::size_t count, std::size_t batch) {
  executor& device = gbi::detail::engine_of(where)->executor();
  const std::size_t limb_count = count * static_cast<std::size_t>(digit_bits) / 64 + 2;
  const std::size_t all_limbs = limb_count * batch;
  const gbi::normalize_options options{.batch = batch};
  const bool apart = which == measurement::split || which == measurement::propagate;
  const buffer<std::uint64_t> limbs(device, all_limbs), addends(device, apart ? all_limbs : 0);
  const std::size_t limb_bytes = all_limbs * sizeof(std::uint64_t);
  if (which == measurement::propagate) {
    // Every other sum of random words has a carry.
    const auto words = repeated(device, random_words<std::uint64_t>(64), all_limbs);
    device.copy(addends.data(), words.data(), limb_bytes);
    return measure(state, device, 3 * limb_bytes, [&] {
      gbi::propagate_carries(where, words.data(), addends.data(), limbs.data(), limb_count, options);
    });
  }

  const std::vector<std::int64_t> full(1 << 17, (std::int64_t{1} << digit_bits) - 1);
  const auto lower = repeated(
      device, which == measurement::chain ? full : random_words<std::int64_t>(wide ? 64 : 53), count * batch);
  const auto upper = repeated(device, random_words<std::int32_t>(31), wide ? count * batch : 1);
  if (which == measurement::chain) {
    const std::int64_t lowest = full[0] + 1;
    device.upload(lower.data(), &lowest, sizeof lowest);
  }
  const std::size_t coefficient_bytes = (wide ? 12 : 8) * count * batch;
  const auto run = [&](const auto& coefficients) {
    if (which == measurement::split)
      gbi::split_coefficients(where, coefficients, count, digit_bits, limbs.data(), addends.data(),
                              limb_count, options);
    else
      gbi::normalize(where, coefficients, count, digit_bits, limbs.data(), limb_count, options);
  };
  const gbi::wide_coefficients both{reinterpret_cast<const std::uint64_t*>(lower.data()), upper.data()};
  measure(state, device, coefficient_bytes + (apart ? 2 : 1) * limb_bytes, [&] {
    if (wide)
      run(both);
    else
      run(static_cast<const std::int64_t*>(lower.data()));
  });
}

void measure_copy(benchmark::State& state, const gbi::context& where, std::size_t words) {
  executor& device = gbi::detail::engine_of(where)->executor();
  const auto in = repeated(device, random_words<std::uint64_t>(64), words);
  const buffer<std::uint64_t> out(device, words);
  measure(state, device, 16 * words, [&] { device.copy(out.data(), in.data(), 8 * words); });
}

/// Registers 2^log2_batch problems of 2^log2_count coefficients.
void add_shape(const gbi::context& where, measurement which, bool wide, int digit_bits, int log2_count,
               int log2_batch) {
  static constexpr const char* names[] = {"normalize", "split", "propagate", "chain"};
  const std::string type = which == measurement::propagate ? "limbs" : wide ? "wide" : "int64";
  const std::string kind = log2_batch == 0 ? "/single/" : "/batch/";
  add(names[static_cast<int>(which)] + ("/" + type + "/" + std::to_string(digit_bits) + kind) +
          std::to_string(log2_count),
      [=](benchmark::State& state) {
        measure_normalize(state, where, which, wide, digit_bits, std::size_t{1} << log2_count,
                          std::size_t{1} << log2_batch);
      });
}

void add_all(bool gpu) {
  const gbi::context where = gbi::context::current();
  const int largest = gpu ? 28 : 22, altogether = gpu ? 26 : 22;
  const auto add_sizes = [&](measurement which, bool wide, int digit_bits) {
    for (int n = 16; n <= largest; n += 4) add_shape(where, which, wide, digit_bits, n, 0);
    for (int n = 4; n < altogether; n += 4) add_shape(where, which, wide, digit_bits, n, altogether - n);
  };
  add("copy/" + std::to_string(largest),
      [=](benchmark::State& state) { measure_copy(state, where, std::size_t{1} << largest); });
  for (const int digit_bits : {8, 11, 16, 20, 32})
    for (const bool wide : {false, true}) {
      add_sizes(measurement::normalize, wide, digit_bits);
      add_sizes(measurement::split, wide, digit_bits);
    }
  add_sizes(measurement::propagate, false, 32);
  for (int n = 16; n <= largest; n += 4) add_shape(where, measurement::chain, false, 32, n, 0);
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, add_all);
}
