/// \file
/// The temperature of a plate whose edges are kept warm and cold, by a stencil of five points.
///
///     stencil [points of a side] [steps]
///
/// What one learns: a kernel whose blocks compute a row of points and reduce it at once, so that the largest
/// change of a step costs no pass over memory. A step replaces every inner point by the mean of its four
/// neighbours (Jacobi's method for Laplace's equation).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int threads = 256;
using memory = gbi::device::block_scan_memory<double, threads>;
using largest = gbi::device::maximum<double>;

struct step_arguments {
  const double* before;
  double *after, *change;  // change[row] is the largest of the row
  std::uint64_t side;
};

/// The mean of the four neighbours. The order of the sums is the same everywhere.
GBI_BOTH double mean_around(const double* at, std::uint64_t side) {
  return ((*(at - side) + *(at + side)) + (*(at - 1) + *(at + 1))) / 4;
}

/// Each block has one inner row.
struct step_kernel : gbi::device::kernel<step_arguments, threads, 4, memory> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, memory& shared, const step_arguments& args) {
    const std::uint64_t row = std::uint64_t{block.index()} + 1;
    gbi::device::per_thread<Block, double> change;
    block.phase([&](int thread) {
      change[thread] = 0;
      for (auto j = static_cast<std::uint64_t>(thread) + 1; j + 1 < args.side; j += threads) {
        const double* const at = args.before + row * args.side + j;
        const double mean = mean_around(at, args.side), moved = mean < *at ? *at - mean : mean - *at;
        args.after[row * args.side + j] = mean;
        if (change[thread] < moved) change[thread] = moved;
      }
    });
    gbi::device::block_reduce(block, shared, change, largest{});
    block.phase([&](int thread) {
      if (thread == 0) args.change[row] = change[thread];
    });
  }
};

struct reduce_arguments {
  double* values;  // the largest replaces the first
  std::uint64_t count;
};

/// One block reduces the rows' changes.
struct reduce_kernel : gbi::device::kernel<reduce_arguments, threads, 4, memory> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, memory& shared, const reduce_arguments& args) {
    gbi::device::per_thread<Block, double> value;
    block.phase([&](int thread) {
      value[thread] = 0;
      for (auto i = static_cast<std::uint64_t>(thread); i < args.count; i += threads)
        value[thread] = largest{}(value[thread], args.values[i]);
    });
    gbi::device::block_reduce(block, shared, value, largest{});
    block.phase([&](int thread) {
      if (thread == 0) args.values[0] = value[thread];
    });
  }
};

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t side = argc > 1 ? std::stoul(argv[1]) : 512;
  const int steps = argc > 2 ? std::stoi(argv[2]) : 100;
  if (side < 3) throw std::invalid_argument("a side has at least three points");
  const gbi::context where = gbi::context::current();
  gbi::device::vector<double> plate(side * side), other, change(side);
  std::fill_n(plate.begin(), side, 1.0);  // the upper edge; all else is 0
  other = plate;
  std::vector<double> expected(plate.begin(), plate.end()), next = expected;

  double* before = plate.data();
  double* after = other.data();
  const auto rows = static_cast<std::uint32_t>(side - 2);
  const auto step = [&] {
    gbi::device::launch<step_kernel>(where, rows, {before, after, change.data(), side});
    std::swap(before, after);
  };
  const auto all_steps = [&] {
    for (int i = 1; i < steps; ++i) step();
  };
  if (steps > 0) step();  // brings the memory to the device
  const double time = gbi::device::milliseconds(where, all_steps);
  gbi::device::launch<reduce_kernel>(where, 1, {change.data(), side});
  where.synchronize();

  double moved = 0;
  for (int i = 0; i < steps; ++i) {
    moved = 0;
    for (std::size_t at = side; at < side * (side - 1); ++at) {
      if (at % side == 0 || at % side == side - 1) continue;
      next[at] = mean_around(expected.data() + at, side);
      moved = std::max(moved, std::abs(next[at] - expected[at]));
    }
    std::swap(expected, next);
  }
  const bool is_right = std::equal(expected.begin(), expected.end(), before) && change[0] == moved;
  std::cout << side << " x " << side << " points: " << time / std::max(1, steps - 1) << " ms a step\n"
            << "largest change of step " << steps << ": " << change[0] << '\n'
            << "as by a plain loop: " << (is_right ? "yes" : "no") << '\n';
  return is_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "stencil: " << error.what() << '\n';
  return 2;
}
