/// \file
/// Launch shells of kernels/bits.
#include "src/exec/dispatch/bits.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::lowest_one_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::bitwise_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::ones_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::digest_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
