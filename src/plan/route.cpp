#include "src/plan/route.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "src/plan/exact_plan.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::plan {

namespace {

/// Whether a product without a team is a convolution of bytes.
bool adds_up_bytes(std::size_t limbs_a, std::size_t limbs_b, std::size_t batch,
                   const convolution_tuning& limits) {
  const std::size_t shorter = std::min(limbs_a, limbs_b);
  return shorter >= limits.byte_shorter_limbs && shorter <= kernels::longest_byte_factor &&
         limbs_a + limbs_b <= limits.byte_total_limbs / batch &&
         static_cast<double>(batch) * static_cast<double>(limbs_a) * static_cast<double>(limbs_b) <=
             limits.byte_limb_products;
}

/// Chooses between integer convolutions and transforms.
algorithm choose_without_bytes(std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned,
                               std::size_t batch, batch_layout layout, std::size_t end) {
  const product_tuning& limits = tuned.product;
  const bool many = layout == batch_layout::side_by_side &&
                    static_cast<double>(batch) * static_cast<double>(limbs_a) * static_cast<double>(limbs_b) >
                        static_cast<double>(limits.schoolbook_limb_products);
  const bool small = std::min(limbs_a, limbs_b) <= limits.schoolbook_shorter_limbs ||
                     (limbs_a + limbs_b <= limits.schoolbook_total_limbs && !many);
  // Exact transforms have thousands of points, so batches of short products use doubles in one block.
  const bool exact = limbs_a + limbs_b >= limits.exact_total_limbs && layout == batch_layout::side_by_side &&
                     limbs_a + limbs_b > limits.schoolbook_total_limbs &&
                     find_exact(limbs_a, limbs_b).has_value();
  if (!small) return exact ? algorithm::exact : algorithm::fft;
  const std::size_t from = layout == batch_layout::interleaved ? tuned.batch.interleaved_transform_limbs
                                                               : tuned.batch.transform_limbs;
  // Twice the number of limb products that take as long as a transform.
  const std::size_t shorter = std::min(limbs_a, limbs_b), longer = std::max(limbs_a, limbs_b);
  const bool low = layout == batch_layout::interleaved && end <= longer;
  const std::size_t products = low ? shorter * (2 * longer - shorter) : 2 * shorter * longer;
  const bool fills_blocks = batch >= tuned.batch.transform_batch && products >= from * (limbs_a + limbs_b) &&
                            transforms_fit_block(limbs_a, limbs_b);
  return fills_blocks ? algorithm::fft : algorithm::schoolbook;
}

}  // namespace

algorithm choose_algorithm(algorithm asked, std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned,
                           std::size_t batch, batch_layout layout, std::size_t end) {
  if (asked != algorithm::automatic) return asked;
  if (tuned.product.preferred != algorithm::automatic) return tuned.product.preferred;
  if (layout == batch_layout::interleaved && takes_bytes(limbs_a, limbs_b, end, batch, tuned.batch))
    return algorithm::bytes;
  if (layout == batch_layout::side_by_side && adds_up_bytes(limbs_a, limbs_b, batch, tuned.convolution))
    return algorithm::bytes;
  return choose_without_bytes(limbs_a, limbs_b, tuned, batch, layout, end);
}

bool prefers_transforms(std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned, std::size_t batch) {
  const algorithm preferred = tuned.product.preferred;
  return algorithm::fft == (preferred != algorithm::automatic
                                ? preferred
                                : choose_without_bytes(limbs_a, limbs_b, tuned, batch,
                                                       batch_layout::side_by_side, ~std::size_t{0}));
}

bool fits_block(const product_shape& shape) {
  constexpr std::size_t most = kernels::short_product_limbs;
  return shape.a <= shape.out && shape.b <= shape.out && shape.out <= most && shape.a + shape.b <= most;
}

std::size_t limb_products_in_block(const product_shape& shape) {
  // Every two limbs of the result take eight more steps of four limb products each
  // (kernels/convolution/short_product.hpp).
  return shape.a * shape.b + 16 * (shape.a + shape.b);
}

convolution choose_convolution(convolution asked, const product_shape& shape, const tuning& tuned) {
  const bool fits = fits_block(shape);
  if (asked == convolution::in_block && !fits)
    throw std::length_error("product of " + std::to_string(shape.a) + " and " + std::to_string(shape.b) +
                            " limbs: too long for one block");
  const bool has_limb = std::min(shape.a, shape.b) == 1;
  if (asked == convolution::by_limb && !has_limb)
    throw std::length_error("product of " + std::to_string(shape.a) + " and " + std::to_string(shape.b) +
                            " limbs: neither is a single limb");
  if (asked != convolution::automatic) return asked;
  const convolution_tuning& limits = tuned.convolution;
  const bool small = fits && (limb_products_in_block(shape) <= limits.block_limb_products ||
                              shape.batch >= limits.block_batch);
  if (small) return convolution::in_block;
  if (has_limb) return convolution::by_limb;
  // Each lane of a warp takes a chunk of the shorter operand.
  constexpr std::size_t busy_warp_limbs = 64;
  return limits.tiles || std::min(shape.a, shape.b) < busy_warp_limbs ? convolution::in_tiles
                                                                      : convolution::by_columns;
}

kernels::column_form choose_columns(const product_shape& shape, const tuning& tuned) {
  return adds_up_bytes(shape.a, shape.b, shape.batch, tuned.convolution) ? choose_byte_columns(shape, tuned)
                                                                         : kernels::column_form::digits;
}

kernels::column_form choose_byte_columns(const product_shape& shape, const tuning& tuned) {
  if (std::min(shape.a, shape.b) > kernels::longest_byte_factor)
    throw std::length_error("product of " + std::to_string(shape.a) + " and " + std::to_string(shape.b) +
                            " limbs: the shorter factor of a convolution of bytes has at most " +
                            std::to_string(kernels::longest_byte_factor));
  using enum kernels::column_form;
  return kernels::column_sum_tiles(0, shape.out, bytes_2) * shape.batch <= tuned.convolution.byte_blocks
             ? bytes_2
             : bytes_3;
}

}  // namespace gbi::plan
