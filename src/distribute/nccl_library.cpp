#include "src/distribute/nccl_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <type_traits>

#include "gpu_bigint/error.hpp"

namespace gbi::distribute {

namespace {

std::string last_reason() {
  const char* const said = dlerror();  // NOLINT(concurrency-mt-unsafe): POSIX keeps it for each thread
  return said == nullptr ? "no reason given" : said;
}

}  // namespace

nccl_library::nccl_library(const std::string& name) {
  // Multicast does not help the exchanges of this library. NCCL reads the variable when it makes its first
  // communicator.
  setenv("NCCL_NVLS_ENABLE", "0",
         0);  // NOLINT(concurrency-mt-unsafe): the caller makes a group, which is not concurrent
  void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw device_error("NCCL cannot be loaded: " + last_reason());
  const auto find = [&](auto& function, const char* symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
    if (function != nullptr) return;
    throw device_error("NCCL cannot be used: " + name + " has no " + symbol);
  };
  find(get_unique_id, "ncclGetUniqueId");
  find(init_rank, "ncclCommInitRank");
  find(destroy, "ncclCommDestroy");
  find(abort, "ncclCommAbort");
  find(async_error, "ncclCommGetAsyncError");
  find(error_string, "ncclGetErrorString");
  find(group_start, "ncclGroupStart");
  find(group_end, "ncclGroupEnd");
  find(send, "ncclSend");
  find(receive, "ncclRecv");
  find(all_gather, "ncclAllGather");
  find(all_reduce, "ncclAllReduce");
  find(broadcast, "ncclBroadcast");
}

void nccl_library::check(int result, const char* call) const {
  if (result != 0) throw device_error(std::string(call) + ": " + error_string(result));
}

}  // namespace gbi::distribute
