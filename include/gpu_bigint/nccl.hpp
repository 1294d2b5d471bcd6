/// \file
/// Exchanges between the GPUs of several processes over NCCL.
#pragma once

#include <memory>
#include <string>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Where NCCL comes from.
struct nccl_options {
  /// Name or path of the library, as for dlopen. The PyPI wheel nvidia-nccl-cu13 also contains it.
  std::string library = "libnccl.so.2";
};

/// A communicator that exchanges GPU memory with NCCL, over NVLink, PCIe or a network. The host does not wait
/// for exchanges. NCCL is loaded when the group is made; neither the library nor the program links against
/// it.
///
/// Each rank needs a GPU of its own. NCCL's multicast (NVLS) is off unless the environment variable
/// NCCL_NVLS_ENABLE says otherwise: the library sets it to 0 if it is not set.
/// \param hosts carries messages between the hosts: first NCCL's identifier, then share() and barrier(). Pass
/// a message_communicator() for several processes, or a direct_communicator() for one. The new communicator
/// owns it
/// \param options where to find NCCL
/// \throws std::invalid_argument for null. The constructor of device_group throws on all ranks if one of them
/// does not find NCCL (device_error) or has a host context (std::invalid_argument). The other ranks throw a
/// device_error that names it
[[nodiscard]] GBI_API std::unique_ptr<communicator> nccl_communicator(std::unique_ptr<communicator> hosts,
                                                                      const nccl_options& options = {});

}  // namespace gbi
