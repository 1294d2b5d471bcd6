/// \file
/// Many tridiagonal systems of equations at once, by two prefix algorithms.
///
///     tridiagonal [systems]
///
/// What one learns: a scan by an operator of one's own, products of 2 x 2 matrices, and a kernel of phases in
/// shared memory. Cyclic reduction eliminates every other unknown, again and again. The scans are elimination
/// itself: pivots are quotients of determinants, which follow a recurrence of two terms, and the
/// substitutions are recurrences of one term.
/// Sources: R. Hockney, J. ACM 12 (1965) for cyclic reduction; H. Stone, J. ACM 20 (1973) for scans.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <gpu_bigint/device.cuh>
#include <iostream>
#include <string>
#include <vector>
#if defined(__CUDACC__)
#include <cusparse.h>
#endif

namespace {

constexpr int size = 512;  // equations of a system
/// Equation i: lower x_(i-1) + diagonal x_i + upper x_(i+1) = right.
enum part { lower, diagonal, upper, right, parts };

struct arguments {
  const double* of[parts];
  double* x;
};
struct equations {
  double of[parts][size];
};

struct cyclic_reduction : gbi::device::kernel<arguments, size / 2, 4, equations> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, equations& shared, const arguments& args) {
    auto& e = shared.of;
    const std::uint64_t first = std::uint64_t{block.index()} * size;
    block.phase([&](int thread) {
      for (int i = thread; i < parts * size; i += threads)
        e[i / size][i % size] = args.of[i / size][first + i % size];
    });
    for (int step = 1; step < size; step *= 2)
      block.phase([&](int thread) {
        const int i = 2 * step * (thread + 1) - 1, before = i - step, after = i + step;
        if (i < size) eliminate(e, i, before, lower, upper);
        if (after < size) eliminate(e, i, after, upper, lower);
      });
    for (int step = size; step > 0; step /= 2)
      block.phase([&](int thread) {
        const int i = 2 * step * thread + step - 1, before = i - step, after = i + step;
        if (i >= size) return;
        const double left = before >= 0 ? e[lower][i] * e[right][before] : 0;
        e[right][i] -= left + (after < size ? e[upper][i] * e[right][after] : 0);
        e[right][i] /= e[diagonal][i];
      });
    block.phase([&](int thread) {
      for (int i = thread; i < size; i += threads) args.x[first + i] = e[right][i];
    });
  }

 private:
  /// Removes x_j, on the `near` side of equation i, by a multiple of equation j. The next unknown on that
  /// side takes its place.
  GBI_DEVICE static void eliminate(double (&e)[parts][size], int i, int j, part near, part far) {
    const double multiple = e[near][i] / e[diagonal][j];
    e[diagonal][i] -= multiple * e[far][j];
    e[right][i] -= multiple * e[right][j];
    e[near][i] = -multiple * e[near][j];
  }
};

struct matrix {
  double a, b, c, d;
};
/// second * first. Only quotients of entries matter, so long products are scaled before they overflow.
struct matrix_product {
  GBI_BOTH static constexpr matrix identity() { return {1, 0, 0, 1}; }
  GBI_BOTH constexpr matrix operator()(const matrix& first, const matrix& second) const {
    const matrix x{second.a * first.a + second.b * first.c, second.a * first.b + second.b * first.d,
                   second.c * first.a + second.d * first.c, second.c * first.b + second.d * first.d};
    const double scale = x.a * x.a + x.b * x.b + x.c * x.c + x.d * x.d > 0x1p300 ? 0x1p-150 : 1;
    return {x.a * scale, x.b * scale, x.c * scale, x.d * scale};
  }
};

using line = gbi::device::affine<double>;
struct scan_memory {
  gbi::device::block_scan_memory<matrix, size> matrices;
  gbi::device::block_scan_memory<line, size> lines;
  double pivot[size], y[size];
};

