#include "src/words/number_theory/fibonacci.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "kernels/word/wide_product.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// F(-1), F(0), ..., F(93): all that fit a limb.
constexpr auto small = [] {
  std::array<limb, 95> f{1, 0};
  for (std::size_t i = 2; i < f.size(); ++i) f[i] = f[i - 1] + f[i - 2];
  return f;
}();
constexpr std::uint64_t largest_small = small.size() - 2;

/// a += 2 or a -= 2; the result has n limbs.
void add_two(limb* a, std::size_t n, bool negative) noexcept {
  if (negative)
    subtract_1(a, a, n, 2);
  else
    add_1(a, a, n, 2);
}

/// out = a + b of n limbs each. \returns the limbs of the sum.
std::size_t add_with_carry(limb* out, const limb* a, const limb* b, std::size_t n) noexcept {
  out[n] = add_n(out, a, b, n);
  return out[n] == 0 ? n : n + 1;
}

/// For factors of at most n limbs each.
std::size_t product_scratch(std::size_t n) noexcept {
  return std::max({multiply_scratch(n, n), multiply_scratch(n + 1, n), square_scratch(n)});
}

/// F(k) and F(k - 1) for the k = n / 2 of a last step, and its factors.
struct last_step {
  limb *current, *previous, *sum, *scratch;
  std::size_t limbs;

  last_step(std::uint64_t k, limb* memory) noexcept {
    const std::size_t room = fibonacci_limbs(k) + 3;
    current = memory;
    previous = current + room;
    sum = previous + room;
    scratch = sum + room;
    limbs = fibonacci_pair(current, previous, k, scratch);
  }
};

/// out = a b -+ 1, where the index k decides. \returns its limbs.
std::size_t product_of_neighbours(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                                  bool k_is_odd, limb* scratch) noexcept {
  if (n >= m)
    multiply(out, a, n, b, m, scratch);
  else
    multiply(out, b, m, a, n, scratch);
  if (k_is_odd)
    add_1(out, out, n + m, 1);
  else
    subtract_1(out, out, n + m, 1);
  return n + m;
}

/// L(n) = L(k + 1) L(k) -+ 1 for n = 2k + 1, where L(k) = F(k + 1) + F(k - 1) and L(k + 1) = F(k + 1) + 2
/// F(k). \returns its limbs.
std::size_t lucas_of_odd(limb* out, std::uint64_t n, limb* scratch) noexcept {
  const std::uint64_t k = n / 2;
  const last_step at(k, scratch);
  add_with_carry(at.sum, at.current, at.previous, at.limbs);
  limb *const now = at.previous, *const next = at.sum;
  now[at.limbs] = next[at.limbs] + add_n(now, next, at.previous, at.limbs);
  for (int i = 0; i < 2; ++i) next[at.limbs] += add_n(next, next, at.current, at.limbs);
  return significant(out, product_of_neighbours(out, next, significant(next, at.limbs + 1), now,
                                                significant(now, at.limbs + 1), k % 2 == 1, at.scratch));
}

}  // namespace

std::size_t fibonacci_limbs(std::uint64_t n) noexcept {
  // 2^64 log2 of the golden ratio g, rounded up; L(n) < g^n + 1. Integers leave the caller's floating-point
  // flags alone.
  constexpr limb bits_of_step = 0xb1b9d68a8e53425e;
  const limb bits = kernels::high_limb(kernels::wide_product(n, bits_of_step));
  return static_cast<std::size_t>((bits + 1) / limb_bits) + 1;
}

/// A last step's numbers, and the squares of the step before.
std::size_t fibonacci_scratch(std::uint64_t n) noexcept {
  const std::size_t half = fibonacci_limbs(n / 2 + 1) + 3;
  return 3 * half + 4 * half + product_scratch(half);
}

std::size_t fibonacci_pair(limb* current, limb* previous, std::uint64_t n, limb* scratch) noexcept {
  int shift = 0;
  while (n >> shift > largest_small) ++shift;
  std::uint64_t k = n >> shift;
  current[0] = small[k + 1];
  previous[0] = small[k];
  std::size_t size = 1;
  while (shift > 0) {
    const std::size_t twice = 2 * size;
    limb* const square_now = scratch;
    limb* const square_before = square_now + twice;
    limb* const more = square_before + twice;
    square(square_now, current, size, more);
    square(square_before, previous, size, more);
    // F(2k + 1) replaces F(k), and F(2k - 1) replaces F(k - 1). The first one is the longest.
    current[twice] = shift_left(current, square_now, twice, 2);
    current[twice] -= subtract_n(current, current, square_before, twice);
    add_two(current, twice + 1, k % 2 == 1);
    previous[twice] = add_n(previous, square_now, square_before, twice);
    const bool is_odd = (n >> --shift) % 2 == 1;
    limb* const middle = is_odd ? previous : current;
    subtract_n(middle, current, previous, twice + 1);
    k = 2 * k + (is_odd ? 1 : 0);
    size = std::max<std::size_t>(1, significant(current, twice + 1));
  }
  return size;
}

std::size_t fibonacci(limb* out, std::uint64_t n, limb* scratch) noexcept {
  if (n <= largest_small) {
    out[0] = small[n + 1];
    return 1;
  }
  const std::uint64_t k = n / 2;
  last_step at(k, scratch);
  if (n % 2 == 0) {  // F(k) L(k) = F(k) (F(k) + 2 F(k - 1))
    add_with_carry(at.sum, at.previous, at.previous, at.limbs);
    at.sum[at.limbs] += add_n(at.sum, at.sum, at.current, at.limbs);
    const std::size_t size = significant(at.sum, at.limbs + 1);
    multiply(out, at.sum, size, at.current, at.limbs, at.scratch);
    return size + at.limbs;
  }
  // F(k + 1) L(k), where L(k) = F(k + 1) + F(k - 1)
  const std::size_t next = add_with_carry(at.sum, at.current, at.previous, at.limbs);
  limb* const lucas_number = at.current;
  lucas_number[at.limbs] = at.sum[at.limbs] + add_n(lucas_number, at.sum, at.previous, at.limbs);
  return product_of_neighbours(out, at.sum, next, lucas_number, significant(lucas_number, at.limbs + 1),
                               k % 2 == 1, at.scratch);
}

std::size_t lucas(limb* out, std::uint64_t n, limb* scratch) noexcept {
  int squares = 0;
  for (; n % 2 == 0 && n >= largest_small; n /= 2) ++squares;
  std::size_t size = 1;
  if (n < largest_small)
    out[0] = small[n + 1] + 2 * small[n];
  else
    size = lucas_of_odd(out, n, scratch);
  for (; squares > 0; --squares, n *= 2) {  // L(2k) = L(k)^2 -+ 2
    limb* const root = scratch;
    std::copy_n(out, size, root);
    square(out, root, size, root + size);
    add_two(out, 2 * size, n % 2 == 0);
    size = significant(out, 2 * size);
  }
  return size;
}

}  // namespace gbi::words
