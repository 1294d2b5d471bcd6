/// \file
/// Launch shells of kernels/normalize.
#include "src/exec/dispatch/normalize.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::normalize_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::host
