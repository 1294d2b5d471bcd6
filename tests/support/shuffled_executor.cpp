#include "tests/support/shuffled_executor.hpp"

#include "src/exec/dispatch/arithmetic.hpp"
#include "src/exec/dispatch/bits.hpp"
#include "src/exec/dispatch/convolution.hpp"
#include "src/exec/dispatch/division.hpp"
#include "src/exec/dispatch/mersenne.hpp"
#include "src/exec/dispatch/normalize.hpp"
#include "src/exec/dispatch/radix.hpp"
#include "src/exec/dispatch/random.hpp"
#include "src/exec/dispatch/residue.hpp"
#include "src/exec/dispatch/tree.hpp"
#include "src/exec/dispatch/verify.hpp"

namespace gbi::test {

static_assert(kernels::block_model<shuffled_block<64>>);

using exec::dispatch;

void* shuffled_executor::allocate(std::size_t bytes) {
  void* memory = host_executor::allocate(bytes);
  fill_with_garbage(memory, bytes);
  return memory;
}

void shuffled_executor::launch(const kernels::add_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::residual_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::compare_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::significant_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::report_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::shift_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::lowest_one_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::bitwise_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::ones_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::digest_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::random_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::tile_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::column_sum_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::limb_product_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::verify_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::short_product_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::normalize_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::short_division_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::reciprocal_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::remainder_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}
void shuffled_executor::launch(const kernels::limb_division_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::parse_leaves_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::format_leaves_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::parse_bits_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::format_bits_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::word_leaves_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::gather_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::sign_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::weighted_digits_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::weighted_carry_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::weighted_coefficients_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::spectrum_square_arguments& a) {
  dispatch(*this, a);
}
void shuffled_executor::launch(const kernels::residues_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::test
