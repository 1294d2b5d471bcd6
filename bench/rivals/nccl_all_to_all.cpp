#include "bench/rivals/nccl_all_to_all.hpp"

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <array>
#include <climits>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace gbi::bench {

namespace {

/// ncclConfig_t of 2.28. Later versions append members and tell from the size which are present.
struct configuration {
  std::size_t size = sizeof(configuration);
  unsigned magic = 0xcafebeef, version = 0;
  int blocking = INT_MIN, cga_cluster_size = INT_MIN, min_ctas = INT_MIN, max_ctas = INT_MIN;
  const char* net_name = nullptr;
  int split_share = INT_MIN, traffic_class = INT_MIN;
  const char* name = nullptr;
  int collnet_enable = INT_MIN, cta_policy = INT_MIN, shrink_share = INT_MIN, nvls_ctas = INT_MIN;
  int channels_per_net_peer = INT_MIN, nvlink_centric = INT_MIN;
};
constexpr int zero_cta_policy = 2, symmetric_window = 1, bytes_type = 1, least_version = 22800;

struct identifier {
  std::array<char, 128> bytes;
};

/// The functions of nccl.h.
struct library {
  int (*get_version)(int*);
  int (*get_unique_id)(identifier*);
  int (*init_rank)(void**, int, identifier, int, configuration*);
  int (*destroy)(void*);
  int (*mem_alloc)(void**, std::size_t);
  int (*mem_free)(void*);
  int (*window_register)(void*, void*, std::size_t, void**, int);
  int (*window_deregister)(void*, void*);
  int (*group_start)();
  int (*group_end)();
  int (*all_to_all)(const void*, void*, std::size_t, int, void*, cudaStream_t);
  const char* (*error_string)(int);

  library() {
    setenv("NCCL_NVLS_ENABLE", "0", 1);  // multicast stays off
    const char* const named = std::getenv("GPU_BIGINT_BENCH_NCCL");
    void* const handle = dlopen(named == nullptr ? "libnccl.so.2" : named, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) throw std::runtime_error("there is no NCCL");
    const auto find = [&](auto& function, const char* symbol) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
      if (function == nullptr) throw std::runtime_error(std::string("NCCL has no ") + symbol);
    };
    find(get_version, "ncclGetVersion");
    find(get_unique_id, "ncclGetUniqueId");
    find(init_rank, "ncclCommInitRankConfig");
    find(destroy, "ncclCommDestroy");
    find(mem_alloc, "ncclMemAlloc");
    find(mem_free, "ncclMemFree");
    find(window_register, "ncclCommWindowRegister");
    find(window_deregister, "ncclCommWindowDeregister");
    find(group_start, "ncclGroupStart");
    find(group_end, "ncclGroupEnd");
    find(all_to_all, "ncclAlltoAll");
    find(error_string, "ncclGetErrorString");
  }
  void check(int result, const char* call) const {
    if (result != 0) throw std::runtime_error(std::string(call) + ": " + error_string(result));
  }
};

const library& nccl() {
  static const library loaded;
  return loaded;
}

void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

}  // namespace

nccl_all_to_all::nccl_all_to_all(const std::vector<int>& devices, std::size_t bytes, bool zero_cta)
    : bytes_(bytes) {
  for (const int device : devices) ranks_.push_back({device});
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
  configuration how;
  int version = 0;
  nccl().check(nccl().get_version(&version), "ncclGetVersion");
  if (version < least_version) throw std::runtime_error("NCCL is older than 2.28");
  how.version = static_cast<unsigned>(version);
  if (zero_cta) how.cta_policy = zero_cta_policy;
  identifier id{};
  nccl().check(nccl().get_unique_id(&id), "ncclGetUniqueId");
  const int count = static_cast<int>(ranks_.size());
  const auto together = [&](const char* call, auto&& f) {
    nccl().check(nccl().group_start(), "ncclGroupStart");
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      check(cudaSetDevice(ranks_[i].device));
      nccl().check(f(ranks_[i], static_cast<int>(i)), call);
    }
    nccl().check(nccl().group_end(), call);
  };
  together("ncclCommInitRankConfig",
           [&](rank& r, int number) { return nccl().init_rank(&r.joined, count, id, number, &how); });
  const std::size_t all = bytes_ * ranks_.size();
  for (rank& r : ranks_) {
    check(cudaSetDevice(r.device));
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    r.stream = stream;
    nccl().check(nccl().mem_alloc(&r.sent, all), "ncclMemAlloc");
    nccl().check(nccl().mem_alloc(&r.received, all), "ncclMemAlloc");
    check(cudaMemset(r.sent, 0, all));
    check(cudaMemset(r.received, 0, all));
    check(cudaDeviceSynchronize());
  }
  if (!zero_cta) return;
  together("ncclCommWindowRegister", [&](rank& r, int) {
    return nccl().window_register(r.joined, r.sent, all, &r.sent_window, symmetric_window);
  });
  together("ncclCommWindowRegister", [&](rank& r, int) {
    return nccl().window_register(r.joined, r.received, all, &r.received_window, symmetric_window);
  });
}

void nccl_all_to_all::operator()() {
  nccl().check(nccl().group_start(), "ncclGroupStart");
  for (const rank& r : ranks_)
    nccl().check(nccl().all_to_all(r.sent, r.received, bytes_, bytes_type, r.joined,
                                   static_cast<cudaStream_t>(r.stream)),
                 "ncclAlltoAll");
  nccl().check(nccl().group_end(), "ncclGroupEnd");
  for (const rank& r : ranks_) check(cudaStreamSynchronize(static_cast<cudaStream_t>(r.stream)));
}

void nccl_all_to_all::release() noexcept {
  for (const rank& r : ranks_) {
    cudaSetDevice(r.device);
    if (r.sent_window != nullptr) nccl().window_deregister(r.joined, r.sent_window);
    if (r.received_window != nullptr) nccl().window_deregister(r.joined, r.received_window);
  }
  for (const rank& r : ranks_) {
    cudaSetDevice(r.device);
    if (r.joined != nullptr) nccl().destroy(r.joined);
    if (r.sent != nullptr) nccl().mem_free(r.sent);
    if (r.received != nullptr) nccl().mem_free(r.received);
    if (r.stream != nullptr) cudaStreamDestroy(static_cast<cudaStream_t>(r.stream));
  }
  cudaSetDevice(ranks_.front().device);
}

}  // namespace gbi::bench
