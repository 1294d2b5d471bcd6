/// \file
/// The kernels of kernels/modular of the shuffled executor.
#include "src/exec/dispatch/modular.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch;

void shuffled_executor::launch(const kernels::batch_product_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::montgomery_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::mul_mod_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::pow_mod_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::strong_test_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::lucas_test_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::test
