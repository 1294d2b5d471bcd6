#include "src/words/products/quadratic.hpp"

#include "src/words/linear/linear.hpp"
#include "src/words/products/product_rows.hpp"

namespace gbi::words::plain {

void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  out[n] = plain_row<row::set>(out, a, n, b[0]);
  for (std::size_t j = 1; j < m; ++j) out[n + j] = plain_row<row::add>(out + j, a, n, b[j]);
}

/// Computes each of the n (n - 1) / 2 products of different limbs once, doubles their sum, and adds the
/// squares.
void square(limb* out, const limb* a, std::size_t n) noexcept {
  out[0] = out[2 * n - 1] = 0;
  if (n > 1) out[n] = plain_row<row::set>(out + 1, a + 1, n - 1, a[0]);
  for (std::size_t i = 1; i + 1 < n; ++i)
    out[n + i] = plain_row<row::add>(out + 2 * i + 1, a + i + 1, n - i - 1, a[i]);
  limb carry = 0, above = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const wide_limb product = wide_product(a[i], a[i]);
    const limb first = out[2 * i], second = out[2 * i + 1];
    const wide_limb low = wide_limb{first << 1 | above} + low_limb(product) + carry;
    const wide_limb high = wide_limb{second << 1 | first >> 63} + high_limb(product) + high_limb(low);
    above = second >> 63;
    out[2 * i] = low_limb(low);
    out[2 * i + 1] = low_limb(high);
    carry = high_limb(high);
  }
}

}  // namespace gbi::words::plain
