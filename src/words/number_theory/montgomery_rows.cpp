#include "src/words/number_theory/montgomery_rows.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// Up to this many limbs a sum is kept in registers or on the stack.
constexpr std::size_t longest_fixed = 8;

/// out = sum - n if that is not negative or the sum has a carry; otherwise the sum.
template <std::size_t size>
void store_reduced(limb* out, const limb* sum, limb carry, const limb* n) noexcept {
  limb difference[size];
  limb borrow = 0;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) {
    const wide_limb d = wide_limb{sum[i]} - n[i] - borrow;
    difference[i] = low_limb(d);
    borrow = high_limb(d) & 1;
  }
  const limb keep = -static_cast<limb>(carry < borrow);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) out[i] = (sum[i] & keep) | (difference[i] & ~keep);
}

/// Row by row: sum = (sum + a b_i + y n) / 2^64, below 2 n.
/// Source: C. Koc, T. Acar, B. Kaliski, "Analyzing and comparing Montgomery multiplication algorithms", IEEE
/// Micro 16 (1996), CIOS.
template <std::size_t size>
void multiply_fixed(limb* out, const limb* a, const limb* b, const limb* n, limb inverse) noexcept {
  limb sum[size + 1]{};
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) {
    wide_limb t = wide_product(a[0], b[i]) + sum[0];
    const limb y = low_limb(t) * inverse;
    wide_limb u = wide_product(n[0], y) + low_limb(t);
#pragma GCC unroll 8
    for (std::size_t j = 1; j < size; ++j) {
      t = wide_product(a[j], b[i]) + sum[j] + high_limb(t);
      u = wide_product(n[j], y) + low_limb(t) + high_limb(u);
      sum[j - 1] = low_limb(u);
    }
    const wide_limb top = wide_limb{sum[size]} + high_limb(t) + high_limb(u);
    sum[size - 1] = low_limb(top);
    sum[size] = high_limb(top);
  }
  store_reduced<size>(out, sum, sum[size], n);
}

/// For one limb, with 1 / n instead of -1 / n: the difference of upper halves needs no carry.
template <>
void multiply_fixed<1>(limb* out, const limb* a, const limb* b, const limb* n, limb inverse) noexcept {
  const wide_limb product = wide_product(a[0], b[0]);
  const limb high = high_limb(product);
  const limb taken = high_limb(wide_product(low_limb(product) * -inverse, n[0]));
  out[0] = high - taken + (high < taken ? n[0] : 0);
}

/// Calls body(std::integral_constant<std::size_t, size>{}) if 1 <= size <= Last. \returns whether it did.
template <std::size_t Last, class Body>
[[gnu::always_inline]] inline bool with_constant_size(std::size_t size, Body&& body) noexcept {
  return [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    return ((size == 1 + I && (body(std::integral_constant<std::size_t, 1 + I>{}), true)) || ...);
  }
  (std::make_index_sequence<Last>{});
}

}  // namespace

std::size_t multiply_rows_scratch(std::size_t n) noexcept {
  return n <= longest_fixed ? 0 : 2 * n + std::max(multiply_scratch(n, n), square_scratch(n));
}

void multiply_rows(limb* out, const limb* a, const limb* b, const limb* n, std::size_t size, limb inverse,
                   limb* scratch) noexcept {
  if (with_constant_size<longest_fixed>(
          size, [&](auto constant)
                    __attribute__((always_inline)) { multiply_fixed<constant>(out, a, b, n, inverse); }))
    return;
  limb* const product = scratch;
  limb* const spare = scratch + 2 * size;
  if (a == b)
    square(product, a, size, spare);
  else
    multiply(product, a, size, b, size, spare);
  // The carry of row i belongs to limb i + size. It is kept in limb i, which has become 0.
  for (std::size_t i = 0; i < size; ++i)
    product[i] = add_product_1(product + i, n, size, product[i] * inverse);
  const limb carry = add_n(product + size, product + size, product, size);
  if (carry != 0 || compare(product + size, n, size) >= 0)
    subtract_n(out, product + size, n, size);
  else
    std::copy_n(product + size, size, out);
}

}  // namespace gbi::words
