#include "bench/rivals/cuda_marks.hpp"

#include <cuda_runtime_api.h>

#include "bench/rivals/cuda_check.hpp"

namespace gbi::bench {

cuda_marks::~cuda_marks() {
  for (void* const event : events_) cudaEventDestroy(static_cast<cudaEvent_t>(event));
}

void cuda_marks::add() {
  check(cudaSetDevice(device_));
  if (count_ == events_.size()) {
    cudaEvent_t made = nullptr;
    check(cudaEventCreate(&made));
    events_.push_back(made);
  }
  check(cudaEventRecord(static_cast<cudaEvent_t>(events_[count_++]), static_cast<cudaStream_t>(stream_)));
}

std::vector<double> cuda_marks::seconds() {
  std::vector<double> found;
  const auto event = [&](std::size_t i) { return static_cast<cudaEvent_t>(events_[i]); };
  if (count_ > 0) check(cudaEventSynchronize(event(count_ - 1)));
  for (std::size_t i = 1; i < count_; ++i) {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, event(i - 1), event(i)));
    found.push_back(static_cast<double>(milliseconds) / 1000);
  }
  count_ = 0;
  return found;
}

}  // namespace gbi::bench
