/// \file
/// Launch shells of kernels/fft.
#include "src/exec/dispatch/fft.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::columns_arguments& a, columns_pass pass, int column,
                           std::uint32_t batch) {
  dispatch(*this, a, pass, column, batch);
}
void host_executor::launch(const kernels::rows_arguments& a, int row, std::uint32_t batch) {
  dispatch(*this, a, row, batch);
}
void host_executor::launch(const kernels::block_product_arguments& a, int points, std::uint32_t batch) {
  dispatch(*this, a, points, batch);
}

}  // namespace gbi::exec::host
