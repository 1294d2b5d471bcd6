/// \file
/// Launch shells of kernels/division.
#include "src/exec/dispatch/division.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::short_division_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void host_executor::launch(const kernels::reciprocal_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void host_executor::launch(const kernels::remainder_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void host_executor::launch(const kernels::limb_division_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
