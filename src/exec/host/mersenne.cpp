/// \file
/// Launch shells of kernels/mersenne.
#include "src/exec/dispatch/mersenne.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::weighted_digits_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::weighted_carry_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::weighted_coefficients_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::spectrum_square_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
