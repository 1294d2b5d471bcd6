/// \file
/// Powers by repeated squaring, from the highest bit of the exponent down.
#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "src/arithmetic/value_checksum.hpp"
#include "src/faults/verifier.hpp"
#include "src/multiply/last_product.hpp"
#include "src/multiply/product.hpp"
#include "src/number/number.hpp"
#include "src/operation/perform.hpp"
#include "src/operation/repeated.hpp"
#include "src/process/concat.hpp"
#include "src/words/number_theory/prime_power.hpp"

namespace gbi {

namespace {

/// a b, which has at most `bits` bits. With the bounds of products alone, every squaring would double the
/// excess of the bound.
gpu_bigint product_below(const gpu_bigint& a, const gpu_bigint& b, std::uint64_t bits) {
  if (detail::short_words(a) && detail::short_words(b) &&
      bits <= detail::core_of(a)->limits().operands * limb_bits)
    return a * b;
  const detail::number& x = *detail::number_of(a);
  const detail::number& y = *detail::number_of(b);
  const kernels::limb_span span_x = x.span(), span_y = y.span();
  const std::uint64_t limbs = std::min(span_x.count + span_y.count, (bits + limb_bits - 1) / limb_bits);
  auto result = detail::number::make(x.owner(), limbs);
  products::run(*x.owner(),
                {.a = span_x,
                 .b = span_y,
                 .out = result->target(),
                 .sign = {x.sign_word(), y.sign_word(), result->sign_word()}},
                {.fits = true});
  const auto sign_x = x.known_negative(), sign_y = y.known_negative();
  if (sign_x && sign_y) result->know_negative(*sign_x != *sign_y);
  return detail::value_of(std::move(result));
}

std::string described(std::uint64_t bits, std::uint64_t exponent) {
  return concat("power of a number of ", bits, " bits with exponent ", exponent);
}

/// Throws before any work if the power is not feasible or does not fit in memory.
void require_room(const gpu_bigint& a, std::uint64_t bits, std::uint64_t exponent) {
  const auto limbs_of = [bits](std::uint64_t power) { return bits * power / limb_bits + 1; };
  detail::engine& engine = *detail::number_of(a)->owner();
  const auto is_feasible = [&](std::uint64_t power_a, std::uint64_t power_b) {
    return engine.planner().is_feasible(
        plan::product_shape::whole(limbs_of(power_a), limbs_of(power_b), power_a == power_b));
  };
  if (!is_feasible(exponent / 2, exponent / 2) || (exponent % 2 == 1 && !is_feasible(exponent - 1, 1)))
    throw std::length_error(described(bits, exponent) + ": longer than the longest product");
  // The result has at least (bits - 1) exponent + 1 bits.
  const std::uint64_t least = ((bits - 1) * exponent + 1) / (2 * limb_bits);
  if (least >= products::shortest_asked)
    products::require_room(engine,
                           {.a = least, .b = least, .square = true, .others = limbs_of(exponent) - 2 * least},
                           described(bits, exponent));
}

/// The power, one bit of the exponent at a time. a has `bits` bits, more than one.
gpu_bigint by_squares(const gpu_bigint& a, std::uint64_t bits, std::uint64_t exponent) {
  gpu_bigint result = a;
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit-- > 0;) {
    const std::uint64_t reached = exponent >> bit;
    result = product_below(result, result, bits * (reached / 2 * 2));
    if (reached % 2 == 1) result = product_below(result, a, bits * reached);
  }
  return result;
}

/// As above, checked: the checksum of the result modulo a random prime must be the power of the checksum of
/// a. The products need no checks of their own. \throws device_error if two attempts are wrong
gpu_bigint checked_power(const gpu_bigint& a, std::uint64_t bits, std::uint64_t exponent) {
  const faults::verifier::covered here;
  const kernels::small_modulus prime = detail::number_of(a)->owner()->verifier().modulus();
  const limb expected = words::power_modulo_prime(arithmetic::checksum_of(a, prime.q), exponent, prime);
  const bool negative = a.sign() < 0 && exponent % 2 == 1;
  return operation::repeated_if_wrong(
      "power", static_cast<std::size_t>(bits * exponent / limb_bits),
      [&] { return by_squares(a, bits, exponent); },
      [&](const gpu_bigint& power) {
        return arithmetic::checksum_of(power, prime.q) == expected && (power.sign() < 0) == negative;
      });
}

}  // namespace

gpu_bigint pow(const gpu_bigint& a, std::uint64_t exponent) {
  if (exponent == 0) return a.in_same_context(1);
  const std::uint64_t bits = a.bit_length();
  if (bits <= 1) return exponent % 2 == 0 ? a * a : a;  // 0, 1, -1
  if (bits > std::numeric_limits<std::uint64_t>::max() / exponent)
    throw std::length_error(described(bits, exponent) + ": the result is longer than any memory");
  const bool on_device = bits * exponent > detail::core_of(a)->limits().operands * limb_bits;
  if (on_device) require_room(a, bits, exponent);
  if (!on_device) return by_squares(a, bits, exponent);
  return operation::compose(
      "power", *detail::number_of(a)->owner(), [&] { return by_squares(a, bits, exponent); },
      [&] { return checked_power(a, bits, exponent); }, a, exponent);
}

}  // namespace gbi
