#include "bench/rivals/nccl.hpp"

#include <dlfcn.h>

#include <climits>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace gbi::bench {

/// ncclConfig_t of 2.28. Later versions append members and tell from the size which are present.
struct nccl_configuration {
  std::size_t size = sizeof(nccl_configuration);
  unsigned magic = 0xcafebeef, version = 0;
  int blocking = INT_MIN, cga_cluster_size = INT_MIN, min_ctas = INT_MIN, max_ctas = INT_MIN;
  const char* net_name = nullptr;
  int split_share = INT_MIN, traffic_class = INT_MIN;
  const char* name = nullptr;
  int collnet_enable = INT_MIN, cta_policy = INT_MIN, shrink_share = INT_MIN, nvls_ctas = INT_MIN;
  int channels_per_net_peer = INT_MIN, nvlink_centric = INT_MIN;
};

namespace {

constexpr int zero_cta_policy = 2, least_version = 22800;

nccl_library load() {
  setenv("NCCL_NVLS_ENABLE", "0", 1);  // multicast stays off
  const char* const named = std::getenv("GPU_BIGINT_BENCH_NCCL");
  void* const handle = dlopen(named == nullptr ? "libnccl.so.2" : named, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw std::runtime_error("there is no NCCL");
  const auto find = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
    if (function == nullptr) throw std::runtime_error(std::string("NCCL has no ") + symbol);
  };
  nccl_library found{};
  find(found.get_version, "ncclGetVersion");
  find(found.get_unique_id, "ncclGetUniqueId");
  find(found.init_rank, "ncclCommInitRankConfig");
  find(found.destroy, "ncclCommDestroy");
  find(found.mem_alloc, "ncclMemAlloc");
  find(found.mem_free, "ncclMemFree");
  find(found.window_register, "ncclCommWindowRegister");
  find(found.window_deregister, "ncclCommWindowDeregister");
  find(found.group_start, "ncclGroupStart");
  find(found.group_end, "ncclGroupEnd");
  find(found.all_to_all, "ncclAlltoAll");
  find(found.all_gather, "ncclAllGather");
  find(found.error_string, "ncclGetErrorString");
  return found;
}

}  // namespace

void nccl_library::check(int result, const char* call) const {
  if (result != 0) throw std::runtime_error(std::string(call) + ": " + error_string(result));
}

const nccl_library& nccl() {
  static const nccl_library loaded = load();
  return loaded;
}

nccl_ranks::nccl_ranks(const std::vector<int>& devices, bool zero_cta) {
  for (const int device : devices) all_.push_back({device});
  try {
    nccl_configuration how;
    int version = 0;
    nccl().check(nccl().get_version(&version), "ncclGetVersion");
    if (version < least_version) throw std::runtime_error("NCCL is older than 2.28");
    how.version = static_cast<unsigned>(version);
    if (zero_cta) how.cta_policy = zero_cta_policy;
    nccl_library::identifier id{};
    nccl().check(nccl().get_unique_id(&id), "ncclGetUniqueId");
    const int count = static_cast<int>(all_.size());
    together("ncclCommInitRankConfig", [&](const rank&, std::size_t number) {
      return nccl().init_rank(&all_[number].joined, count, id, static_cast<int>(number), &how);
    });
    for (rank& r : all_) {
      check(cudaSetDevice(r.device));
      check(cudaStreamCreateWithFlags(&r.stream, cudaStreamNonBlocking));
    }
  } catch (...) {
    release();
    throw;
  }
}

nccl_ranks::~nccl_ranks() {
  release();
}

void nccl_ranks::synchronize() const {
  for (const rank& r : all_) check(cudaStreamSynchronize(r.stream));
}

void nccl_ranks::release() noexcept {
  for (const rank& r : all_) {
    cudaSetDevice(r.device);
    if (r.joined != nullptr) nccl().destroy(r.joined);
    if (r.stream != nullptr) cudaStreamDestroy(r.stream);
  }
  cudaSetDevice(all_.front().device);
}

}  // namespace gbi::bench
