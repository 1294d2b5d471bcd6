/// \file
/// gbi bench: a table of times, next to those of other libraries.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "tools/gbi/bench_table.hpp"
#include "tools/gbi/commands.hpp"
#include "tools/gbi/yardsticks.hpp"
#include "tools/support/timing.hpp"

namespace program {

namespace {

using gbi::gpu_bigint;

struct named_operation {
  std::string_view name;
  measured_operation what;
};
constexpr named_operation operations[] = {
    {"product", measured_operation::product},   {"square", measured_operation::square},
    {"quotient", measured_operation::quotient}, {"root", measured_operation::root},
    {"gcd", measured_operation::gcd},           {"power", measured_operation::power},
    {"text", measured_operation::text}};

double seconds_of_ours(const gbi::context& context, measured_operation what, const bench_operands& with,
                       int repeat) {
  const auto seconds = [&](const auto& work) {
    return seconds_of_one(
        repeat, [&] { static_cast<void>(work()); }, [&] { context.synchronize(); });
  };
  switch (what) {
    case measured_operation::product:
      return seconds([&] { return with.a * with.b; });
    case measured_operation::square:
      return seconds([&] { return gbi::square(with.a); });
    case measured_operation::quotient:
      return seconds([&] { return gbi::div_rem(with.twice, with.a).quotient; });
    case measured_operation::root:
      return seconds([&] { return gbi::isqrt(with.twice); });
    case measured_operation::gcd:
      return seconds([&] { return gbi::gcd(with.a, with.b); });
    case measured_operation::power:
      return seconds([&] { return gbi::powm(with.a, with.a, with.b); });
    case measured_operation::text:
      return seconds([&] { return with.a.to_string(); });
  }
  return 0;
}

std::vector<std::uint64_t> sizes(const session& run) {
  std::vector<std::uint64_t> bits;
  for (const std::string& each : run.chosen().operands) bits.push_back(run.word(each, "the size"));
  if (bits.empty()) {
    constexpr int few[] = {10, 14, 18, 22, 24, 26}, many[] = {8, 10, 12, 14, 16, 18, 20, 22, 24, 26};
    const std::span<const int> exponents = run.chosen().report ? std::span<const int>(many) : few;
    for (const int exponent : exponents)
      if (exponent <= 22 || run.context().backend() == gbi::backend::cuda)
        bits.push_back(std::uint64_t{1} << exponent);
  }
  for (const std::uint64_t each : bits)
    if (each < 64 || each > std::uint64_t{1} << 34)
      throw usage_error("bench: sizes are 64 to 2^34 bits, not " + support::shown_count(each));
  return bits;
}

bench_operands operands_of(std::uint64_t bits) {
  gbi::random_engine random(bits);
  const auto exactly = [&](std::uint64_t size) {  // for odd numbers of full length
    const gpu_bigint ends = (gpu_bigint(1) << static_cast<std::int64_t>(size - 1)) + 1;
    return ends + (random.bits(size - 2) << 1);
  };
  return {exactly(bits), exactly(bits), exactly(2 * bits)};
}

/// The seconds of one run at another size, a guess on the long side.
double grown(double seconds, double ratio, measured_operation what) {
  const double exponent = what == measured_operation::power ? 3 : what == measured_operation::gcd ? 2 : 1.5;
  return seconds * std::pow(ratio, exponent);
}

}  // namespace

void run_bench(session& run) {
  const std::vector<std::uint64_t> bits = sizes(run);
  const auto& names = run.chosen().operations;
  std::vector<named_operation> wanted;
  for (const named_operation& each : operations)
    if (names.empty() || std::find(names.begin(), names.end(), each.name) != names.end())
      wanted.push_back(each);

  const std::vector<yardstick> yardsticks = find_yardsticks(run.context());
  bench_table results(run, yardsticks);
  const auto shown = run.showing("measuring");
  // Sizes that the user did not ask for are left out if a run would take longer.
  constexpr double longest = 2;
  const bool all = !run.chosen().operands.empty();
  double done = 0;
  const auto total = static_cast<double>(wanted.size() * bits.size());
  for (const named_operation& operation : wanted) {
    double last_seconds = 0, last_size = 1;
    for (const std::uint64_t size : bits) {
      shown->advance_to(++done, total);
      const double ratio = static_cast<double>(size) / last_size;
      if (!all && grown(last_seconds, ratio, operation.what) > longest) continue;
      const bench_operands operands = operands_of(size);
      const double ours = seconds_of_ours(run.context(), operation.what, operands, run.chosen().repeat);
      last_seconds = ours;
      std::vector<std::optional<double>> others;
      others.reserve(yardsticks.size());
      for (const yardstick& each : yardsticks) {
        others.push_back(each.seconds(operation.what, operands, run.chosen().repeat));
        last_seconds = std::max(last_seconds, others.back().value_or(0));
      }
      last_size = static_cast<double>(size);
      results.add(operation.name, size, ours, others);
    }
  }
  results.finish();
}

}  // namespace program
