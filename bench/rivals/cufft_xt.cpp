#include "bench/rivals/cufft_xt.hpp"

#include <cuda_runtime_api.h>
#include <cufftXt.h>

#include <stdexcept>
#include <string>

#include "bench/rivals/cuda_check.hpp"

namespace gbi::bench {

namespace {

void check(cufftResult result, const char* call) {
  if (result != CUFFT_SUCCESS)
    throw std::runtime_error(std::string(call) + ": error " + std::to_string(static_cast<int>(result)));
}

}  // namespace

cufft_xt_plan::cufft_xt_plan(const std::vector<int>& devices, std::size_t points) : devices_(devices) {
  static_assert(sizeof(cufftHandle) == sizeof(int));
  try {
    check(cufftCreate(&plan_), "cufftCreate");
    check(cufftXtSetGPUs(plan_, static_cast<int>(devices_.size()), devices_.data()), "cufftXtSetGPUs");
    std::vector<std::size_t> workspace(devices_.size());
    check(cufftMakePlan1d(plan_, static_cast<int>(points), CUFFT_Z2Z, 1, workspace.data()),
          "cufftMakePlan1d");
    cudaLibXtDesc* made = nullptr;
    check(cufftXtMalloc(plan_, &made, CUFFT_XT_FORMAT_INPLACE), "cufftXtMalloc");
    points_ = made;
    for (int i = 0; i < made->descriptor->nGPUs; ++i) {
      cudaSetDevice(made->descriptor->GPUs[i]);
      cudaMemset(made->descriptor->data[i], 0, made->descriptor->size[i]);
    }
    wait();
  } catch (...) {
    release();
    throw;
  }
}

cufft_xt_plan::~cufft_xt_plan() {
  release();
}

void cufft_xt_plan::release() noexcept {
  if (points_ != nullptr) cufftXtFree(static_cast<cudaLibXtDesc*>(points_));
  if (plan_ != 0) cufftDestroy(plan_);
  cudaSetDevice(devices_.front());
}

void cufft_xt_plan::three_transforms() {
  auto* const points = static_cast<cudaLibXtDesc*>(points_);
  for (int i = 0; i < 3; ++i) {
    check(cufftXtExecDescriptor(plan_, points, points, CUFFT_FORWARD), "cufftXtExecDescriptor");
    points->subFormat = CUFFT_XT_FORMAT_INPLACE;  // as if the results were in natural order
  }
  wait();
}

void cufft_xt_plan::wait() const {
  for (const int device : devices_) {
    cudaSetDevice(device);
    check(cudaDeviceSynchronize());
  }
}

}  // namespace gbi::bench
