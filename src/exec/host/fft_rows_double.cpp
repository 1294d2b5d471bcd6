/// \file
/// Launch shells of the transforms of rows in double precision.
#include "src/exec/dispatch/fft_rows.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::rows_arguments<double>& a, kernels::direction direction,
                           bool transposed, int row) {
  transposed ? dispatch_transposed(*this, a, direction, row) : dispatch(*this, a, direction, row);
}
void host_executor::launch(const kernels::mixed_rows_arguments<double>& a, kernels::direction direction) {
  dispatch(*this, a, direction);
}
void host_executor::launch(const kernels::real_spectrum_arguments<double>& a, kernels::direction direction) {
  dispatch(*this, a, direction);
}

}  // namespace gbi::exec::host
