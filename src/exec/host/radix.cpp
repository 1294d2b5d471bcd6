/// \file
/// Launch shells of kernels/radix.
#include "src/exec/dispatch/radix.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::parse_leaves_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::format_leaves_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::parse_bits_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::format_bits_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
