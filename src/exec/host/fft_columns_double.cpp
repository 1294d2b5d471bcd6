/// \file
/// Launch shells of the column passes in double precision.
#include "src/exec/dispatch/fft_columns.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::columns_arguments<double>& a, kernels::direction direction,
                           kernels::columns_end end, int column, std::uint32_t batch) {
  dispatch(*this, a, direction, end, column, batch);
}

}  // namespace gbi::exec::host
