// A user's CUDA source with the library's headers.
#include <cstdint>
#include <gpu_bigint.hpp>
#include <iostream>
#include <string>

__global__ void double_limbs(std::uint64_t* limbs, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) limbs[i] *= 2;
}

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0) {
    std::uint64_t* limbs = nullptr;
    if (cudaMallocManaged(&limbs, sizeof *limbs) != cudaSuccess) return 1;
    *limbs = 21;
    double_limbs<<<1, 32>>>(limbs, 1);
    if (cudaDeviceSynchronize() != cudaSuccess || *limbs != 42) return 1;
  }
  const gbi::gpu_bigint power = gbi::pow(gbi::gpu_bigint(10), 100'000);
  if ((power - 1).to_string() != std::string(100'000, '9')) return 1;
  std::cout << "right, on " << power.context().device_name() << '\n';
}
