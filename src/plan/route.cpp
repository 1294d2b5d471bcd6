#include "src/plan/route.hpp"

#include <stdexcept>

#include "src/plan/exact_plan.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/team_shape.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

double limb_products(const product_shape& shape) {
  return static_cast<double>(shape.batch) * static_cast<double>(shape.a) * static_cast<double>(shape.b);
}

/// Whether a product without a team is a convolution of bytes.
bool adds_up_bytes(const product_shape& shape, const convolution_tuning& limits) {
  return shape.shorter() >= limits.byte_shorter_limbs && shape.shorter() <= kernels::longest_byte_factor &&
         shape.total() <= limits.byte_total_limbs / shape.batch &&
         limb_products(shape) <= limits.byte_limb_products;
}

/// Whether products that are short enough for integer convolutions are faster by transforms in blocks.
bool fills_blocks(const product_shape& shape, batch_layout layout, const batch_tuning& limits) {
  const bool interleaved = layout == batch_layout::interleaved;
  const std::size_t from = interleaved ? limits.interleaved_transform_limbs : limits.transform_limbs;
  // Twice the number of limb products that take as long as a transform.
  const std::size_t shorter = shape.shorter(), longer = shape.longer();
  const bool low = interleaved && shape.out <= longer;
  const std::size_t products = low ? shorter * (2 * longer - shorter) : 2 * shorter * longer;
  return shape.batch >= limits.transform_batch && products >= from * shape.total() &&
         transforms_fit_block(shape);
}

/// Chooses between convolutions of digits and transforms.
algorithm choose_without_bytes(const product_shape& shape, batch_layout layout, const tuning& tuned) {
  const product_tuning& limits = tuned.product;
  if (limits.preferred != algorithm::automatic) return limits.preferred;
  const bool alone = layout == batch_layout::side_by_side;
  const bool many = alone && limb_products(shape) > static_cast<double>(limits.schoolbook_limb_products);
  if (shape.shorter() <= limits.schoolbook_shorter_limbs ||
      (shape.total() <= limits.schoolbook_total_limbs && !many))
    return fills_blocks(shape, layout, tuned.batch) ? algorithm::fft : algorithm::schoolbook;
  // Exact transforms have thousands of points, so batches of short products use doubles in one block.
  const bool exact = alone && shape.total() >= limits.exact_total_limbs &&
                     shape.total() > limits.schoolbook_total_limbs && find_exact(shape).has_value();
  return exact ? algorithm::exact : algorithm::fft;
}

}  // namespace

algorithm planner::choose_algorithm(const product_shape& shape, algorithm asked, batch_layout layout) const {
  if (asked != algorithm::automatic) return asked;
  const bool bytes = layout == batch_layout::interleaved
                         ? takes_bytes(shape, tuned().batch)
                         : is_by_warps(shape, tuned().batch) || adds_up_bytes(shape, tuned().convolution);
  return bytes && tuned().product.preferred == algorithm::automatic
             ? algorithm::bytes
             : choose_without_bytes(shape, layout, tuned());
}

bool planner::prefers_transforms(const product_shape& shape) const {
  return choose_without_bytes(shape, batch_layout::side_by_side, tuned()) == algorithm::fft;
}

bool fits_block(const product_shape& shape) {
  constexpr std::size_t most = kernels::short_product_limbs;
  return shape.a <= shape.out && shape.b <= shape.out && shape.out <= most && shape.total() <= most;
}

std::size_t limb_products_in_block(const product_shape& shape) {
  // Every two limbs of the result take eight more steps of four limb products each
  // (kernels/convolution/short_product.hpp).
  return shape.a * shape.b + 16 * shape.total();
}

convolution planner::choose_convolution(const product_shape& shape, convolution asked) const {
  const bool fits = fits_block(shape), has_limb = shape.shorter() == 1;
  if (asked == convolution::in_block && !fits)
    throw std::length_error(shape.name() + ": too long for one block");
  if (asked == convolution::by_limb && !has_limb)
    throw std::length_error(shape.name() + ": neither is a single limb");
  if (asked != convolution::automatic) return asked;
  const convolution_tuning& limits = tuned().convolution;
  const bool small = fits && (limb_products_in_block(shape) <= limits.block_limb_products ||
                              shape.batch >= limits.block_batch);
  if (small) return convolution::in_block;
  if (has_limb) return convolution::by_limb;
  // Each lane of a warp takes a chunk of the shorter operand.
  constexpr std::size_t busy_warp_limbs = 64;
  return limits.tiles || shape.shorter() < busy_warp_limbs ? convolution::in_tiles : convolution::by_columns;
}

kernels::column_form planner::choose_columns(const product_shape& shape) const {
  return adds_up_bytes(shape, tuned().convolution) ? choose_byte_columns(shape)
                                                   : kernels::column_form::digits;
}

kernels::column_form planner::choose_byte_columns(const product_shape& shape) const {
  if (shape.shorter() > kernels::longest_byte_factor)
    throw std::length_error(concat(shape.name(),
                                   ": the shorter factor of a convolution of bytes has at most ",
                                   kernels::longest_byte_factor));
  using enum kernels::column_form;
  return kernels::column_sum_tiles(0, shape.out, bytes_2) * shape.batch <= tuned().convolution.byte_blocks
             ? bytes_2
             : bytes_3;
}

}  // namespace gbi::plan
