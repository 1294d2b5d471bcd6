/// \file
/// Launch shells of kernels/modular.
#include "src/exec/dispatch/modular.hpp"
#include "src/exec/host/team.hpp"

namespace gbi::exec::host {

void host_executor::launch(const kernels::batch_product_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::montgomery_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::mul_mod_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::pow_mod_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::strong_test_arguments& a) {
  dispatch(*this, a);
}
void host_executor::launch(const kernels::lucas_test_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::host
