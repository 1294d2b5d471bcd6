/// \file
/// What callers may know of a product's plan.
#include <algorithm>
#include <variant>

#include "gpu_bigint/arithmetic.hpp"
#include "src/multiply/multiply.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/plan/exact_plan.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

namespace {

namespace routes = plan::routes;

product_plan by_transforms(const plan::fft_plan& fft) {
  return {.how = algorithm::fft,
          .points = fft.shape.points,
          .digit_bits = fft.digit_bits,
          .passes = fft.shape.column_passes + 1,
          .verified = fft.verified};
}

template <class Convolution>
product_plan described(const Convolution&) {
  return {.how = algorithm::schoolbook,
          .digit_bits = 32,
          .passes = 1,
          .in_block = std::is_same_v<Convolution, routes::in_block>};
}
product_plan by_bytes() {
  return {.how = algorithm::bytes, .digit_bits = 8, .passes = 1};
}
product_plan described(const routes::by_bytes&) {
  return by_bytes();
}
product_plan described(const routes::by_warps&) {
  return by_bytes();
}
product_plan described(const routes::by_integers& route) {
  return {.how = algorithm::exact,
          .points = route.shape.points,
          .digit_bits = plan::exact_digit_bits,
          .passes = route.shape.column_passes + 1};
}
product_plan described(const routes::by_transforms& route) {
  return by_transforms(route.fft);
}
product_plan described(const routes::by_verified_transforms& route) {
  return by_transforms(route.fft);
}
product_plan described(const routes::in_pieces& route) {
  product_plan plan = by_transforms(route.cut.fft);
  plan.pieces = route.cut.pieces;
  return plan;
}
product_plan described(const routes::by_fermat_moduli& route) {
  product_plan plan = by_transforms(route.chain.first);
  plan.moduli = route.chain.factors;
  return plan;
}

}  // namespace

product_plan plan_product(const gpu_bigint& a, const gpu_bigint& b, algorithm how) {
  if (how == algorithm::automatic && products::are_for_words(numbers::short_operands(a, b, "product")))
    return {.how = algorithm::automatic, .in_words = true};
  const auto limbs_of = [](const gpu_bigint& x) { return std::max<std::size_t>(1, x.limb_bound()); };
  const auto shape =
      plan::product_shape::whole(limbs_of(a), limbs_of(b), detail::number_of(a) == detail::number_of(b));
  const words::floating_scope environment;
  const plan::planned_product plan = detail::engine_of(a.context())->planner().product(shape, {.how = how});
  return std::visit([](const auto& route) { return described(route); }, plan.route);
}

std::string product_plan::to_string() const {
  if (in_words) return "host words";
  const std::string digits = concat("digits of ", digit_bits, " bits");
  if (how == algorithm::schoolbook)
    return std::string("integer convolution") + (in_block ? " in one block, " : ", ") + digits;
  if (how == algorithm::bytes) return "convolution of bytes";
  if (how == algorithm::exact)
    return concat("right-angle transforms modulo 2^31 - 1 and 2^61 - 1, ", points, " points, ", digits, ", ",
                  passes, " passes");
  return concat("FP64 right-angle FFT, ", points, " points, ", digits, verified ? ", verified, " : ", ",
                passes, passes == 1 ? " pass" : " passes",
                pieces > 1 ? concat(", longer operand in ", pieces, " pieces") : "",
                moduli > 0 ? concat(", ", moduli, " coprime moduli") : "");
}

}  // namespace gbi
