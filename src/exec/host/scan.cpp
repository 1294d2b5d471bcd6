/// \file
/// Launch shells of kernels/scan.
#include "src/exec/dispatch/scan.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::scan_arguments& a, const kernels::scan_instance& which) {
  dispatch<kernels::host_scan_shapes>(*this, a, which);
}

}  // namespace gbi::exec::host
