/// \file
/// The stream compaction of custom_scan.cpp in device memory: keeps the numbers with an odd number of set
/// bits.
///
///     device_scan [numbers]
///
/// What one learns: gbi::scan takes pointers to one's own device memory and queues on one's own stream.
/// Between Thrust algorithms on the same stream, nothing is copied and nothing waits until the result is
/// needed.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scatter.h>
#include <thrust/transform.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <gpu_bigint.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace {

/// 1 for a number to be kept, else 0.
struct chosen {
  __device__ std::uint32_t operator()(std::uint32_t number) const { return __popc(number) & 1; }
};

}  // namespace

int main(int argc, char** argv) try {
  const auto count = static_cast<std::uint32_t>(argc > 1 ? std::stoul(argv[1]) : 1'000'001);
  if (count == 0) return 0;
  cudaStream_t stream = nullptr;
  if (cudaStreamCreate(&stream) != cudaSuccess) throw gbi::device_error("no stream: is there a GPU?");
  std::vector<std::uint32_t> kept;
  {
    const gbi::context where(gbi::backend::cuda, 0, stream);
    const auto on_stream = thrust::cuda::par_nosync.on(stream);
    const thrust::counting_iterator<std::uint32_t> numbers(0);

    thrust::device_vector<std::uint32_t> flags(count), places(count), result(count);
    thrust::transform(on_stream, numbers, numbers + count, flags.begin(), chosen{});
    gbi::scan(where, flags.data().get(), places.data().get(), count, {.kind = gbi::scan_kind::exclusive});
    thrust::scatter_if(on_stream, numbers, numbers + count, places.begin(), flags.begin(), result.begin());
    where.synchronize();

    kept.resize(places.back() + flags.back());
    thrust::copy(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(kept.size()), kept.begin());
  }
  cudaStreamDestroy(stream);

  std::vector<std::uint32_t> expected;
  for (std::uint32_t number = 0; number < count; ++number)
    if (std::popcount(number) % 2 != 0) expected.push_back(number);
  const bool right = kept == expected;
  std::cout << kept.size() << " of " << count
            << " numbers have an odd count of ones: " << (right ? "right" : "WRONG") << '\n';
  return right ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "device_scan: " << error.what() << '\n';
  return 2;
}
