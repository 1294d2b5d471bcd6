#include "bench/rivals/nccl_all_to_all.hpp"

namespace gbi::bench {

nccl_all_to_all::nccl_all_to_all(const std::vector<int>& devices, std::size_t bytes, bool zero_cta)
    : bytes_(bytes), ranks_(devices, zero_cta), of_(devices.size()) {
  try {
    make(zero_cta);
  } catch (...) {
    release();
    throw;
  }
}

nccl_all_to_all::~nccl_all_to_all() {
  release();
}

void nccl_all_to_all::make(bool zero_cta) {
  const std::size_t all = bytes_ * of_.size();
  for (std::size_t i = 0; i < of_.size(); ++i) {
    check(cudaSetDevice(ranks_.all()[i].device));
    for (void** block : {&of_[i].sent, &of_[i].received}) {
      nccl().check(nccl().mem_alloc(block, all), "ncclMemAlloc");
      check(cudaMemset(*block, 0, all));
    }
    check(cudaDeviceSynchronize());
  }
  if (!zero_cta) return;
  constexpr int symmetric = 1;
  ranks_.together("ncclCommWindowRegister", [&](const nccl_ranks::rank& r, std::size_t i) {
    return nccl().window_register(r.joined, of_[i].sent, all, &of_[i].sent_window, symmetric);
  });
  ranks_.together("ncclCommWindowRegister", [&](const nccl_ranks::rank& r, std::size_t i) {
    return nccl().window_register(r.joined, of_[i].received, all, &of_[i].received_window, symmetric);
  });
}

void nccl_all_to_all::operator()() {
  ranks_.together("ncclAlltoAll", [&](const nccl_ranks::rank& r, std::size_t i) {
    return nccl().all_to_all(of_[i].sent, of_[i].received, bytes_, nccl_library::of_bytes, r.joined,
                             r.stream);
  });
  ranks_.synchronize();
}

void nccl_all_to_all::release() noexcept {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const nccl_ranks::rank& r = ranks_.all()[i];
    cudaSetDevice(r.device);
    for (void* window : {of_[i].sent_window, of_[i].received_window})
      if (window != nullptr) nccl().window_deregister(r.joined, window);
  }
  for (std::size_t i = 0; i < of_.size(); ++i) {
    cudaSetDevice(ranks_.all()[i].device);
    for (void* block : {of_[i].sent, of_[i].received})
      if (block != nullptr) nccl().mem_free(block);
  }
}

}  // namespace gbi::bench
