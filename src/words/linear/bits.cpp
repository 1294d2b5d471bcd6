#include "src/words/linear/bits.hpp"

#include <algorithm>
#include <bit>

#include "src/words/linear/linear.hpp"

namespace gbi::words {

namespace {

signed_limbs normalized(const signed_limbs& a) noexcept {
  const std::size_t n = significant(a.limbs, a.size);
  return {a.limbs, n, a.negative && n > 0};
}

/// The value of every limb above an operand's own limbs.
limb extension(const signed_limbs& a) noexcept {
  return a.negative ? ~limb{0} : 0;
}

/// Converts magnitudes to two's complement and back, limb by limb from the lowest.
class negation {
 public:
  explicit negation(bool negative) noexcept : mask_(negative ? ~limb{0} : 0), carry_(negative) {}

  limb operator()(limb x) noexcept {
    const limb result = (x ^ mask_) + carry_;
    carry_ &= result == 0 ? 1 : 0;
    return result;
  }
  /// Whether all limbs so far were zero, so that the next one is not a plain complement.
  bool carries() const noexcept { return carry_ != 0; }
  /// The mask to XOR with a limb to get its plain complement.
  limb mask() const noexcept { return mask_; }

 private:
  limb mask_, carry_;
};

/// Whether a limb below `at` is not zero. Then the limbs of a negative number from `at` on are plain
/// complements.
bool any_below(const signed_limbs& a, std::size_t at) noexcept {
  return std::any_of(a.limbs, a.limbs + std::min(at, a.size), [](limb x) { return x != 0; });
}

/// Limb `at` of the two's complement.
limb limb_at(const signed_limbs& a, std::size_t at) noexcept {
  if (at >= a.size) return extension(a);
  return !a.negative ? a.limbs[at] : any_below(a, at) ? ~a.limbs[at] : -a.limbs[at];
}

/// The first operand must be at least as long as the second.
template <class Function>
signed_size combine(Function f, limb* out, const signed_limbs& a, const signed_limbs& b) noexcept {
  const limb high_b = extension(b), sign = f(extension(a), high_b);
  negation of_a(a.negative), of_b(b.negative), of_result(sign != 0);
  const limb mask_a = of_a.mask(), mask_b = of_b.mask(), mask = of_result.mask();
  std::size_t i = 0;
  for (; i < b.size && (of_a.carries() || of_b.carries() || of_result.carries()); ++i) {
    const limb x = of_a(a.limbs[i]), y = of_b(b.limbs[i]);
    out[i] = of_result(f(x, y));
  }
  if ((mask_a | mask_b | mask) == 0)
    for (; i < b.size; ++i) out[i] = f(a.limbs[i], b.limbs[i]);
  for (; i < b.size; ++i) out[i] = f(a.limbs[i] ^ mask_a, b.limbs[i] ^ mask_b) ^ mask;
  for (; i < a.size && (of_a.carries() || of_result.carries()); ++i)
    out[i] = of_result(f(of_a(a.limbs[i]), high_b));
  for (; i < a.size; ++i) out[i] = f(a.limbs[i] ^ mask_a, high_b) ^ mask;
  if (of_result.carries()) out[i++] = 1;  // the magnitude is 2^(64 a.size)
  return {significant(out, i), sign != 0};
}

template <class Function>
signed_size combine_any(Function f, limb* out, const signed_limbs& a, const signed_limbs& b) noexcept {
  return a.size >= b.size ? combine(f, out, a, b)
                          : combine([f](limb x, limb y) { return f(y, x); }, out, b, a);
}

template <class Limb>
[[gnu::always_inline]] inline std::size_t sum_of_ones(std::size_t n, Limb& limb_of) noexcept {
  std::size_t ones = 0;
  for (std::size_t i = 0; i < n; ++i) ones += static_cast<std::size_t>(std::popcount(limb_of(i)));
  return ones;
}

#if defined(__x86_64__)
template <class Limb>
[[gnu::target("popcnt")]] std::size_t sum_of_ones_by_popcnt(std::size_t n, Limb& limb_of) noexcept {
  return sum_of_ones(n, limb_of);
}
#endif

/// The number of set bits in n limbs, which are read in order.
template <class Limb>
std::size_t count_ones(std::size_t n, Limb limb_of) noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) return sum_of_ones_by_popcnt(n, limb_of);
#endif
  return sum_of_ones(n, limb_of);
}

