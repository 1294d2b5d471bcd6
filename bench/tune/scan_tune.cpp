/// \file
/// Finds the scan's best parameters for this machine's device and prints the rows of src/plan/devices.
///
/// tune_scan
///
/// The shape (L, P) has the best geometric mean of throughput over single problems of three sizes (look-back)
/// and a batch of short problems. K and the full grid are those of the fastest cascade with that shape. A
/// chosen shape must be listed in kernels/scan/arguments.hpp to be compiled.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bench/support/median.hpp"
#include "bench/tune/scan_executor.hpp"
#include "gpu_bigint/context.hpp"
#include "src/blocks/scan.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::exec::executor;
using gbi::plan::scan_tuning;

struct workload {
  const char* name;
  std::uint64_t size;
  std::uint32_t batch;
};

/// The median throughput of some runs, in 10^9 bytes per second.
double throughput(executor& device, gbi::cache::chain_pool& chains, const scan_tuning& policy,
                  gbi::scan_algorithm algorithm, const workload& work, void* in, void* out) {
  const auto element = static_cast<std::uint64_t>(policy.shape.element_bytes);
  auto problem = element == 4 ? gbi::scans::problem_of<std::uint32_t>(gbi::scan_operation::sum)
                              : gbi::scans::problem_of<std::uint64_t>(gbi::scan_operation::sum);
  problem.in = in;
  problem.out = out;
  problem.size = problem.in_stride = problem.out_stride = work.size;
  problem.batch = work.batch;
  const std::uint64_t bytes = 2 * work.size * work.batch * element;
  const int repeats = static_cast<int>(std::clamp<std::uint64_t>((std::uint64_t{1} << 27) / bytes, 1, 32));
  std::vector<double> seconds;
  for (int run = 0; run < 9; ++run)
    seconds.push_back(device.seconds_of([&] {
      for (int i = 0; i < repeats; ++i) gbi::scans::run(device, chains, problem, algorithm, policy);
    }) / repeats);
  return static_cast<double>(bytes) / gbi::bench::median(seconds) * 1e-9;
}

scan_tuning tune(executor& device, int element_bytes, bool gpu) {
  const std::uint64_t total = std::uint64_t{1} << (gpu ? 27 : 22);
  const workload work[] = {{"long", total, 1},
                           {"middle", total >> 3, 1},
                           {"short", total >> 7, 1},
                           {"batch", 1 << 11, static_cast<std::uint32_t>(total >> 11)}};
  const auto bytes = total * static_cast<std::uint64_t>(element_bytes);
  const auto in = gbi::exec::cleared<unsigned char>(device, bytes),
             out = gbi::exec::cleared<unsigned char>(device, bytes);

  gbi::cache::chain_pool chains(device);
  scan_tuning best{{}, 16, gpu ? 1024u : 64u};
  double best_mean = 0;
  for (const auto& shape : gbi::bench::tuned_scan_shapes) {
    if (shape.element_bytes != element_bytes) continue;
    const scan_tuning candidate{shape, best.tiles_per_chunk, best.full_grid};
    double logarithms = 0;
    std::printf("%d bytes, L %3d, P %2d:", element_bytes, shape.threads, shape.per_thread);
    for (const workload& w : work) {
      const double rate =
          throughput(device, chains, candidate, gbi::scan_algorithm::look_back, w, in.data(), out.data());
      std::printf("  %s %7.1f", w.name, rate);
      logarithms += std::log(rate);
    }
    const double mean = std::exp(logarithms / static_cast<double>(std::size(work)));
    std::printf("  mean %7.1f GB/s\n", mean);
    if (mean > best_mean) {
      best_mean = mean;
      best.shape = shape;
    }
  }
  double best_cascade = 0;
  scan_tuning result = best;
  for (const std::uint32_t tiles : {1u, 2u, 4u, 8u, 16u, 32u, 64u})
    for (const std::uint32_t grid :
         gpu ? std::vector<std::uint32_t>{528, 1056, 2112, 4224} : std::vector<std::uint32_t>{16, 64}) {
      scan_tuning candidate = best;
      candidate.tiles_per_chunk = tiles;
      candidate.full_grid = grid;
      const double rate =
          throughput(device, chains, candidate, gbi::scan_algorithm::cascade, work[0], in.data(), out.data());
      std::printf("%d bytes, cascade, K %2u, grid %4u: %7.1f GB/s\n", element_bytes, tiles, grid, rate);
      if (rate > best_cascade) {
        best_cascade = rate;
        result = candidate;
      }
    }
  return result;
}

}  // namespace

int main() {
  const bool gpu = gbi::context::current().backend() == gbi::backend::cuda;
#if defined(GPU_BIGINT_WITH_CUDA)
  const auto device = gpu ? gbi::bench::tuning_cuda_executor() : gbi::bench::tuning_host_executor();
#else
  const auto device = gbi::bench::tuning_host_executor();
#endif
  std::printf("%s, %s\n", device->device_name().c_str(), device->properties().architecture.c_str());
  std::vector<scan_tuning> rows;
  for (const int bytes : {4, 8}) rows.push_back(tune(*device, bytes, gpu));
  for (const scan_tuning& row : rows)
    std::printf("    {{%d, %d, %d}, %u, %u},\n", row.shape.element_bytes, row.shape.threads,
                row.shape.per_thread, row.tiles_per_chunk, row.full_grid);
}
