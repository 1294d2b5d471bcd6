#include <gpu_bigint/device.cuh>

using field = gbi::device::field<2048>;

extern "C" __global__ void __launch_bounds__(32, field::warps_of_multiprocessor)
    squares(const std::uint64_t* x, const std::uint64_t* n, std::uint64_t* square, std::uint32_t count) {
  __shared__ field::memory shared;
  gbi::device::warp warp = gbi::device::this_warp();
  const field modulo_n(warp, shared, gbi::device::rows(n, 32), count);
  field::number value;
  modulo_n.load(value, gbi::device::rows(x, 32));
  modulo_n.square(value);
  modulo_n.store(gbi::device::rows(square, 32), value);
}
