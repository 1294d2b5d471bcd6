/// \file
/// The samples of docs/own_kernels.md that only nvcc compiles.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "gpu_bigint.hpp"
#include "gpu_bigint/device.cuh"

namespace {

using field = gbi::device::field<1024, 2, gbi::device::doubles>;
constexpr std::uint32_t limbs = 16;
constexpr int warps = 4;

__global__ void __launch_bounds__(32 * warps, field::warps_of_multiprocessor / warps)
    cubes(gbi::device::numbers x, gbi::device::numbers n, gbi::device::results cube, std::uint32_t count) {
  __shared__ field::memory shared[warps];
  gbi::device::warp warp = gbi::device::this_warp();
  const field modulo_n(warp, shared[threadIdx.y], n, count);
  field::number base, power;
  modulo_n.load(base, x);
  power = base;
  modulo_n.square(power);
  modulo_n.multiply(power, base);
  modulo_n.store(cube, power);
}

struct sums_arguments {
  const double* x;
  double* sums;
};

struct sums_kernel
    : gbi::device::kernel<sums_arguments, 256, 4, gbi::device::block_scan_memory<double, 256>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    gbi::device::per_thread<Block, double> value;
    block.phase([&](int thread) { value[thread] = args.x[block.index() * 256 + thread]; });
    gbi::device::block_inclusive_scan(block, shared, value, gbi::device::sum<double>{});
    block.phase([&](int thread) { args.sums[block.index() * 256 + thread] = value[thread]; });
  }
};

using fft = gbi::device::transform<double, 1024>;

struct filter_arguments {
  const fft::number *roots, *response;
  fft::number* signals;
};

struct filter_kernel : fft::kernel<filter_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, fft::memory& shared, const filter_arguments& args) {
    fft::number* const signal = args.signals + block.index() * 1024;
    fft::spectrum<Block> x;
    fft::forward(block, shared, args.roots, x, [&](int, int j) { return signal[j]; });
    fft::each(block, x, [&](int, int k, fft::number& z) { z = z * args.response[k]; });
    fft::backward(block, shared, args.roots, x, [&](int, int j, fft::number z) { signal[j] = z; });
  }
};

class own_kernels : public testing::Test {
 protected:
  void SetUp() override {
    if (!gbi::is_available(gbi::backend::cuda)) GTEST_SKIP() << gbi::why_unavailable(gbi::backend::cuda);
  }
};

TEST_F(own_kernels, several_warps_in_a_block) {
  const gbi::context where(gbi::backend::cuda);
  const gbi::scoped_context use(where);
  const std::uint32_t count = 100;
  gbi::device::vector<std::uint64_t> x(count * limbs), n(count * limbs), cube(count * limbs);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = i * 0x9e3779b97f4a7c15;
    n[i] = ~x[i] | 1;
  }
  const std::uint32_t blocks = (field::warps(count) + warps - 1) / warps;
  cubes<<<blocks, dim3(32, warps), 0, static_cast<cudaStream_t>(where.stream())>>>(
      gbi::device::rows(std::as_const(x).data(), limbs), gbi::device::rows(std::as_const(n).data(), limbs),
      gbi::device::rows(cube.data(), limbs), count);
  const auto expected =
      gbi::pow_mod(gbi::import_batch(where, x.data(), count, 64 * limbs), gbi::gpu_bigint(3),
                   gbi::odd_moduli(gbi::import_batch(where, n.data(), count, 64 * limbs)));
  EXPECT_EQ(gbi::import_batch(where, cube.data(), count, 64 * limbs).to_limbs(), expected.to_limbs());
}

TEST_F(own_kernels, a_scan_of_a_block) {
  const gbi::context where(gbi::backend::cuda);
  gbi::device::vector<double> x(512), sums(512);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 7);
  gbi::device::launch<sums_kernel>(where, 2, {x.data(), sums.data()});
  where.synchronize();
  double expected = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    expected = (i % 256 == 0 ? 0 : expected) + x[i];
    EXPECT_EQ(sums[i], expected);
  }
}

TEST_F(own_kernels, a_filter) {
  const gbi::context where(gbi::backend::cuda);
  const auto roots = gbi::device::transform_roots<double>();
  gbi::device::vector<fft::number> response(1024), signals(3 * 1024);
  // A delay by one point has the response exp(-2 pi i k / 1024).
  for (std::size_t k = 0; k < response.size(); ++k) {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / 1024;
    response[k] = {std::cos(angle) / 1024, std::sin(angle) / 1024};
  }
  for (std::size_t i = 0; i < signals.size(); ++i) signals[i] = {static_cast<double>(i % 7), 0};
  const auto before = signals;
  gbi::device::launch<filter_kernel>(where, 3, {roots.data(), response.data(), signals.data()});
  where.synchronize();
  for (std::size_t i = 0; i < signals.size(); ++i) {
    const std::size_t earlier = i % 1024 == 0 ? i + 1023 : i - 1;
    EXPECT_NEAR(signals[i].re, before[earlier].re, 1e-12);
    EXPECT_NEAR(signals[i].im, 0, 1e-12);
  }
}

}  // namespace