/// The first set bit of a, or of its complement, at or above bit `start`.
std::size_t scan(const signed_limbs& a, std::size_t start, limb complement) noexcept {
  const signed_limbs x = normalized(a);
  std::size_t at = start / limb_bits;
  limb found = (limb_at(x, at) ^ complement) & ~limb{0} << start % limb_bits;
  bool lower = x.negative && any_below(x, at + 1);
  while (found == 0) {
    if (++at > x.size) return unbounded;
    if (at == x.size) {
      found = extension(x) ^ complement;
    } else {
      const limb own = x.limbs[at];
      found = (!x.negative ? own : lower ? ~own : -own) ^ complement;
      lower = lower || own != 0;
    }
  }
  return at * limb_bits + static_cast<std::size_t>(std::countr_zero(found));
}

}  // namespace

signed_size combine_bits(bit_function f, limb* out, const signed_limbs& a, const signed_limbs& b) noexcept {
  const signed_limbs x = normalized(a);
  const signed_limbs y = normalized(b);
  switch (f) {
    case bit_function::both:
      return combine_any([](limb p, limb q) { return p & q; }, out, x, y);
    case bit_function::either:
      return combine_any([](limb p, limb q) { return p | q; }, out, x, y);
    case bit_function::one_of:
      return combine_any([](limb p, limb q) { return p ^ q; }, out, x, y);
    case bit_function::first_only:
      return combine_any([](limb p, limb q) { return p & ~q; }, out, x, y);
    case bit_function::not_first:
      return complement(out, x);
    default:
      std::copy_n(x.limbs, x.size, out);
      return {x.size, x.negative};
  }
}

signed_size complement(limb* out, const signed_limbs& a) noexcept {
  const signed_limbs x = normalized(a);
  if (x.negative) {
    subtract_1(out, x.limbs, x.size, 1);
    return {significant(out, x.size), false};
  }
  out[x.size] = add_1(out, x.limbs, x.size, 1);
  return {significant(out, x.size + 1), true};
}

std::size_t low_bits(limb* out, const signed_limbs& a, std::size_t count) noexcept {
  const signed_limbs x = normalized(a);
  const std::size_t top_bits = count % limb_bits, limbs = count / limb_bits + (top_bits != 0 ? 1 : 0);
  const std::size_t own = std::min(limbs, x.size), size = x.negative ? limbs : own;
  negation of_a(x.negative);
  for (std::size_t i = 0; i < own; ++i) out[i] = of_a(x.limbs[i]);
  std::fill(out + own, out + size, ~limb{0});
  if (top_bits != 0 && size == limbs) out[limbs - 1] &= (limb{1} << top_bits) - 1;
  return significant(out, size);
}

signed_size change_bit(bit_function f, limb* out, const signed_limbs& a, std::size_t index) noexcept {
  const signed_limbs x = normalized(a);
  const std::size_t at = index / limb_bits;
  const limb mask = limb{1} << index % limb_bits;
  // The bits of -x are the complements of the bits of x - 1.
  if (x.negative)
    subtract_1(out, x.limbs, x.size, 1);
  else if (out != x.limbs)
    std::copy_n(x.limbs, x.size, out);
  std::size_t size = x.size;
  if (at >= size) {
    std::fill(out + size, out + at + 1, 0);
    size = at + 1;
  }
  const bool one = (out[at] & mask) != 0, is_set = one != x.negative;
  const bool becomes_set = f == bit_function::either || (f == bit_function::one_of && !is_set);
  if (is_set != becomes_set) out[at] ^= mask;
  if (x.negative) {
    out[size] = add_1(out, out, size, 1);
    ++size;
  }
  return {significant(out, size), x.negative};
}

bool test_bit(const signed_limbs& a, std::size_t index) noexcept {
  return (limb_at(normalized(a), index / limb_bits) >> index % limb_bits & 1) != 0;
}
std::size_t scan0(const signed_limbs& a, std::size_t start) noexcept {
  return scan(a, start, ~limb{0});
}
std::size_t scan1(const signed_limbs& a, std::size_t start) noexcept {
  return scan(a, start, 0);
}

std::size_t popcount(const signed_limbs& a) noexcept {
  const signed_limbs x = normalized(a);
  if (x.negative) return unbounded;
  return count_ones(x.size, [&](std::size_t i) { return x.limbs[i]; });
}

std::size_t hamming_distance(const signed_limbs& a, const signed_limbs& b) noexcept {
  const signed_limbs x = normalized(a);
  const signed_limbs y = normalized(b);
  if (x.negative != y.negative) return unbounded;
  if (x.size < y.size) return hamming_distance(y, x);
  negation of_a(x.negative), of_b(y.negative);
  return count_ones(x.size, [&](std::size_t i) {
    return of_a(x.limbs[i]) ^ (i < y.size ? of_b(y.limbs[i]) : extension(y));
  });
}

}  // namespace gbi::words