struct scans : gbi::device::kernel<arguments, size, 2, scan_memory> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, scan_memory& shared, const arguments& args) {
    const gbi::device::composition<double> compose;
    const std::uint64_t first = std::uint64_t{block.index()} * size;
    gbi::device::per_thread<Block, matrix> minor;  // p_i = diagonal p_(i-1) - lower upper_(i-1) p_(i-2)
    gbi::device::per_thread<Block, line> value;
    block.phase([&](int i) {
      const double product = i > 0 ? args.of[lower][first + i] * args.of[upper][first + i - 1] : 0;
      minor[i] = {args.of[diagonal][first + i], -product, 1, 0};
    });
    gbi::device::block_inclusive_scan(block, shared.matrices, minor, matrix_product{});
    block.phase([&](int i) { shared.pivot[i] = minor[i].a / minor[i].c; });
    block.phase([&](int i) {
      value[i] = {i > 0 ? -args.of[lower][first + i] / shared.pivot[i - 1] : 0, args.of[right][first + i]};
    });
    gbi::device::block_inclusive_scan(block, shared.lines, value, compose);
    block.phase([&](int i) { shared.y[i] = value[i].term; });
    block.phase([&](int thread) {  // from the last equation to the first
      const int i = size - 1 - thread;
      value[thread] = {-args.of[upper][first + i] / shared.pivot[i], shared.y[i] / shared.pivot[i]};
    });
    gbi::device::block_inclusive_scan(block, shared.lines, value, compose);
    block.phase([&](int thread) { args.x[first + size - 1 - thread] = value[thread].term; });
  }
};

/// Whether x solves a system, by the plain loop.
bool is_right(const arguments& args, std::size_t first) {
  double pivot[size], x[size], error = 0;
  const auto at = [&](part which, std::size_t i) { return args.of[which][first + i]; };
  for (std::size_t i = 0; i < size; ++i) {
    const double multiple = i > 0 ? at(lower, i) / pivot[i - 1] : 0;
    pivot[i] = at(diagonal, i) - (i > 0 ? multiple * at(upper, i - 1) : 0);
    x[i] = at(right, i) - (i > 0 ? multiple * x[i - 1] : 0);
  }
  for (std::size_t i = size; i-- > 0;) {
    x[i] = (x[i] - (i + 1 < size ? at(upper, i) * x[i + 1] : 0)) / pivot[i];
    error = std::max(error, std::abs(x[i] - args.x[first + i]));
  }
  return error < 1e-12;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::size_t systems = argc > 1 ? std::stoul(argv[1]) : 1000, count = systems * size;
  const gbi::context where = gbi::context::current();
  gbi::random_engine random(1965);
  gbi::device::vector<double> given(parts * count), x(count);
  for (std::size_t i = 0; i < parts * count; ++i) {
    const std::size_t which = i / count, row = i % size;
    const bool is_outside = which == lower ? row == 0 : which == upper && row == size - 1;
    const double drawn = static_cast<double>(static_cast<std::uint64_t>(random.bits(52))) * 0x1p-52;
    given[i] = is_outside ? 0 : which == diagonal ? 1 + drawn : drawn - 0.5;
  }
  const double* const at = given.data();
  const arguments args{{at, at + count, at + 2 * count, at + 3 * count}, x.data()};
  const auto blocks = static_cast<std::uint32_t>(systems);
  bool all_right = true;
  const auto report = [&](const char* name, auto solve) {
    std::ranges::copy_n(at + right * count, count, x.begin());
    solve();
    where.synchronize();
    for (std::size_t g = 0; g < systems; ++g) all_right = all_right && is_right(args, g * size);
    solve();  // brings the memory back to the device
    std::cout << name << ": " << gbi::device::milliseconds(where, solve) << " ms\n";
  };
  std::cout << systems << " systems of " << size << " equations\n";
  report("cyclic reduction", [&] { gbi::device::launch<cyclic_reduction>(where, blocks, args); });
  report("scans", [&] { gbi::device::launch<scans>(where, blocks, args); });
#if defined(__CUDACC__)
  cusparseHandle_t handle = nullptr;
  const auto check = [](cusparseStatus_t status) {
    if (status != CUSPARSE_STATUS_SUCCESS) throw gbi::device_error(cusparseGetErrorString(status));
  };
  check(cusparseCreate(&handle));
  check(cusparseSetStream(handle, static_cast<cudaStream_t>(where.stream())));
  const auto solve = [&](auto function, auto* memory) {
    check(function(handle, size, args.of[lower], args.of[diagonal], args.of[upper], args.x,
                   static_cast<int>(systems), size, memory));
  };
  std::size_t bytes = 0;
  solve(cusparseDgtsv2StridedBatch_bufferSizeExt, &bytes);
  gbi::device::vector<char> buffer(bytes);
  report("cuSPARSE", [&] { solve(cusparseDgtsv2StridedBatch, static_cast<void*>(buffer.data())); });
  check(cusparseDestroy(handle));
#endif
  std::cout << "as by a plain loop: " << (all_right ? "yes" : "no") << '\n';
  return all_right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "tridiagonal: " << error.what() << '\n';
  return 2;
}
