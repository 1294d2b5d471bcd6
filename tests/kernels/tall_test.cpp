/// \file
/// The passes of products in two passes over memory, each alone (support/tall_passes.hpp).
#include <vector>

#include "kernels/fft/tall/arguments.hpp"
#include "src/plan/fft_shape.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/tall_passes.hpp"

namespace gbi::test {

namespace {

class Tall : public on_executor {
 protected:
  tall_passes passes() { return {*detail::engine_of(here()), random}; }
  std::vector<int> columns() const {
    std::vector<int> result;
    for (const plan::fft_shape& shape : plan::two_pass_shapes())
      if (shape.row == 4096) result.push_back(shape.column[0]);
    if (is_shuffled()) result.resize(2);
    return result;
  }
};

TEST_P(Tall, DigitsAreTheNumbers) {
  for (const int column : columns())
    for (const int bits : {kernels::narrowest_tile_digit, kernels::widest_tile_digit})
      EXPECT_TRUE(passes().digits_are_the_numbers(column, bits));
}
TEST_P(Tall, ColumnsAreTransforms) {
  for (const int column : columns()) EXPECT_TRUE(passes().columns_are_transforms(column));
}
TEST_P(Tall, RowsAreProducts) {
  for (const std::uint32_t length : {1024u, 2048u, 4096u})
    for (const std::uint32_t rows : {8u, 24u})
      for (const bool keeps_spectrum : {false, true})
        EXPECT_TRUE(passes().rows_are_products(rows, length, keeps_spectrum));
}
TEST_P(Tall, RowsAreSquares) {
  for (const std::uint32_t length : {1024u, 2048u, 4096u})
    for (const std::uint32_t rows : {8u, 24u}) EXPECT_TRUE(passes().rows_are_squares(rows, length));
}
TEST_P(Tall, SumsAreTransformsBack) {
  for (const int column : columns()) EXPECT_TRUE(passes().sums_are_transforms_back(column));
}
TEST_P(Tall, LimbsAreTheNumber) {
  for (const int column : {256, 768})
    for (const int bits : {kernels::narrowest_tile_digit, kernels::widest_tile_digit})
      for (const limb_pattern pattern : {limb_pattern::random, limb_pattern::zeros, limb_pattern::ones,
                                         limb_pattern::runs, limb_pattern::settled})
        EXPECT_TRUE(passes().limbs_are_the_number(column, bits, pattern));
}

GPU_BIGINT_ON_EVERY_DEVICE(Tall);

}  // namespace

}  // namespace gbi::test
