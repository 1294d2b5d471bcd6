#include "src/words/number_theory/euclid.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "kernels/word/leading_bits.hpp"
#include "src/words/number_theory/lehmer.hpp"

namespace gbi::words {

namespace {

using kernels::signed_wide_limb;

/// a = m11 a - m01 b, b = m00 b - m10 a in one pass of 4 products per limb. The entries are below 2^63, so a
/// difference of two products plus a carry is a signed number of two words.
void reduce(const euclid_pair& pair, const word_matrix& m) noexcept {
  limb *const a = pair.a, *const b = pair.b;
  std::int64_t carry_a = 0, carry_b = 0;
  for (std::size_t i = 0; i < pair.limbs; ++i) {
    const limb x = a[i], y = b[i];
    const auto next_a =
        static_cast<signed_wide_limb>(wide_product(m.m11, x) - wide_product(m.m01, y)) + carry_a;
    const auto next_b =
        static_cast<signed_wide_limb>(wide_product(m.m00, y) - wide_product(m.m10, x)) + carry_b;
    a[i] = static_cast<limb>(next_a);
    b[i] = static_cast<limb>(next_b);
    carry_a = static_cast<std::int64_t>(next_a >> 64);
    carry_b = static_cast<std::int64_t>(next_b >> 64);
  }
}

/// matrix = matrix * m.
void multiply(euclid_matrix& matrix, const word_matrix& m) noexcept {
  limb above[2][2] = {};
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    limb *const x = matrix.entry(row, 0), *const y = matrix.entry(row, 1);
    limb carry_x = 0, carry_y = 0;
    for (std::size_t i = 0; i < matrix.limbs; ++i) {
      const wide_limb next_x = wide_product(x[i], m.m00) + wide_product(y[i], m.m10) + carry_x;
      const wide_limb next_y = wide_product(x[i], m.m01) + wide_product(y[i], m.m11) + carry_y;
      x[i] = low_limb(next_x);
      y[i] = low_limb(next_y);
      carry_x = high_limb(next_x);
      carry_y = high_limb(next_y);
    }
    above[row][0] = carry_x;
    above[row][1] = carry_y;
  }
  if ((above[0][0] | above[0][1] | above[1][0] | above[1][1]) == 0) return;
  for (std::size_t row = 0; row < matrix.rows; ++row)
    for (std::size_t column = 0; column < 2; ++column)
      matrix.entry(row, column)[matrix.limbs] = above[row][column];
  ++matrix.limbs;
}

/// Adds q 2^(64 offset) times one column to the other.
void add_to_column(euclid_matrix& matrix, std::size_t column, limb q, std::size_t offset) noexcept {
  std::size_t count = 0;
  for (std::size_t row = 0; row < matrix.rows; ++row)
    count = std::max(count, significant(matrix.entry(row, 1 - column), matrix.limbs));
  if (matrix.limbs < offset + count) matrix.extend(offset + count);
  limb above[2] = {};
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    limb* const target = matrix.entry(row, column) + offset;
    const limb carry = add_product_1(target, matrix.entry(row, 1 - column), count, q);
    above[row] = add_1(target + count, target + count, matrix.limbs - offset - count, carry);
  }
  if ((above[0] | above[1]) == 0) return;
  matrix.extend(matrix.limbs + 1);
  for (std::size_t row = 0; row < matrix.rows; ++row)
    matrix.entry(row, column)[matrix.limbs - 1] = above[row];
}

std::int64_t bits_of(const limb* a, std::size_t n) noexcept {
  return static_cast<std::int64_t>(n) * limb_bits - std::countl_zero(a[n - 1]);
}

/// Bits low to low + 127.
wide_limb window(const limb* a, std::size_t n, std::int64_t low) noexcept {
  return kernels::window(a, static_cast<int>(n), static_cast<int>(low));
}

}  // namespace

euclid_matrix euclid_matrix::identity(limb* memory, std::size_t stride, std::size_t rows) noexcept {
  const euclid_matrix result{memory, stride, 1, rows};
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < 2; ++column)
      result.entry(row, column)[0] = row + 2 - rows == column ? 1 : 0;
  return result;
}

