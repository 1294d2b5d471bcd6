#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "src/words/division/divide.hpp"
#include "src/words/division/root.hpp"
#include "src/words/floating_scope.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// The root of two limbs, the upper of which is at least 2^62. a[0] becomes the limb of the remainder; its
/// carry is returned. The root of 32 bits of the upper limb and one step of the recursion give the root.
limb square_root_2(limb* root, limb* a) noexcept {
  const limb upper = square_root_1(a[1]), excess = a[1] - upper * upper;
  // The quotient of excess 2^32 plus 32 bits of a by 2 upper. It is at most 2^32, and its numerator has 65
  // bits.
  const wide_limb numerator = wide_limb{excess} << 32 | a[0] >> 32;
  const limb half = low_limb(numerator >> 1);
  const limb quotient = half / upper;
  const limb left = (half % upper) << 1 | (low_limb(numerator) & 1);
  // Signed and below 2^66.
  const wide_limb square = wide_product(quotient, quotient);
  wide_limb remainder = (wide_limb{left} << 32 | (a[0] & 0xffffffff)) - square;
  wide_limb result = (wide_limb{upper} << 32) + quotient;
  if ((high_limb(remainder) >> 63) != 0) {
    remainder += 2 * result - 1;
    --result;
  }
  root[0] = low_limb(result);
  a[0] = low_limb(remainder);
  return high_limb(remainder);
}

std::size_t normalized_scratch(std::size_t n) noexcept {
  const std::size_t low = n / 2, high = n - low;
  if (low == 0) return 0;
  return std::max(normalized_scratch(high),
                  high + low + 1 + std::max(divide_scratch(n, high), 2 * low + square_scratch(low)));
}

/// The root, of n limbs, of a, of 2 n limbs, the top limb of which is at least 2^62. The lower n limbs of a
/// become the remainder; its carry is returned.
limb square_root_normalized(limb* root, limb* a, std::size_t n, limb* scratch) noexcept {
  if (n == 1) return square_root_2(root, a);
  const std::size_t low = n / 2, high = n - low;
  limb* const upper = root + low;
  const limb over = square_root_normalized(upper, a + 2 * low, high, scratch);
  if (over != 0) subtract_n(a + 2 * low, a + 2 * low, upper, high);

  // Divides the rest of the upper half and the next limbs by twice the upper root: first by the root, then by
  // 2.
  limb* const remainder = scratch;
  limb* const quotient = remainder + high;
  limb* const work = quotient + low + 1;
  divide(quotient, remainder, a + low, n, upper, high, work);
  const limb top = quotient[low] + over;
  const bool odd = quotient[0] % 2 == 1;
  shift_right(root, quotient, low, 1);
  root[low - 1] |= top << 63;
  std::copy_n(remainder, high, a + low);
  std::int64_t carry = odd ? static_cast<std::int64_t>(add_n(a + low, a + low, upper, high)) : 0;

  // The quotient is at most 2^(64 low); then the root is one too large.
  const limb full = top >> 1;
  square(work, root, low, work + 2 * low);
  const limb borrow = subtract(a, a, n, work, 2 * low);
  carry -= static_cast<std::int64_t>(borrow);
  if (full != 0)
    carry -= static_cast<std::int64_t>(
        2 * low == n ? full : subtract_1(a + 2 * low, a + 2 * low, n - 2 * low, full));
  const limb root_carry = add_1(upper, upper, high, full);
  if (carry < 0) {
    carry += static_cast<std::int64_t>(add_product_1(a, root, n, 2) + 2 * root_carry);
    carry -= static_cast<std::int64_t>(subtract_1(a, a, n, 1));
    subtract_1(root, root, n, 1);
  }
  return static_cast<limb>(carry);
}

/// The residues modulo m of squares.
template <limb m>
constexpr std::array<bool, m> squares_modulo() {
  std::array<bool, m> result{};
  for (limb i = 0; i < m; ++i) result[i * i % m] = true;
  return result;
}
template <limb m>
bool may_be_square(limb a) noexcept {
  static constexpr std::array<bool, m> squares = squares_modulo<m>();
  return squares[a % m];
}

}  // namespace

limb square_root_1(limb a) noexcept {
  const vector_scope environment;
  // The estimate is at most one off, and 2^32 is too large.
  limb root = std::min(static_cast<limb>(std::sqrt(static_cast<double>(a))), limb{0xffffffff});
  if (root * root > a)
    --root;
  else if (a - root * root > 2 * root)
    ++root;
  return root;
}

std::size_t square_root_scratch(std::size_t n) noexcept {
  const std::size_t r = (n + 1) / 2;
  return 2 * r + 1 + normalized_scratch(r);
}

void square_root(limb* root, limb* remainder, const limb* a, std::size_t n, limb* scratch) noexcept {
  const std::size_t r = (n + 1) / 2;
  if (n == 1) {
    root[0] = square_root_1(a[0]);
    if (remainder != nullptr) {
      remainder[0] = a[0] - root[0] * root[0];
      remainder[1] = 0;
    }
    return;
  }
  // The root of a 4^shift.
  const int bits = std::countl_zero(a[n - 1]) & ~1;
  const int shift = (bits + (n % 2 == 1 ? limb_bits : 0)) / 2;
  limb* const scaled = scratch;
  scaled[0] = 0;
  shift_left(scaled + n % 2, a, n, bits);
  limb carry = square_root_normalized(root, scaled, r, scaled + 2 * r + 1);
  if (shift == 0) {
    if (remainder != nullptr) {
      std::copy_n(scaled, r, remainder);
      remainder[r] = carry;
    }
    return;
  }
  if (remainder != nullptr) {
    // With s = root 2^shift + low, the remainder a - s^2 grows by 2 s low - low^2.
    const limb low = root[0] & ((limb{1} << shift) - 1);
    carry += add_product_1(scaled, root, r, 2 * low);
    const wide_limb square = wide_product(low, low);
    const std::array<limb, 2> square_limbs{low_limb(square), high_limb(square)};
    scaled[r] = carry;
    subtract(scaled, scaled, r + 1, square_limbs.data(), 2);
    const std::size_t limbs = shift >= limb_bits / 2 ? 1 : 0;
    shift_right(remainder, scaled + limbs, r + 1 - limbs, 2 * shift % limb_bits);
    if (limbs == 1) remainder[r] = 0;
  }
  shift_right(root, root, r, shift);
}

bool is_perfect_square(const limb* a, std::size_t n, limb* scratch) noexcept {
  if (!may_be_square<64>(a[0])) return false;
  constexpr limb product = limb{63} * 65 * 11 * 17 * 19 * 23 * 29 * 31 * 37 * 41;
  const limb modulo = remainder_1(a, n, product);
  if (!may_be_square<63>(modulo) || !may_be_square<65>(modulo) || !may_be_square<11>(modulo) ||
      !may_be_square<17>(modulo) || !may_be_square<19>(modulo) || !may_be_square<23>(modulo) ||
      !may_be_square<29>(modulo) || !may_be_square<31>(modulo) || !may_be_square<37>(modulo) ||
      !may_be_square<41>(modulo))
    return false;
  const std::size_t r = (n + 1) / 2;
  limb* const root = scratch;
  limb* const remainder = root + r;
  square_root(root, remainder, a, n, remainder + r + 1);
  return significant(remainder, r + 1) == 0;
}

}  // namespace gbi::words
