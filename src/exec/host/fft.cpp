/// \file
/// Launch shells of kernels/fft.
#include "src/exec/dispatch/fft.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::columns_arguments& a, columns_pass pass, int log2_column,
                           std::uint32_t batch) {
  dispatch(*this, a, pass, log2_column, batch);
}
void host_executor::launch(const kernels::rows_arguments& a, int log2_row, std::uint32_t batch) {
  dispatch(*this, a, log2_row, batch);
}
void host_executor::launch(const kernels::block_product_arguments& a, int log2_points, std::uint32_t batch) {
  dispatch(*this, a, log2_points, batch);
}

}  // namespace gbi::exec::host
