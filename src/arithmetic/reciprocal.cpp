#include "src/arithmetic/reciprocal.hpp"

#include "kernels/word/wide_product.hpp"

namespace gbi::arithmetic {

namespace {

constexpr std::int64_t guard_bits = 4;

std::int64_t length_of(const gpu_bigint& x) {
  return static_cast<std::int64_t>(x.bit_length());
}

/// Makes the host learn the exact size, so that the next product is no longer than it must be.
gpu_bigint settled(gpu_bigint x) {
  x.sign();
  return x;
}

/// About 2^(length + digits) / divisor with `digits` correct bits up to a few units in the last place, where
/// `length` is the divisor's bit length.
gpu_bigint approximate(const gpu_bigint& divisor, std::int64_t length, std::int64_t digits) {
  if (digits <= 56) {
    // 2^(64 + digits) / top, where top are the divisor's leading 64 bits.
    const gpu_bigint leading = length >= 64 ? divisor >> (length - 64) : divisor << (64 - length);
    const auto top = static_cast<kernels::wide_limb>(leading.to_limbs().front());
    return gpu_bigint((kernels::wide_limb{1} << (64 + digits)) / top);
  }
  const std::int64_t half = digits / 2 + guard_bits;
  // Only as many leading bits of the divisor count as the result will have.
  const std::int64_t kept = std::min(length, digits + guard_bits);
  const gpu_bigint cut = settled(divisor >> (length - kept));
  const gpu_bigint y = settled(approximate(cut, kept, half));
  // With e = 2^(kept + half) - cut y the reciprocal is y (1 + e / 2^(kept + half) + ...) / 2^(kept + half).
  const gpu_bigint e = settled((gpu_bigint(1) << (kept + half)) - cut * y);
  return (y << (digits - half)) + ((y * e) >> (kept + 2 * half - digits));
}

}  // namespace

gpu_bigint reciprocal_ceiling(const gpu_bigint& divisor, std::uint64_t bits) {
  const scoped_context use(divisor.context());
  const std::int64_t length = length_of(divisor);
  const auto wanted = static_cast<std::int64_t>(bits);
  gpu_bigint result = wanted > length ? approximate(divisor, length, wanted - length) : gpu_bigint(1);
  // excess = divisor * result - 2^bits, which belongs into [0, divisor).
  gpu_bigint excess = divisor * result - (gpu_bigint(1) << wanted);
  while (excess.sign() < 0) {
    ++result;
    excess += divisor;
  }
  while (excess >= divisor) {
    --result;
    excess -= divisor;
  }
  return result;
}

}  // namespace gbi::arithmetic
