#include "src/number/sum.hpp"

#include <algorithm>

#include "src/number/carry_chain.hpp"

namespace gbi::numbers {

namespace {

/// What the host knows about the signs of two summands. Read once: a zero may lose its sign at any time.
struct known_signs {
  bool both, magnitudes_add, negative;

  known_signs(const detail::number& x, const detail::number& y, bool subtract) {
    const auto sign_x = x.known_negative(), sign_y = y.known_negative();
    both = sign_x && sign_y;
    magnitudes_add = both && (*sign_x != *sign_y) == subtract;
    negative = sign_x.value_or(false);
  }
};

}  // namespace

detail::new_number room_for_sum(const detail::number& x, const detail::number& y, bool subtract,
                                std::size_t most_of_y) {
  const known_signs signs(x, y, subtract);
  auto result = detail::number::make(
      x.owner(), std::max({x.bound(), y.bound(), most_of_y}) + (signs.both && !signs.magnitudes_add ? 0 : 1),
      std::max(x.expected(), y.expected()));
  result->descend_from(x, y);
  // Many limbs can cancel only if the operands have nearly the same length.
  if (!signs.magnitudes_add &&
      std::min(x.expected(), y.expected()) + 1 >= std::max(x.expected(), y.expected()))
    result->expect_cancellation();
  return result;
}

void queue_sum(detail::engine& engine, const kernels::limb_span& a, const kernels::limb_span& b,
               const kernels::limb_target& out, const kernels::add_rule& rule, std::uint32_t batch) {
  const carry_chain chain(engine.chains(), out.count, batch);
  engine.executor().launch(kernels::add_arguments{a, b, out, rule, chain.get(), batch});
}

void queue_sum(detail::number& result, const detail::number& x, const detail::number& y, bool subtract) {
  const known_signs signs(x, y, subtract);
  const std::uint32_t tiles = carry_chain::tiles_of(result.target().count);
  const std::uint32_t comparers = signs.magnitudes_add ? 0 : kernels::comparers_of(tiles);
  const carry_chain chain(carry_chain::tile_count{tiles + comparers}, x.owner()->chains(), 1);
  kernels::add_rule rule{.sign_result = result.sign_word()};
  if (signs.magnitudes_add) {
    // The sign word of a zero may have either sign, so the sign that the host knows counts.
    rule.sign = signs.negative ? 1 : 0;
    result.know_negative(signs.negative);
  } else {
    rule.subtract = subtract;
    rule.sign_a = x.sign_word();
    rule.sign_b = y.sign_word();
    rule.comparers = comparers;
  }
  x.executor().launch(kernels::add_arguments{x.span(), y.span(), result.target(), rule, chain.first(tiles)});
}

}  // namespace gbi::numbers
