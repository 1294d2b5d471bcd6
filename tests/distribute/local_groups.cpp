#include <stdexcept>

#include "gpu_bigint/nccl.hpp"
#include "tests/distribute/groups.hpp"

namespace gbi::test {

// "cuda" and "nccl" have a rank for every GPU. "cuda_shared" has two on one GPU, so that copies are ordered
// between streams where there is no other GPU.
std::vector<std::string> group_names() {
  std::vector<std::string> names{"host1", "host2", "host3", "host4", "host8", "checked4"};
#if defined(GPU_BIGINT_WITH_CUDA)
  names.insert(names.end(), {"cuda", "cuda_shared", "nccl"});
#endif
  return names;
}

namespace {

std::vector<context> contexts(backend which, int count) {
  std::vector<context> made;
  for (int i = 0; i < count; ++i) made.emplace_back(which);
  return made;
}

std::vector<context> all_gpus() {
  std::vector<context> made;
  for (int device = 0; is_available(backend::cuda, device); ++device)
    made.emplace_back(backend::cuda, device);
  return made;
}

}  // namespace

device_group group_named(const std::string& name) {
  if (name == "checked4")
    return device_group(check_calls(direct_communicator(4)), contexts(backend::host, 4));
  if (name == "cuda_shared") return device_group(direct_communicator(2), contexts(backend::cuda, 2));
  if (name == "cuda" || name == "nccl") {
    std::vector<context> gpus = all_gpus();
    auto link = direct_communicator(static_cast<int>(gpus.size()));
    if (name == "nccl") link = nccl_communicator(std::move(link));
    return device_group(std::move(link), std::move(gpus));
  }
  return device_group::host(std::stoi(name.substr(4)));
}

}  // namespace gbi::test
