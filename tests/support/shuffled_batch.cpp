/// \file
/// The kernels of kernels/batch of the shuffled executor.
#include "src/exec/dispatch/batch.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch;

void shuffled_executor::launch(const kernels::batch_copy_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_add_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_compare_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_mask_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_select_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_shift_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_divide_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::batch_euclid_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::test
