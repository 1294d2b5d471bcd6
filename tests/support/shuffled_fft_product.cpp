/// \file
/// The transform kernels for products of the shuffled executor.
#include "src/exec/dispatch/fft_product.hpp"
#include "tests/support/shuffled_executor.hpp"

namespace gbi::test {

using exec::dispatch;

void shuffled_executor::launch(const kernels::pointwise_arguments<double>& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::digits_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::rounding_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::row_product_arguments& a, int row, std::uint32_t batch) {
  dispatch(*this, a, row, batch);
}
void shuffled_executor::launch(const kernels::block_product_arguments& a, int points) {
  dispatch(*this, a, points);
}

}  // namespace gbi::test