void euclid_matrix::extend(std::size_t count) noexcept {
  for (std::size_t i = 0; i < 2 * rows; ++i)
    std::fill(first + i * stride + limbs, first + i * stride + count, 0);
  limbs = count;
}

void euclid_matrix::trim() noexcept {
  const auto is_zero = [&](std::size_t i) {
    limb any = 0;
    for (std::size_t j = 0; j < 2 * rows; ++j) any |= first[j * stride + i];
    return any == 0;
  };
  while (limbs > 1 && is_zero(limbs - 1)) --limbs;
}

template <class Symbol>
bool take_steps(euclid_pair& pair, std::size_t floor, euclid_matrix* matrix, Symbol& symbol) noexcept {
  // If the window contains the whole numbers, no step leaves less than 1 = 2^66 2^-66.
  const std::int64_t lowest = floor == 0 ? -66 : (static_cast<std::int64_t>(floor) - 1) * limb_bits;
  for (bool any = false;; any = true) {
    pair.trim();
    if (pair.limbs <= floor) return any;
    const limb top = pair.a[pair.limbs - 1] | pair.b[pair.limbs - 1];
    const std::int64_t length = static_cast<std::int64_t>(pair.limbs) * limb_bits - std::countl_zero(top);
    const std::int64_t low = std::max(length - 2 * limb_bits, lowest);
    word_matrix m;
    if (lehmer_step(window(pair.a, pair.limbs, low), window(pair.b, pair.limbs, low), m, symbol)) {
      reduce(pair, m);
      if (matrix != nullptr) multiply(*matrix, m);
    } else if (!divide_step(pair, floor, matrix, symbol)) {
      return any;
    }
  }
}

template <class Symbol>
bool divide_step(euclid_pair& pair, std::size_t floor, euclid_matrix* matrix, Symbol& symbol) noexcept {
  const std::size_t n = significant(pair.a, pair.limbs), m = significant(pair.b, pair.limbs);
  const bool b_is_larger = compare(pair.a, n, pair.b, m) < 0;
  limb* const x = b_is_larger ? pair.b : pair.a;
  const limb* const y = b_is_larger ? pair.a : pair.b;
  const std::size_t limbs_of_x = std::max(n, m), limbs_of_y = std::min(n, m);
  if (limbs_of_y <= floor) return false;

  // At most x / (y 2^(64 offset)), from 127 leading bits.
  const std::int64_t length = bits_of(x, limbs_of_x), low = length - 127;
  auto offset = static_cast<std::size_t>(length - bits_of(y, limbs_of_y)) / limb_bits;
  const auto quotient = [&] {
    const wide_limb divisor = window(y, limbs_of_y, low - static_cast<std::int64_t>(offset) * limb_bits) + 1;
    return window(x, limbs_of_x, low) / divisor;
  };
  wide_limb q = quotient();
  if (q < 2 && offset > 0) {
    --offset;
    q = std::min(quotient(), wide_limb{~limb{0}});
  }
  if (q >= 2) {
    --q;  // leaves y in x
  } else if (kernels::is_long_difference<const limb*>(x, y, static_cast<int>(pair.limbs),
                                                      static_cast<int>(floor))) {
    q = 1;
  } else {
    return false;
  }

  const limb digit = low_limb(q);
  const limb borrow = subtract_product_1(x + offset, y, limbs_of_y, digit);
  limb* const above = x + offset + limbs_of_y;
  subtract_1(above, above, limbs_of_x - limbs_of_y - offset, borrow);
  symbol.subtract(b_is_larger ? 1 : 0, offset > 0 ? 0 : static_cast<std::uint32_t>(digit));
  if (matrix != nullptr) add_to_column(*matrix, b_is_larger ? 0 : 1, digit, offset);
  return true;
}

template bool take_steps(euclid_pair&, std::size_t, euclid_matrix*, symbol_steps&) noexcept;
template bool take_steps(euclid_pair&, std::size_t, euclid_matrix*, no_symbol&) noexcept;
template bool divide_step(euclid_pair&, std::size_t, euclid_matrix*, symbol_steps&) noexcept;
template bool divide_step(euclid_pair&, std::size_t, euclid_matrix*, no_symbol&) noexcept;

}  // namespace gbi::words
