#include "bench/distribute/rivals.hpp"

#include <stdexcept>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "bench/rivals/cufft_xt.hpp"
#include "bench/rivals/nccl_all_to_all.hpp"
#include "bench/rivals/nccl_scan.hpp"

namespace gbi::bench {

namespace {

std::vector<int> devices_of(const device_group& on) {
  std::vector<int> devices;
  devices.reserve(static_cast<std::size_t>(on.local_size()));
  for (int own = 0; own < on.local_size(); ++own) devices.push_back(on.at(own).device());
  return devices;
}

template <class Measure>
void measure_if_possible(benchmark::State& state, const device_group& on, int least, Measure&& measure) {
  if (on.size() < least) return state.SkipWithError("there is one GPU");
  for (int own = 0; own < on.local_size(); ++own) on.at(own).trim();  // rivals allocate their own memory
  try {
    measure();
  } catch (const std::runtime_error& error) {
    state.SkipWithError(error.what());
  }
}

}  // namespace

void measure_nccl(benchmark::State& state, const device_group& on, std::size_t bytes, bool zero_cta) {
  measure_if_possible(state, on, 2, [&] {
    nccl_all_to_all exchange(devices_of(on), bytes, zero_cta);
    measure_by_clock(state, on, [&] { exchange(); });
    const auto others = static_cast<std::size_t>(on.size() - 1);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(others * bytes));
  });
}

void measure_nccl_scan(benchmark::State& state, const device_group& on, std::size_t count) {
  measure_if_possible(state, on, 1, [&] {
    const auto ranks = static_cast<std::size_t>(on.size());
    nccl_scan scan(devices_of(on), count / ranks, scan_values());
    measure_by_clock(state, on, [&] { scan(); });
    report_scan(state, ranks, count, scan.last());
  });
}

void measure_cufft_xt(benchmark::State& state, const device_group& on, std::size_t points) {
  measure_if_possible(state, on, 2, [&] {
    cufft_xt_plan transforms(devices_of(on), points);
    measure_by_clock(state, on, [&] { transforms.three_transforms(); });
  });
}

}  // namespace gbi::bench
