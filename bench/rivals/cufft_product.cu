#include "bench/rivals/cufft_product.hpp"

#include <cuda_runtime_api.h>
#include <cufft.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/rivals/cuda_check.hpp"

namespace gbi::bench {

namespace {

constexpr int threads = 256;

void check(cufftResult result) {
  if (result != CUFFT_SUCCESS)
    throw std::runtime_error("cuFFT error " + std::to_string(static_cast<int>(result)));
}

__device__ std::size_t global_index() {
  return std::size_t{blockIdx.x} * threads + threadIdx.x;
}

/// Cuts an operand into digits. `points` is a power of two.
template <class Digit>
__global__ void expand(const Digit* digits, std::size_t digit_count, double* values, std::size_t points,
                       std::size_t problems) {
  const std::size_t i = global_index(), place = i & (points - 1), problem = i / points;
  if (problem < problems)
    values[i] = place < digit_count ? static_cast<double>(digits[problem * digit_count + place]) : 0.0;
}

/// `factor` scales the backward transform, which cuFFT leaves to its callers.
__global__ void multiply_pointwise(double2* a, const double2* b, std::size_t count, double factor) {
  const std::size_t i = global_index();
  if (i >= count) return;
  const double2 x = a[i], y = b[i];
  a[i] = {(x.x * y.x - x.y * y.y) * factor, (x.x * y.y + x.y * y.x) * factor};
}

__global__ void round_values(const double* values, std::int64_t* coefficients, std::size_t count) {
  const std::size_t i = global_index();
  if (i < count) coefficients[i] = __double2ll_rn(values[i]);
}

unsigned blocks_for(std::size_t count) {
  return static_cast<unsigned>((count + threads - 1) / threads);
}

constexpr std::size_t aligned(std::size_t bytes) {
  return (bytes + 255) / 256 * 256;
}

/// Makes a plan that does not allocate its own workspace. \returns the bytes of workspace it needs.
std::size_t make(cufftHandle& plan, cufftType type, std::size_t points, std::size_t count, void* stream) {
  long long length = static_cast<long long>(points);
  std::size_t bytes = 0;
  check(cufftCreate(&plan));
  check(cufftSetAutoAllocation(plan, 0));
  check(cufftMakePlanMany64(plan, 1, &length, nullptr, 1, 0, nullptr, 1, 0, type,
                            static_cast<long long>(count), &bytes));
  check(cufftSetStream(plan, static_cast<cudaStream_t>(stream)));
  return bytes;
}

/// Offsets in the workspace: the numbers, both spectra, the workspaces of the plans.
struct layout {
  std::size_t first, second, plans;

  layout(std::size_t points, std::size_t count)
      : first(aligned(count * points * sizeof(double))),
        second(first + aligned(count * (points / 2 + 1) * sizeof(double2))),
        plans(second + aligned(count * (points / 2 + 1) * sizeof(double2))) {}
};

}  // namespace

cufft_product::cufft_product(void* stream, std::size_t bits, int digit_bits, std::size_t count)
    : stream_(stream), count_(count), digit_bits_(digit_bits) {
  static_assert(sizeof(cufftHandle) == sizeof(int));
  digits_ = bits / static_cast<std::size_t>(digit_bits_);
  points_ = std::bit_ceil(2 * digits_);
  const std::size_t forward_bytes = make(forward_, CUFFT_D2Z, points_, count_, stream);
  plan_bytes_ = std::max(forward_bytes, make(backward_, CUFFT_Z2D, points_, count_, stream));
}

cufft_product::~cufft_product() {
  cufftDestroy(forward_);
  cufftDestroy(backward_);
}

std::size_t cufft_product::workspace_bytes() const noexcept {
  return layout(points_, count_).plans + plan_bytes_;
}

void cufft_product::set_workspace(void* memory) {
  workspace_ = static_cast<std::byte*>(memory);
  for (const int plan : {forward_, backward_})
    check(cufftSetWorkArea(plan, workspace_ + layout(points_, count_).plans));
}

void cufft_product::operator()(const std::uint64_t* a, const std::uint64_t* b,
                               std::int64_t* coefficients) const {
  const auto stream = static_cast<cudaStream_t>(stream_);
  const layout at(points_, count_);
  auto* values = reinterpret_cast<double*>(workspace_);
  auto* first = reinterpret_cast<double2*>(workspace_ + at.first);
  auto* second = reinterpret_cast<double2*>(workspace_ + at.second);
  const unsigned blocks = blocks_for(count_ * points_);
  for (const auto& [limbs, spectrum] : {std::pair{a, first}, std::pair{b, second}}) {
    // Limbs are little-endian, so their digits are the 16-bit words or bytes in memory.
    if (digit_bits_ == 16)
      expand<<<blocks, threads, 0, stream>>>(reinterpret_cast<const std::uint16_t*>(limbs), digits_, values,
                                             points_, count_);
    else
      expand<<<blocks, threads, 0, stream>>>(reinterpret_cast<const std::uint8_t*>(limbs), digits_, values,
                                             points_, count_);
    check(cufftExecD2Z(forward_, values, spectrum));
  }
  const std::size_t frequencies = count_ * (points_ / 2 + 1);
  multiply_pointwise<<<blocks_for(frequencies), threads, 0, stream>>>(first, second, frequencies,
                                                                      1.0 / static_cast<double>(points_));
  check(cufftExecZ2D(backward_, first, values));
  round_values<<<blocks, threads, 0, stream>>>(values, coefficients, count_ * points_);
  check(cudaGetLastError());
}

}  // namespace gbi::bench
