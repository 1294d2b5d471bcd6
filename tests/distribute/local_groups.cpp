#include <stdexcept>

#include "gpu_bigint/nccl.hpp"
#include "tests/distribute/groups.hpp"
#include "tests/distribute/sharing.hpp"

namespace gbi::test {

// "host2x4" has two machines of four ranks, and its calls are compared.
// "cuda" and "nccl" have a rank for every GPU. "cuda_shared" has two ranks on one GPU, so that copies between
// streams are tested on machines with one GPU.
std::vector<std::string> group_names() {
  std::vector<std::string> names{"host1", "host2", "host3", "host4", "host8", "checked4"};
#if defined(GPU_BIGINT_WITH_CUDA)
  names.insert(names.end(), {"cuda", "cuda_shared", "nccl"});
#endif
  return names;
}

std::vector<std::string> sharing_group_names() {
  std::vector<std::string> names{"host1", "host2", "host3", "host4", "host8", "checked4", "host2x2"};
#if defined(GPU_BIGINT_WITH_CUDA)
  names.insert(names.end(), {"cuda", "cuda_shared", "cuda_nccl"});
#endif
  return with_sharing(std::move(names));
}

std::vector<std::string> machine_group_names() {
  return with_sharing({"host2x1", "host2x2", "host2x3", "host2x4", "host4x2"});
}

std::string why_no_group(const std::string&) {
  return "";
}

namespace {

context new_context_of(backend which, int device, bool sharing) {
  if (!sharing) return context(which, device);
  return sharing_context(which == backend::host ? "host" : "cuda", device);
}

std::vector<context> contexts(backend which, int count, bool sharing) {
  std::vector<context> made;
  for (int i = 0; i < count; ++i) made.push_back(new_context_of(which, 0, sharing));
  return made;
}

std::vector<context> all_gpus(bool sharing) {
  std::vector<context> made;
  for (int device = 0; is_available(backend::cuda, device); ++device)
    made.push_back(new_context_of(backend::cuda, device, sharing));
  return made;
}

}  // namespace

device_group group_named(const std::string& asked) {
  const bool sharing = shares(asked);
  const std::string name = plain_name(asked);
  if (name == "checked4")
    return device_group(check_calls(direct_communicator(4)), contexts(backend::host, 4, sharing));
  if (name == "cuda_shared") return device_group(direct_communicator(2), contexts(backend::cuda, 2, sharing));
  if (name.starts_with("cuda") || name == "nccl") {
    std::vector<context> gpus = all_gpus(sharing);
    auto link = direct_communicator(static_cast<int>(gpus.size()));
    if (name.ends_with("nccl")) link = nccl_communicator(std::move(link));
    return device_group(std::move(link), std::move(gpus));
  }
  const int ranks = std::stoi(name.substr(4));
  if (const std::size_t by = name.find('x'); by != std::string::npos) {
    const int machine = std::stoi(name.substr(by + 1)), all = ranks * machine;
    return device_group(check_calls(direct_communicator(all)), contexts(backend::host, all, sharing),
                        machine);
  }
  if (!sharing) return device_group::host(ranks);
  return device_group(direct_communicator(ranks), contexts(backend::host, ranks, true));
}

}  // namespace gbi::test
