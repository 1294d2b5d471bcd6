/// \file
/// Finds where one way to divide becomes faster than another on this machine's device. The limits of
/// divisions in src/plan/devices come from its output.
///
///   tune_divisions reciprocals   to 2^k + 2 limbs, by how many of them one block finds, and by whether the
///                                last step goes by columns
///   tune_divisions quotients     of 2 n by n limbs, in one block and by Newton's iteration
///
/// Prints the median time, in microseconds, of calls queued back to back.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "bench/support/median.hpp"
#include "gpu_bigint/context.hpp"
#include "kernels/division/arguments.hpp"
#include "src/arithmetic/divide.hpp"
#include "src/arithmetic/reciprocal.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::limb;
using gbi::arithmetic::reciprocal_limits;

gbi::detail::engine& engine() {
  return *gbi::detail::engine_of(gbi::context::current());
}

/// Random limbs with the top bit set.
gbi::exec::buffer<limb> random_number(std::size_t limbs) {
  static std::mt19937_64 generator{std::random_device{}()};
  std::vector<limb> values(limbs);
  for (limb& x : values) x = generator();
  values.back() |= limb{1} << 63;
  return {engine().executor(), std::span<const limb>(values)};
}

double microseconds(const std::function<void()>& work) {
  auto& executor = engine().executor();
  const double once = std::max(executor.seconds_of(work), executor.seconds_of(work));
  const int count = std::clamp(static_cast<int>(1e-3 / once), 1, 64);
  std::array<double, 7> seconds{};
  for (double& time : seconds)
    time = executor.seconds_of([&] {
      for (int k = 0; k < count; ++k) work();
    });
  return gbi::bench::median(seconds) / count * 1e6;
}

double time_of_reciprocal(std::uint64_t limbs, const reciprocal_limits& limits) {
  const gbi::exec::buffer<limb> v = random_number(limbs + 1);
  return microseconds([&] {
    gbi::arithmetic::growing_reciprocals x(engine(), 1, limbs, limits);
    x.begin({v.data(), v.size(), 0}, limbs);
  });
}

void print_reciprocals() {
  constexpr std::uint64_t in_block[] = {18, 34, 66, 130, 258, 514};
  std::printf("%8s", "limbs");
  for (const std::uint64_t limbs : in_block)
    std::printf("  block %4llu", static_cast<unsigned long long>(limbs));
  std::printf("   last by products and by columns\n");
  const std::uint64_t longest = engine().executor().backend() == gbi::backend::host ? 1026 : (1 << 14) + 2;
  for (std::uint64_t limbs = 18; limbs <= longest; limbs = 2 * limbs - 2) {
    std::printf("%8llu", static_cast<unsigned long long>(limbs));
    const reciprocal_limits usual = gbi::arithmetic::limits_of(engine());
    for (const std::uint64_t first : in_block) {
      if (first > limbs || limbs > 64 * first)
        std::printf("%12s", "");
      else
        std::printf("%12.1f", time_of_reciprocal(limbs, {first, usual.column_sum_products}));
    }
    // Steps by columns up to the last one, which goes from p to about 2 p limbs.
    const double p = static_cast<double>(limbs) / 2;
    std::printf("%12.1f%12.1f\n",
                time_of_reciprocal(limbs, {std::min(usual.block_limbs, limbs - 1), p * p / 2}),
                time_of_reciprocal(limbs, {std::min(usual.block_limbs, limbs - 1), 2 * p * p}));
  }
}

void print_quotients() {
  std::printf("%8s%12s%12s%12s\n", "limbs", "block", "iteration", "prepared");
  for (std::uint64_t n = 4; n <= gbi::kernels::short_divisor_limbs; n += n / 4) {
    const gbi::exec::buffer<limb> a = random_number(2 * n), v = random_number(n),
                                  out(engine().executor(), 2 * n + 1);
    const gbi::arithmetic::division task{.numerators = {a.data(), 2 * n, 0},
                                         .quotients = {out.data(), n + 1, 0},
                                         .remainders = {out.data() + n + 1, n, 0}};
    const gbi::kernels::limb_span divisor{v.data(), n, n};
    const gbi::arithmetic::prepared_divisors prepared(engine(), divisor, 0, n + 1);
    const double block = microseconds([&] { gbi::arithmetic::divide_short(engine(), task, divisor); });
    const double whole = microseconds([&] {
      gbi::arithmetic::divide(engine(), task,
                              gbi::arithmetic::prepared_divisors(engine(), divisor, 0, n + 1));
    });
    const double repeated = microseconds([&] { gbi::arithmetic::divide(engine(), task, prepared); });
    std::printf("%8llu%12.1f%12.1f%12.1f\n", static_cast<unsigned long long>(n), block, whole, repeated);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view search = argc == 2 ? argv[1] : "";
  if (search == "reciprocals") {
    print_reciprocals();
  } else if (search == "quotients") {
    print_quotients();
  } else {
    std::fprintf(stderr, "usage: tune_divisions reciprocals | quotients\n");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
