#include <numeric>
#include <random>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "bench/support/repeated.hpp"
#include "gpu_bigint/distributed_scan.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::bench {

namespace {

template <class Scan>
void measure_scan(benchmark::State& state, const device_group& on, std::size_t ranks, std::size_t count,
                  const Scan& scan_parts) {
  measure_if_it_fits(state, [&] {
    std::vector<exec::buffer<std::int64_t>> in, out;
    std::vector<scan_part<std::int64_t>> parts;
    const std::size_t each = count / ranks;
    for (std::size_t own = 0; own < ranks; ++own) {
      exec::executor& device = distribute::of(on)->at(static_cast<int>(own)).executor;
      in.push_back(repeated(device, scan_values(), each));
      out.emplace_back(device, each);
      parts.push_back({in.back().data(), out.back().data(), each});
    }
    measure_by_clock(state, on, [&] { scan_parts(parts); });
    std::int64_t last = 0;
    distribute::of(on)
        ->at(static_cast<int>(ranks) - 1)
        .executor.download(&last, out.back().data() + each - 1, sizeof last);
    report_scan(state, ranks, count, last);
  });
}

constexpr scan_options exclusive{.kind = scan_kind::exclusive};

}  // namespace

std::vector<std::int64_t> scan_values() {
  std::mt19937_64 generator(1);
  std::vector<std::int64_t> values(std::size_t{1} << 17);
  for (std::int64_t& x : values) x = static_cast<std::int64_t>(generator() >> 32);
  return values;
}

void report_scan(benchmark::State& state, std::size_t ranks, std::size_t count, std::int64_t last) {
  const std::vector<std::int64_t> values = scan_values();
  const auto sum_of = [&](std::size_t first) {
    return std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(first),
                           std::int64_t{0});
  };
  const std::size_t each = count / ranks;
  const std::int64_t of_rank =
      static_cast<std::int64_t>(each / values.size()) * sum_of(values.size()) + sum_of(each % values.size());
  if (last != static_cast<std::int64_t>(ranks) * of_rank - values[(each - 1) % values.size()])
    return state.SkipWithError("a wrong sum");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(2 * count * sizeof last));
}

void measure_scan_on_ranks(benchmark::State& state, const device_group& on, std::size_t count) {
  measure_scan(state, on, static_cast<std::size_t>(on.size()), count,
               [&](const std::vector<scan_part<std::int64_t>>& parts) {
                 scan(on, std::span<const scan_part<std::int64_t>>(parts), exclusive);
               });
}

void measure_scan_on_one(benchmark::State& state, const device_group& on, std::size_t count) {
  measure_scan(state, on, 1, count, [&](const std::vector<scan_part<std::int64_t>>& parts) {
    scan(on.at(0), parts.front().in, parts.front().out, parts.front().size, exclusive);
  });
}

}  // namespace gbi::bench
