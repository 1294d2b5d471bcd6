#include <algorithm>

#include "src/words/products/quadratic.hpp"

#if defined(__x86_64__)

#include "src/words/products/rows_adx.hpp"

namespace gbi::words::adx {

limb multiply_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  return adx_row<row::set>(out, a, n, b);
}
limb add_product_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  return adx_row<row::add>(out, a, n, b);
}
limb subtract_product_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  return adx_row<row::subtract>(out, a, n, b);
}

namespace {

/// A product by N limbs, row by row, with the rows unrolled.
template <int N>
void multiply_fixed(limb* out, const limb* a, const limb* b, std::size_t m) noexcept {
  out[N] = fixed_row<row::set, N>(out, a, b[0], 0);
  for (std::size_t j = 1; j < m; ++j) out[N + j] = fixed_row<row::add, N>(out + j, a, b[j], 0);
}

/// out = 2 out + the squares of the limbs, in 2 n limbs. One carry chain doubles, the other one adds.
void double_and_add_squares(limb* out, const limb* a, std::size_t n) noexcept {
  limb low, high, first, second;
  asm volatile(
      "xor %k[low], %k[low]\n"
      "1:\n\t"
      "mov (%[a]), %%rdx\n\t"
      "mulx %%rdx, %[low], %[high]\n\t"
      "mov (%[out]), %[first]\n\t"
      "mov 8(%[out]), %[second]\n\t"
      "adcx %[first], %[first]\n\t"
      "adox %[low], %[first]\n\t"
      "adcx %[second], %[second]\n\t"
      "adox %[high], %[second]\n\t"
      "mov %[first], (%[out])\n\t"
      "mov %[second], 8(%[out])\n\t"
      "lea 8(%[a]), %[a]\n\t"
      "lea 16(%[out]), %[out]\n\t"
      "lea -1(%%rcx), %%rcx\n\t"
      "jrcxz 2f\n\t"
      "jmp 1b\n"
      "2:"
      : [low] "=&r"(low), [high] "=&r"(high), [first] "=&r"(first), [second] "=&r"(second), [a] "+r"(a),
        [out] "+r"(out), "+c"(n)
      :
      : "rdx", "cc", "memory");
}

/// out += a_i (a_{i+1} + ...) for the rows of N and fewer limbs. `out` and `a` point to the place of the
/// first row.
template <int N>
[[gnu::always_inline]] inline void triangle_row(limb*& out, const limb*& a) noexcept {
  out[N] = fixed_row<row::add, N>(out, a + 1, a[0], 0);
  out += 2;
  ++a;
}

/// The rows of n, n - 1, ... 1 limbs, n <= 15.
void triangle(limb* out, const limb* a, std::size_t n) noexcept {
  switch (n) {
    case 15:
      triangle_row<15>(out, a);
      [[fallthrough]];
    case 14:
      triangle_row<14>(out, a);
      [[fallthrough]];
    case 13:
      triangle_row<13>(out, a);
      [[fallthrough]];
    case 12:
      triangle_row<12>(out, a);
      [[fallthrough]];
    case 11:
      triangle_row<11>(out, a);
      [[fallthrough]];
    case 10:
      triangle_row<10>(out, a);
      [[fallthrough]];
    case 9:
      triangle_row<9>(out, a);
      [[fallthrough]];
    case 8:
      triangle_row<8>(out, a);
      [[fallthrough]];
    case 7:
      triangle_row<7>(out, a);
      [[fallthrough]];
    case 6:
      triangle_row<6>(out, a);
      [[fallthrough]];
    case 5:
      triangle_row<5>(out, a);
      [[fallthrough]];
    case 4:
      triangle_row<4>(out, a);
      [[fallthrough]];
    case 3:
      triangle_row<3>(out, a);
      [[fallthrough]];
    case 2:
      triangle_row<2>(out, a);
      [[fallthrough]];
    case 1:
      triangle_row<1>(out, a);
      [[fallthrough]];
    default:
      break;
  }
}

}  // namespace

void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  switch (n) {
    case 1:
      return multiply_fixed<1>(out, a, b, m);
    case 2:
      return multiply_fixed<2>(out, a, b, m);
    case 3:
      return multiply_fixed<3>(out, a, b, m);
    case 4:
      return multiply_fixed<4>(out, a, b, m);
    case 5:
      return multiply_fixed<5>(out, a, b, m);
    case 6:
      return multiply_fixed<6>(out, a, b, m);
    case 7:
      return multiply_fixed<7>(out, a, b, m);
    case 8:
      return multiply_fixed<8>(out, a, b, m);
    case 9:
      return multiply_fixed<9>(out, a, b, m);
    case 10:
      return multiply_fixed<10>(out, a, b, m);
    case 11:
      return multiply_fixed<11>(out, a, b, m);
    case 12:
      return multiply_fixed<12>(out, a, b, m);
    case 13:
      return multiply_fixed<13>(out, a, b, m);
    case 14:
      return multiply_fixed<14>(out, a, b, m);
    case 15:
      return multiply_fixed<15>(out, a, b, m);
    case 16:
      return multiply_fixed<16>(out, a, b, m);
    default:
      break;
  }
  out[n] = adx_row<row::set>(out, a, n, b[0]);
  for (std::size_t j = 1; j < m; ++j) out[n + j] = adx_row<row::add>(out + j, a, n, b[j]);
}

void square(limb* out, const limb* a, std::size_t n) noexcept {
  if (n < 8) return multiply(out, a, n, a, n);  // measured: more products, but fewer steps
  std::fill_n(out, n, limb{0});
  out[2 * n - 1] = 0;
  limb* place = out + 1;
  const limb* left = a;
  std::size_t rows = n - 1;
  for (; rows > 15; --rows, place += 2, ++left) place[rows] = adx_row<row::add>(place, left + 1, rows, *left);
  triangle(place, left, rows);
  double_and_add_squares(out, a, n);
}

}  // namespace gbi::words::adx

#endif
