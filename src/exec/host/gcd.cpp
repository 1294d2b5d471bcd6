/// \file
/// Launch shells of kernels/gcd.
#include "src/exec/dispatch/gcd.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::euclid_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
