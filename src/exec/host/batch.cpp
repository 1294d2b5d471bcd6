/// \file
/// Launch shells of kernels/batch.
#include "src/exec/dispatch/batch.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::batch_copy_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_add_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_compare_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_mask_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_select_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_shift_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_divide_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::batch_euclid_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
