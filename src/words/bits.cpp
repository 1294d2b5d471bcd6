#include "src/words/bits.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "src/words/linear.hpp"

namespace gbi::words {

namespace {

signed_limbs normalized(signed_limbs a) noexcept {
  a.size = significant(a.limbs, a.size);
  a.negative = a.negative && a.size > 0;
  return a;
}

/// What all limbs above an operand's own are.
limb extension(const signed_limbs& a) noexcept {
  return a.negative ? ~limb{0} : 0;
}

/// Magnitudes to two's complement and back, limb by limb from the lowest one on.
class negation {
 public:
  explicit negation(bool negative) noexcept : mask_(negative ? ~limb{0} : 0), carry_(negative) {}
  limb operator()(limb x) noexcept {
    const limb result = (x ^ mask_) + carry_;
    carry_ = carry_ != 0 && result == 0 ? 1 : 0;
    return result;
  }

 private:
  limb mask_, carry_;
};

/// The limbs of a negative number from `at` on are complements if one below is not zero.
bool any_below(const signed_limbs& a, std::size_t at) noexcept {
  return std::any_of(a.limbs, a.limbs + std::min(at, a.size), [](limb x) { return x != 0; });
}

/// Limb `at` of the two's complement.
limb limb_at(const signed_limbs& a, std::size_t at) noexcept {
  if (at >= a.size) return extension(a);
  return !a.negative ? a.limbs[at] : any_below(a, at) ? ~a.limbs[at] : -a.limbs[at];
}

/// Operands and result of any sign, the first one at least as long as the second one.
template <class Function>
signed_size combine(Function f, limb* out, const signed_limbs& a, const signed_limbs& b) noexcept {
  const limb high_b = extension(b), sign = f(extension(a), high_b);
  const bool negative = sign != 0;
  std::size_t i = 0;
  if (!a.negative && !b.negative && !negative) {
    for (; i < b.size; ++i) out[i] = f(a.limbs[i], b.limbs[i]);
    for (; i < a.size; ++i) out[i] = f(a.limbs[i], 0);
    return {significant(out, i), false};
  }
  negation of_a(a.negative), of_b(b.negative), of_result(negative);
  for (; i < b.size; ++i) {
    const limb x = of_a(a.limbs[i]), y = of_b(b.limbs[i]);
    out[i] = of_result(f(x, y));
  }
  for (; i < a.size; ++i) out[i] = of_result(f(of_a(a.limbs[i]), high_b));
  out[i++] = of_result(sign);  // 1 where the magnitude is 2^(64 a.size)
  return {significant(out, i), negative};
}

template <class Function>
signed_size combine_any(Function f, limb* out, const signed_limbs& a, const signed_limbs& b) noexcept {
  return a.size >= b.size ? combine(f, out, a, b)
                          : combine([f](limb x, limb y) { return f(y, x); }, out, b, a);
}

/// The first one of a, or of its complement, from bit `start` on.
std::size_t scan(signed_limbs a, std::size_t start, limb complement) noexcept {
  a = normalized(a);
  std::size_t at = start / limb_bits;
  limb x = (limb_at(a, at) ^ complement) & ~limb{0} << start % limb_bits;
  bool lower = a.negative && any_below(a, at + 1);
  while (x == 0) {
    if (++at > a.size) return unbounded;
    if (at == a.size) {
      x = extension(a) ^ complement;
    } else {
      const limb own = a.limbs[at];
      x = (!a.negative ? own : lower ? ~own : -own) ^ complement;
      lower = lower || own != 0;
    }
  }
  return at * limb_bits + static_cast<std::size_t>(std::countr_zero(x));
}

}  // namespace

signed_size combine_bits(bit_function f, limb* out, signed_limbs a, signed_limbs b) noexcept {
  a = normalized(a);
  b = normalized(b);
  switch (f) {
    case bit_function::both:
      return combine_any([](limb x, limb y) { return x & y; }, out, a, b);
    case bit_function::either:
      return combine_any([](limb x, limb y) { return x | y; }, out, a, b);
    case bit_function::one_of:
      return combine_any([](limb x, limb y) { return x ^ y; }, out, a, b);
    case bit_function::first_only:
      return combine_any([](limb x, limb y) { return x & ~y; }, out, a, b);
    case bit_function::not_first:
      return complement(out, a);
    default:
      std::copy_n(a.limbs, a.size, out);
      return {a.size, a.negative};
  }
}

signed_size complement(limb* out, signed_limbs a) noexcept {
  a = normalized(a);
  if (a.negative) {
    subtract_1(out, a.limbs, a.size, 1);
    return {significant(out, a.size), false};
  }
  out[a.size] = add_1(out, a.limbs, a.size, 1);
  return {significant(out, a.size + 1), true};
}

std::size_t low_bits(limb* out, signed_limbs a, std::size_t count) noexcept {
  a = normalized(a);
  const std::size_t rest = count % limb_bits, limbs = count / limb_bits + (rest != 0 ? 1 : 0);
  const std::size_t own = std::min(limbs, a.size), size = a.negative ? limbs : own;
  negation of_a(a.negative);
  for (std::size_t i = 0; i < own; ++i) out[i] = of_a(a.limbs[i]);
  std::fill(out + own, out + size, ~limb{0});
  if (rest != 0 && size == limbs) out[limbs - 1] &= (limb{1} << rest) - 1;
  return significant(out, size);
}

signed_size change_bit(bit_function f, limb* out, signed_limbs a, std::size_t index) noexcept {
  a = normalized(a);
  const std::size_t at = index / limb_bits;
  const limb mask = limb{1} << index % limb_bits;
  // The bits of -x are the complements of those of x - 1.
  if (a.negative)
    subtract_1(out, a.limbs, a.size, 1);
  else if (out != a.limbs)
    std::copy_n(a.limbs, a.size, out);
  std::size_t size = a.size;
  if (at >= size) {
    std::fill(out + size, out + at + 1, 0);
    size = at + 1;
  }
  const bool one = (out[at] & mask) != 0, is_set = one != a.negative;
  const bool becomes_set = f == bit_function::either || (f == bit_function::one_of && !is_set);
  if (is_set != becomes_set) out[at] ^= mask;
  if (a.negative) {
    out[size] = add_1(out, out, size, 1);
    ++size;
  }
  return {significant(out, size), a.negative};
}

bool test_bit(signed_limbs a, std::size_t index) noexcept {
  return (limb_at(normalized(a), index / limb_bits) >> index % limb_bits & 1) != 0;
}
std::size_t scan0(signed_limbs a, std::size_t start) noexcept {
  return scan(a, start, ~limb{0});
}
std::size_t scan1(signed_limbs a, std::size_t start) noexcept {
  return scan(a, start, 0);
}

std::size_t popcount(signed_limbs a) noexcept {
  a = normalized(a);
  if (a.negative) return unbounded;
  std::size_t ones = 0;
  for (std::size_t i = 0; i < a.size; ++i) ones += static_cast<std::size_t>(std::popcount(a.limbs[i]));
  return ones;
}

std::size_t hamming_distance(signed_limbs a, signed_limbs b) noexcept {
  a = normalized(a);
  b = normalized(b);
  if (a.negative != b.negative) return unbounded;
  if (a.size < b.size) std::swap(a, b);
  negation of_a(a.negative), of_b(b.negative);
  std::size_t ones = 0;
  const auto count = [&](limb x) { ones += static_cast<std::size_t>(std::popcount(x)); };
  for (std::size_t i = 0; i < b.size; ++i) count(of_a(a.limbs[i]) ^ of_b(b.limbs[i]));
  for (std::size_t i = b.size; i < a.size; ++i) count(of_a(a.limbs[i]) ^ extension(b));
  return ones;
}

}  // namespace gbi::words
