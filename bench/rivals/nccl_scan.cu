#include "bench/rivals/nccl_scan.hpp"

#include <algorithm>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace gbi::bench {

namespace {

/// The sum of the totals of the lower GPUs.
struct lower_total {
  const std::int64_t* totals;
  __host__ __device__ std::int64_t operator()(int rank) const {
    std::int64_t sum = 0;
    for (int i = 0; i < rank; ++i) sum += totals[i];
    return sum;
  }
};

}  // namespace

nccl_scan::nccl_scan(const std::vector<int>& devices, std::size_t each,
                     const std::vector<std::int64_t>& values)
    : each_(each), ranks_(devices, false), of_(devices.size()) {
  try {
    make(values);
  } catch (...) {
    release();
    throw;
  }
}

nccl_scan::~nccl_scan() {
  release();
}

void nccl_scan::make(const std::vector<std::int64_t>& values) {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    memory& m = of_[i];
    check(cudaSetDevice(ranks_.all()[i].device));
    check(cudaMalloc(&m.in, each_ * sizeof(std::int64_t)));
    check(cudaMalloc(&m.out, each_ * sizeof(std::int64_t)));
    check(cudaMalloc(&m.total, sizeof(std::int64_t)));
    check(cudaMalloc(&m.totals, of_.size() * sizeof(std::int64_t)));
    const auto copy = [&](std::size_t to, const std::int64_t* from, std::size_t count, cudaMemcpyKind way) {
      check(cudaMemcpy(m.in + to, from, std::min(count, each_ - to) * sizeof(std::int64_t), way));
    };
    copy(0, values.data(), values.size(), cudaMemcpyHostToDevice);
    for (std::size_t filled = values.size(); filled < each_; filled *= 2)
      copy(filled, m.in, filled, cudaMemcpyDeviceToDevice);
    std::size_t of_sum = 0, of_scan = 0;
    check(cub::DeviceReduce::Sum(nullptr, of_sum, m.in, m.total, static_cast<std::int64_t>(each_)));
    scan_from_totals(i, of_scan);
    m.workspace_bytes = std::max(of_sum, of_scan);
    check(cudaMalloc(&m.workspace, m.workspace_bytes));
    check(cudaDeviceSynchronize());
  }
}

void nccl_scan::scan_from_totals(std::size_t rank, std::size_t& workspace_bytes) {
  const memory& m = of_[rank];
  const auto before = thrust::make_transform_iterator(thrust::counting_iterator<int>(static_cast<int>(rank)),
                                                      lower_total{m.totals});
  check(cub::DeviceScan::ExclusiveScan(m.workspace, workspace_bytes, m.in, m.out, cuda::std::plus<>{},
                                       cub::FutureValue<std::int64_t, decltype(before)>(before),
                                       static_cast<std::int64_t>(each_), ranks_.all()[rank].stream));
}

void nccl_scan::operator()() {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    check(cudaSetDevice(ranks_.all()[i].device));
    std::size_t bytes = of_[i].workspace_bytes;
    check(cub::DeviceReduce::Sum(of_[i].workspace, bytes, of_[i].in, of_[i].total,
                                 static_cast<std::int64_t>(each_), ranks_.all()[i].stream));
  }
  ranks_.together("ncclAllGather", [&](const nccl_ranks::rank& r, std::size_t i) {
    return nccl().all_gather(of_[i].total, of_[i].totals, 1, nccl_library::of_int64, r.joined, r.stream);
  });
  for (std::size_t i = 0; i < of_.size(); ++i) {
    check(cudaSetDevice(ranks_.all()[i].device));
    std::size_t bytes = of_[i].workspace_bytes;
    scan_from_totals(i, bytes);
  }
  ranks_.synchronize();
}

std::int64_t nccl_scan::last() const {
  std::int64_t result = 0;
  check(cudaMemcpy(&result, of_.back().out + each_ - 1, sizeof result, cudaMemcpyDeviceToHost));
  return result;
}

void nccl_scan::release() noexcept {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    cudaSetDevice(ranks_.all()[i].device);
    for (void* block :
         {static_cast<void*>(of_[i].in), static_cast<void*>(of_[i].out), static_cast<void*>(of_[i].total),
          static_cast<void*>(of_[i].totals), of_[i].workspace})
      cudaFree(block);
  }
}

}  // namespace gbi::bench
