/// \file
/// Launch shells of kernels/residue.
#include "src/exec/dispatch/residue.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::residues_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
