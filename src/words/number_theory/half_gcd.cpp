#include "src/words/number_theory/half_gcd.hpp"

#include <algorithm>

#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

constexpr std::size_t shortest_leaf = 16;

/// out = a b of n + m limbs; either operand may be the longer one.
void product(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  if (n >= m)
    words::multiply(out, a, n, b, m, scratch);
  else
    words::multiply(out, b, m, a, n, scratch);
}

/// out += a b or out -= a b modulo 2^(64 count); `room` holds a b.
void add_product(limb* out, std::size_t count, const limb* a, std::size_t n, const limb* b, std::size_t m,
                 bool subtract_it, limb* room) noexcept {
  product(room, a, n, b, m, room + n + m);
  const std::size_t used = std::min(count, n + m);
  if (subtract_it)
    subtract(out, out, count, room, used);
  else
    add(out, out, count, room, used);
}

/// Completes a step whose inverse matrix has been applied to all limbs except the lower ones: a = 2^(64
/// lower) a' + m11 a0 - m01 b0 and b = 2^(64 lower) b' + m00 b0 - m10 a0. \param before the limbs that the
/// numbers had.
void apply_to_lower_limbs(euclid_pair& pair, std::size_t lower, std::size_t before, const euclid_matrix& m,
                          limb* scratch) noexcept {
  const std::size_t count = std::min(pair.limbs + 1, before);
  for (limb* x : {pair.a, pair.b})
    if (count > pair.limbs) x[pair.limbs] = 0;
  pair.limbs = count;
  limb *const a = scratch, *const b = a + lower, *const room = b + lower;
  const auto move_lower = [&](limb* from, limb* to) {
    std::copy_n(from, lower, to);
    std::fill_n(from, lower, 0);
  };
  move_lower(pair.a, a);
  move_lower(pair.b, b);
  add_product(pair.a, count, a, lower, m.entry(1, 1), m.limbs, false, room);
  add_product(pair.a, count, b, lower, m.entry(0, 1), m.limbs, true, room);
  add_product(pair.b, count, b, lower, m.entry(0, 0), m.limbs, false, room);
  add_product(pair.b, count, a, lower, m.entry(1, 0), m.limbs, true, room);
  pair.trim();
}

/// matrix = matrix * step. The entries do not exceed the room of the matrix.
void multiply(euclid_matrix& matrix, const euclid_matrix& step, limb* scratch) noexcept {
  const std::size_t before = matrix.limbs, count = before + step.limbs + 1;
  limb *const sums = scratch, *const room = sums + 2 * matrix.rows * count;
  std::fill(sums, room, 0);
  for (std::size_t row = 0; row < matrix.rows; ++row)
    for (std::size_t column = 0; column < 2; ++column)
      for (std::size_t k = 0; k < 2; ++k)
        add_product(sums + (2 * row + column) * count, count, matrix.entry(row, k), before,
                    step.entry(k, column), step.limbs, false, room);
  euclid_matrix result{sums, count, count, matrix.rows};
  result.trim();
  matrix.limbs = result.limbs;
  for (std::size_t i = 0; i < 2 * matrix.rows; ++i)
    std::copy_n(sums + i * count, result.limbs, matrix.first + i * matrix.stride);
}

/// A half-gcd of the numbers without their lower limbs, or one step of a division. \returns whether there was
/// either.
template <class Symbol>
bool upper_half_gcd(euclid_pair& pair, std::size_t lower, std::size_t floor, euclid_matrix* matrix,
                    Symbol& symbol, limb* scratch, std::size_t leaf) noexcept {
  const std::size_t before = pair.limbs;
  euclid_pair upper = pair.from(lower);
  const std::size_t stride = upper.limbs - half_gcd_floor(upper.limbs);
  euclid_matrix step = euclid_matrix::identity(scratch, stride, 2);
  scratch += 4 * stride;
  if (!half_gcd(upper, step, symbol, scratch, leaf)) return divide_step(pair, floor, matrix, symbol);
  pair.limbs = lower + upper.limbs;
  apply_to_lower_limbs(pair, lower, before, step, scratch);
  if (matrix != nullptr) multiply(*matrix, step, scratch);
  return true;
}

/// Scratch memory for all products: the entries of a step have at most n / 4 + 4 limbs, the other factors at
/// most n.
std::size_t product_scratch(std::size_t n) noexcept {
  return std::max(multiply_scratch(n + 4, n + 4), multiply_scratch(n + 4, n / 2 + 4));
}

}  // namespace

std::size_t half_gcd_scratch(std::size_t n) noexcept {
  // Each level needs a matrix, and memory to apply it at the end.
  std::size_t limbs = 6 * n + 64 + product_scratch(n);
  for (; n > shortest_leaf; n = n / 2 + 8) limbs += n + 32;
  return limbs;
}

template <class Symbol>
bool half_gcd(euclid_pair& pair, euclid_matrix& matrix, Symbol& symbol, limb* scratch,
              std::size_t leaf) noexcept {
  const std::size_t start = pair.limbs, floor = half_gcd_floor(start);
  if (start <= leaf) return take_steps(pair, floor, &matrix, symbol);
  bool any = false;
  while (pair.limbs > floor + 2) {
    // First take the upper half of the limbs, of which the steps remove half except for three limbs. Then
    // take as many limbs as leave `floor`.
    const std::size_t lower = pair.limbs > start - start / 4 + 3 ? start / 2 : 2 * floor - pair.limbs + 1;
    if (!upper_half_gcd(pair, lower, floor, &matrix, symbol, scratch, leaf)) return any;
    pair.trim();
    any = true;
  }
  return any;
}

std::size_t whole_gcd_scratch(std::size_t n) noexcept {
  return 8 * n + 64 + product_scratch(n) + half_gcd_scratch(n);
}

template <class Symbol>
void whole_gcd(euclid_pair& pair, std::size_t floor, euclid_matrix* matrix, Symbol& symbol, limb* scratch,
               std::size_t longest, std::size_t leaf) noexcept {
  pair.trim();
  while (pair.limbs > longest) {
    // Without a matrix, whose product costs as much as the products of the numbers, shorter steps are
    // cheaper.
    const std::size_t lower = matrix != nullptr ? pair.limbs / 2 : pair.limbs / 3 * 2;
    if (!upper_half_gcd(pair, lower, floor, matrix, symbol, scratch, leaf)) return;
    pair.trim();
  }
  take_steps(pair, floor, matrix, symbol);
}

template bool half_gcd(euclid_pair&, euclid_matrix&, symbol_steps&, limb*, std::size_t) noexcept;
template bool half_gcd(euclid_pair&, euclid_matrix&, no_symbol&, limb*, std::size_t) noexcept;
template void whole_gcd(euclid_pair&, std::size_t, euclid_matrix*, symbol_steps&, limb*, std::size_t,
                        std::size_t) noexcept;
template void whole_gcd(euclid_pair&, std::size_t, euclid_matrix*, no_symbol&, limb*, std::size_t,
                        std::size_t) noexcept;

}  // namespace gbi::words
