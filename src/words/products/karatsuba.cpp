#include "src/words/products/karatsuba.hpp"

#include <algorithm>

#include "src/words/linear/linear.hpp"

namespace gbi::words {

namespace {

/// out = |low - high| in h limbs; high has l <= h limbs. \returns whether low < high.
bool distance(limb* out, const limb* low, std::size_t h, const limb* high, std::size_t l) noexcept {
  if (significant(low + l, h - l) > 0 || compare(low, high, l) >= 0) {
    subtract(out, low, h, high, l);
    return false;
  }
  subtract_n(out, high, low, l);
  std::fill(out + l, out + h, limb{0});
  return true;
}

/// out += (z0 + z2 -+ t) B, where `out` holds z0 + z2 B^2 in 2 n limbs. t has 2 h limbs, followed by as many
/// limbs of scratch memory.
void add_middle(limb* out, std::size_t n, std::size_t h, limb* t, bool add_t) noexcept {
  limb* const middle = t + 2 * h;
  limb top = add(middle, out, 2 * h, out + 2 * h, 2 * (n - h));
  if (add_t)
    top += add_n(middle, middle, t, 2 * h);
  else
    top -= subtract_n(middle, middle, t, 2 * h);
  top += add_n(out + h, out + h, middle, 2 * h);
  add_1(out + 3 * h, out + 3 * h, 2 * n - 3 * h, top);
}

}  // namespace

std::size_t karatsuba_scratch(std::size_t n) noexcept {
  std::size_t halves = 0, h = n;
  do {
    h = (h + 1) / 2;
    halves += 2 * h;
  } while (h >= std::min(in_use.long_product, in_use.long_square));
  return halves + 2 * h;
}

void karatsuba(limb* out, const limb* a, const limb* b, std::size_t n, limb* scratch) noexcept {
  if (n < in_use.long_product) return in_use.multiply(out, a, n, b, n);
  const std::size_t h = (n + 1) / 2, l = n - h;
  const bool a_negative = distance(out, a, h, a + h, l), b_negative = distance(out + h, b, h, b + h, l);
  karatsuba(scratch, out, out + h, h, scratch + 2 * h);
  karatsuba(out, a, b, h, scratch + 2 * h);
  karatsuba(out + 2 * h, a + h, b + h, l, scratch + 2 * h);
  add_middle(out, n, h, scratch, a_negative != b_negative);
}

void karatsuba_square(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept {
  if (n < in_use.long_square) return in_use.square(out, a, n);
  const std::size_t h = (n + 1) / 2, l = n - h;
  distance(out, a, h, a + h, l);
  karatsuba_square(scratch, out, h, scratch + 2 * h);
  karatsuba_square(out, a, h, scratch + 2 * h);
  karatsuba_square(out + 2 * h, a + h, l, scratch + 2 * h);
  add_middle(out, n, h, scratch, false);
}

}  // namespace gbi::words
