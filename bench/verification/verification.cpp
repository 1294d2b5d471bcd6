/// \file
/// The cost of verification: every operation that verification::all checks, without verification, with the
/// default and with all, in turn.
///
/// bench_verification --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME_MODE/n has operands of 2^n bits: random limbs in the memory where numbers of that length live.
/// Results computed in host words are not checked, so there the three modes take the same time. Nothing uses
/// the results, so only an operation that needs its verdict waits for it.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "bench/support/turns.hpp"
#include "gpu_bigint.hpp"

namespace {

using gbi::gpu_bigint;
using namespace gbi::bench;

/// Makes the work on numbers of `bits` bits.
using preparation_of_bits = std::function<std::function<void()>(std::size_t bits)>;

void add(const std::string& name, const std::vector<int>& sizes, const preparation_of_bits& prepare) {
  for (const int n : sizes) {
    const std::string bits = std::to_string(n);
    add_in_turn(
        {name + "_off/" + bits, name + "_residue/" + bits, name + "_all/" + bits},
        [prepare, n] {
          const auto work = prepare(std::size_t{1} << n);
          std::vector<repeated_work> works;
          for (const auto mode : {gbi::verification::off, gbi::verification::residue, gbi::verification::all})
            works.push_back([work, mode](std::int64_t times) {
              gbi::context::current().set_verification(mode);
              while (times-- > 0) work();
            });
          return works;
        },
        device_seconds, benchmark::kMillisecond);
  }
}

/// An operation on a and b of the same length.
template <class Operation>
preparation_of_bits on_two(const Operation& operation) {
  return [operation](std::size_t bits) {
    return [operation, a = random_number(bits, 0), b = random_number(bits, 1)] {
      benchmark::DoNotOptimize(operation(a, b));
    };
  };
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool) {
    using number = const gpu_bigint&;
    const std::vector<int> sizes{14, 17, 20, 23, 26}, moduli{10, 11, 12, 14};

    add("product", sizes, on_two([](number a, number b) { return a * b; }));
    add("square", sizes, on_two([](number a, number) { return a * a; }));
    add("sum", sizes, on_two([](number a, number b) { return a + b; }));
    add("shift", sizes, on_two([](number a, number) { return a >> 37; }));
    add("division", sizes, [](std::size_t bits) {
      return [a = random_number(2 * bits, 0), b = random_number(bits, 1)] {
        benchmark::DoNotOptimize(div_rem(a, b));
      };
    });
    add("sqrt", sizes, on_two([](number a, number) { return sqrt_rem(a); }));
    add("to_text", sizes, on_two([](number a, number) { return a.to_string(); }));
    add("from_text", sizes, [](std::size_t bits) {
      return [text = random_number(bits, 0).to_string()] { benchmark::DoNotOptimize(gpu_bigint(text)); };
    });
    add("powm", moduli, [](std::size_t bits) {
      return [a = random_number(bits, 0), e = random_number(bits, 1),
              n = 2 * random_number(bits - 1, 2) + 1] { benchmark::DoNotOptimize(powm(a, e, n)); };
    });
  });
}
