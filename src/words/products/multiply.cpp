#include "src/words/products/multiply.hpp"

#include <algorithm>

#include "src/words/linear/linear.hpp"
#include "src/words/products/karatsuba.hpp"

namespace gbi::words {

/// Karatsuba's products take fewer than 4 m + 128 limbs. If the lengths differ, products of pieces take
/// another 2 m limbs, and lengths may shrink as in Euclid's algorithm. Together, that is fewer than 8 m
/// limbs.
std::size_t multiply_long_scratch(std::size_t n, std::size_t m) noexcept {
  return n == m ? karatsuba_scratch(n) : 12 * m + 128;
}

void multiply_long(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                   limb* scratch) noexcept {
  karatsuba(out, a, b, m, scratch);
  if (n == m) return;
  // Pieces of m limbs; the last one may be shorter.
  limb* const product = scratch;
  for (std::size_t done = m; done < n;) {
    const std::size_t piece = std::min(m, n - done);
    if (piece == m)
      karatsuba(product, a + done, b, m, scratch + 2 * m);
    else
      multiply(product, b, m, a + done, piece, scratch + 2 * m);
    const limb carry = add_n(out + done, out + done, product, m);
    add_1(out + done + m, product + m, piece, carry);
    done += piece;
  }
}

std::size_t square_long_scratch(std::size_t n) noexcept {
  return karatsuba_scratch(n);
}

void square_long(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept {
  karatsuba_square(out, a, n, scratch);
}

}  // namespace gbi::words
