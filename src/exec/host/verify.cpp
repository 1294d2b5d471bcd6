/// \file
/// Launch shell of kernels/verify.
#include "src/exec/dispatch/verify.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::verify_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::host
