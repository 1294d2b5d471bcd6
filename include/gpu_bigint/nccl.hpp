/// \file
/// Exchanges between GPUs of several processes by NCCL.
#pragma once

#include <memory>
#include <string>

#include "gpu_bigint/communicator.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

/// Where NCCL comes from.
struct nccl_options {
  /// Name or path of the library, as dlopen takes it. The wheel nvidia-nccl-cu13 of PyPI has one, too.
  std::string library = "libnccl.so.2";
};

/// A communicator that exchanges the memory of GPUs by NCCL, over NVLink, PCIe or a network. The host does
/// not wait for exchanges. NCCL is loaded when the group is made; neither the library nor a program is linked
/// with it.
///
/// Each rank needs a GPU of its own. NCCL's multicast (NVLS) is off unless the environment variable
/// NCCL_NVLS_ENABLE says otherwise: the library sets it to 0 if it is not set.
/// \param hosts carries what the hosts tell each other: NCCL's identifier at first, then share() and
/// barrier(). A message_communicator() between processes, or a direct_communicator() in one. The communicator
/// owns it
/// \param options where NCCL is
/// \throws std::invalid_argument for null. The constructor of device_group throws device_error on all ranks
/// if one of them finds no NCCL, or has a context of the host; the message names the library, or the rank
[[nodiscard]] GBI_API std::unique_ptr<communicator> nccl_communicator(std::unique_ptr<communicator> hosts,
                                                                      const nccl_options& options = {});

}  // namespace gbi
