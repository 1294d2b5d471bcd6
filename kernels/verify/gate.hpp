/// \file
/// The repair gate: whether a kernel that repairs products has anything to do. Executors ask before they run
/// a block of such a kernel. A check inside the kernel would cost registers, and on a GPU, a launch of many
/// idle blocks takes time.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/verify/arguments.hpp"

namespace gbi::kernels {

/// The gate in a kernel's arguments, which may contain the arguments of a launch and more.
template <class Arguments>
GBI_BOTH constexpr const repair_gate& gate_of(const Arguments& a) {
  if constexpr (requires { a.repair; })
    return a.repair;
  else
    return a.problem.repair;
}

/// Kernels whose launches an executor may skip because of their gate.
template <class Kernel>
concept repairing = Kernel::repairs;

GBI_DEVICE bool is_closed(const repair_gate& g, std::uint32_t transform) {
  return g.verdicts != nullptr && g.verdicts[transform % g.problems].wrong == 0;
}

}  // namespace gbi::kernels
