/// \file
/// Launch shells of kernels/tree.
#include "src/exec/dispatch/tree.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::word_leaves_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::gather_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::sign_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
