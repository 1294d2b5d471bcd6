#include "src/ground/sum.hpp"

#include <algorithm>

#include "src/ground/carry_chain.hpp"

namespace gbi::ground {

namespace {

/// What the host knows about the signs of two summands.
struct known_signs {
  bool both, magnitudes_add;

  known_signs(const detail::number& x, const detail::number& y, bool subtract) {
    const auto sign_x = x.known_negative(), sign_y = y.known_negative();
    both = sign_x && sign_y;
    magnitudes_add = both && (*sign_x != *sign_y) == subtract;
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

void queue_sum(detail::number& result, const detail::number& x, const detail::number& y, bool subtract) {
  const bool magnitudes_add = known_signs(x, y, subtract).magnitudes_add;
  const std::uint32_t tiles = carry_chain::tiles_of(result.target().count);
  const std::uint32_t comparers = magnitudes_add ? 0 : kernels::comparers_of(tiles);
  const carry_chain chain(carry_chain::tile_count{tiles + comparers}, x.owner()->chains(), 1);
  x.executor().launch(kernels::add_arguments{x.span(),
                                             y.span(),
                                             result.target(),
                                             {.subtract = subtract,
                                              .sign_a = x.sign_word(),
                                              .sign_b = y.sign_word(),
                                              .comparers = comparers,
                                              .sign_result = result.sign_word()},
                                             chain.first(tiles)});
  if (magnitudes_add) result.know_negative(*x.known_negative());
}

}  // namespace gbi::ground
