/// \file
/// NVRTC compiles kernels of users. That needs no GPU.
#include <gtest/gtest.h>
#include <nvrtc.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace gbi::test {

namespace {

/// Compiles a source with the options of docs/own_kernels.md, and expects machine code.
void expect_compiles(const std::string& source) {
  const std::string root = GPU_BIGINT_ROOT, toolkit = GPU_BIGINT_CUDA_HEADERS;
  const std::vector<std::string> options{"--std=c++20",      "-arch=sm_90",
                                         "-default-device",  "-device-int128",
                                         "-D__extension__=", "-I" + root + "/include",
                                         "-I" + root,        "-I" + root + "/include/gpu_bigint/device/nvrtc",
                                         "-I" + toolkit,     "-I" + toolkit + "/cccl"};
  std::vector<const char*> given;
  for (const std::string& option : options) given.push_back(option.c_str());
  nvrtcProgram program = nullptr;
  ASSERT_EQ(nvrtcCreateProgram(&program, source.c_str(), "kernel.cu", 0, nullptr, nullptr), NVRTC_SUCCESS);
  const nvrtcResult result = nvrtcCompileProgram(program, static_cast<int>(given.size()), given.data());
  std::size_t size = 0;
  nvrtcGetProgramLogSize(program, &size);
  std::string log(size, '\0');
  nvrtcGetProgramLog(program, log.data());
  EXPECT_EQ(result, NVRTC_SUCCESS) << log;
  EXPECT_EQ(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
  EXPECT_GT(size, 1000U);
  nvrtcDestroyProgram(&program);
}

TEST(Nvrtc, CompilesTheSample) {
  std::ifstream file(GPU_BIGINT_ROOT "/tests/documentation/own_kernels_nvrtc.cu");
  expect_compiles({std::istreambuf_iterator<char>(file), {}});
}

TEST(Nvrtc, CompilesDoublesIntegersAndScans) {
  expect_compiles(R"(
#include <gpu_bigint/device.cuh>
using field = gbi::device::field<256, 1, gbi::device::doubles>;
using integers = gbi::device::integers<256>;
extern "C" __global__ void kernel(const std::uint64_t* a, std::uint64_t* result, std::uint32_t count) {
  __shared__ field::memory of_field;
  __shared__ integers::memory of_integers;
  gbi::device::warp warp = gbi::device::this_warp();
  const auto numbers = gbi::device::rows(a, 4);
  const field f(warp, of_field, numbers, count);
  field::number x;
  f.load(x, numbers);
  f.power(x, numbers, 256);
  const field::each<bool> same = f.invert(x);
  const integers z(warp, of_integers, count);
  integers::number y, high;
  z.load(y, numbers);
  z.multiply(y, y, high);
  z.add(y, high);
  z.divide(y, high, high);
  z.gcd(y, high);
  z.shift(y, [](int) { return -3; });
  z.store(gbi::device::rows(result, 4), y);
  gbi::device::per_thread<gbi::device::warp, int> value;
  warp.phase([&](int thread) { value[thread] = same[thread] ? thread : 0; });
  gbi::device::warp_inclusive_scan(warp, value, gbi::device::maximum<int>{});
  warp.phase([&](int thread) { result[thread] = value[thread]; });
}
)");
}

TEST(Nvrtc, CompilesScansOfAGrid) {
  expect_compiles(R"(
#include <gpu_bigint/device.cuh>
using line = gbi::device::affine<double>;
extern "C" __global__ void recurrence(const line* step, double* x, gbi::device::scan_chain chain) {
  __shared__ gbi::device::grid_scan_memory<line, 256> shared;
  using block_type = gbi::device::block<256>;
  block_type block(blockIdx.x, 0);
  gbi::device::per_thread<block_type, line> value;
  block.phase([&](int thread) { value[thread] = step[blockIdx.x * 256 + thread]; });
  gbi::device::grid_inclusive_scan(block, shared, chain, value, gbi::device::composition<double>{});
  block.phase([&](int thread) { x[blockIdx.x * 256 + thread] = value[thread].term; });
}
)");
}

TEST(Nvrtc, CompilesTransforms) {
  expect_compiles(R"(
#include <gpu_bigint/device.cuh>
using fft = gbi::device::transform<float, 1024>;
using block_type = gbi::device::block<fft::threads>;
extern "C" __global__ void squares(const fft::number* roots, fft::number* x) {
  __shared__ fft::memory shared;
  block_type block(blockIdx.x, 0);
  fft::spectrum<block_type> spectrum;
  const auto at = [&](int row, int j) { return x + blockIdx.x * 1024 + row * 1024 + j; };
  fft::forward_real(block, shared, roots, spectrum, [&](int row, int j) { return *at(row, j); });
  fft::each(block, spectrum, [](int, int, fft::number& z) { z = z * z; });
  fft::backward_real(block, shared, roots, spectrum, [&](int row, int j, fft::number z) { *at(row, j) = z; });
}
)");
}

}  // namespace

}  // namespace gbi::test
