#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

#include "bench/rivals/cufft_product.hpp"
#include "tools/gbi/cufft.hpp"

namespace program {

namespace {

/// Device memory; null if there is not enough.
class cuda_block {
 public:
  explicit cuda_block(std::size_t bytes) {
    if (cudaMalloc(&memory_, bytes) == cudaSuccess) return;
    cudaGetLastError();  // clears the error
    memory_ = nullptr;
  }
  ~cuda_block() { cudaFree(memory_); }
  cuda_block(const cuda_block&) = delete;
  cuda_block& operator=(const cuda_block&) = delete;
  void* get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

/// A new stream on the current device.
class device_stream {
 public:
  device_stream() { cudaStreamCreate(&stream_); }
  ~device_stream() { cudaStreamDestroy(stream_); }
  device_stream(const device_stream&) = delete;
  device_stream& operator=(const device_stream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace

std::optional<double> seconds_of_cufft(const gbi::context& context, measured_operation what,
                                       const bench_operands& operands, int repeat) {
  if (what != measured_operation::product) return std::nullopt;
  cudaSetDevice(context.device());
  const device_stream stream;
  const std::vector<std::uint64_t> a = operands.a.to_limbs(), b = operands.b.to_limbs();
  if (a.size() != b.size()) return std::nullopt;
  const std::size_t bytes = a.size() * sizeof(a[0]), bits = 8 * bytes;
  using gbi::bench::cufft_product;
  cufft_product product(stream.get(), bits, bits <= cufft_product::longest_of_words ? 16 : 8);
  const cuda_block first(bytes), second(bytes), workspace(product.workspace_bytes()),
      coefficients(product.points() * sizeof(std::int64_t));
  for (const cuda_block* each : {&first, &second, &workspace, &coefficients})
    if (each->get() == nullptr) return std::nullopt;
  cudaMemcpy(first.get(), a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(second.get(), b.data(), bytes, cudaMemcpyHostToDevice);
  product.set_workspace(workspace.get());
  return seconds_of_one(
      repeat,
      [&] {
        product(static_cast<const std::uint64_t*>(first.get()),
                static_cast<const std::uint64_t*>(second.get()),
                static_cast<std::int64_t*>(coefficients.get()));
      },
      [&] { cudaStreamSynchronize(stream.get()); });
}

}  // namespace program
