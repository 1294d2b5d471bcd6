#include "src/words/montgomery_rows.hpp"

#include <algorithm>
#include <array>

#include "src/words/linear.hpp"
#include "src/words/multiply.hpp"

namespace gbi::words {

namespace {

/// As many limbs are kept in registers or on the stack.
constexpr std::size_t longest_fixed = 8;

/// out = sum - n if that is not negative or the sum has a carry, else the sum.
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

/// Row by row: sum = (sum + a b_i + y n) / 2^64, below 2 n. Source: C. Koc, T. Acar, B. Kaliski, "Analyzing
/// and comparing Montgomery multiplication algorithms", IEEE Micro 16 (1996), CIOS.
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

/// One limb, with 1 / n in place of -1 / n: the difference of upper halves needs no carry.
template <>
void multiply_fixed<1>(limb* out, const limb* a, const limb* b, const limb* n, limb inverse) noexcept {
  const wide_limb product = wide_product(a[0], b[0]);
  const limb high = high_limb(product);
  const limb taken = high_limb(wide_product(low_limb(product) * -inverse, n[0]));
  out[0] = high - taken + (high < taken ? n[0] : 0);
}

#if defined(__x86_64__)

/// out += a b of n limbs; returns the carry. Two chains of carries, one of the products' halves and one of
/// the sums, with flags of their own.
limb add_row_by_two_chains(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  const std::size_t head = n % 4;
  limb carry = add_product_1(out, a, head, b);
  out += head;
  a += head;
  limb low, high, next;
  std::size_t blocks = n / 4;
  if (blocks == 0) return carry;
  asm("xorl %k[low], %k[low]\n"
      ".p2align 4\n"
      "1: mulx (%[a]), %[low], %[high]\n"
      "adcx %[carry], %[low]\n"
      "adox (%[out]), %[low]\n"
      "movq %[low], (%[out])\n"
      "mulx 8(%[a]), %[low], %[next]\n"
      "adcx %[high], %[low]\n"
      "adox 8(%[out]), %[low]\n"
      "movq %[low], 8(%[out])\n"
      "mulx 16(%[a]), %[low], %[high]\n"
      "adcx %[next], %[low]\n"
      "adox 16(%[out]), %[low]\n"
      "movq %[low], 16(%[out])\n"
      "mulx 24(%[a]), %[low], %[carry]\n"
      "adcx %[high], %[low]\n"
      "adox 24(%[out]), %[low]\n"
      "movq %[low], 24(%[out])\n"
      "leaq 32(%[a]), %[a]\n"
      "leaq 32(%[out]), %[out]\n"
      "leaq -1(%[blocks]), %[blocks]\n"
      "jrcxz 2f\n"
      "jmp 1b\n"
      "2: movl $0, %k[low]\n"
      "adcx %[low], %[carry]\n"
      "adox %[low], %[carry]\n"
      : [a] "+r"(a), [out] "+r"(out), [blocks] "+c"(blocks), [carry] "+r"(carry), [low] "=&r"(low),
        [high] "=&r"(high), [next] "=&r"(next)
      : "d"(b)
      : "cc", "memory");
  return carry;
}

bool has_two_chains() noexcept {
  // Leaf 7 of the processor's description, bits 8 (BMI2) and 19 (ADX), as the name of the latter is unknown
  // to some compilers.
  unsigned leaf = 7, features = 0, index = 0, rest = 0;
  asm("cpuid" : "+a"(leaf), "=b"(features), "+c"(index), "=d"(rest));
  return (features >> 8 & 1) != 0 && (features >> 19 & 1) != 0;
}

#endif

using row = limb(limb*, const limb*, std::size_t, limb) noexcept;

row* fastest_row() noexcept {
#if defined(__x86_64__)
  if (has_two_chains()) return add_row_by_two_chains;
#endif
  return add_product_1;
}

}  // namespace

std::size_t multiply_rows_scratch(std::size_t n) noexcept {
  return n <= longest_fixed ? 0 : 2 * n + std::max(multiply_scratch(n, n), square_scratch(n));
}

void multiply_rows(limb* out, const limb* a, const limb* b, const limb* n, std::size_t size, limb inverse,
                   limb* scratch) noexcept {
  switch (size) {
    case 1:
      return multiply_fixed<1>(out, a, b, n, inverse);
    case 2:
      return multiply_fixed<2>(out, a, b, n, inverse);
    case 3:
      return multiply_fixed<3>(out, a, b, n, inverse);
    case 4:
      return multiply_fixed<4>(out, a, b, n, inverse);
    case 5:
      return multiply_fixed<5>(out, a, b, n, inverse);
    case 6:
      return multiply_fixed<6>(out, a, b, n, inverse);
    case 7:
      return multiply_fixed<7>(out, a, b, n, inverse);
    case 8:
      return multiply_fixed<8>(out, a, b, n, inverse);
    default:
      break;
  }
  static row* const add_row = fastest_row();
  limb* const product = scratch;
  limb* const rest = scratch + 2 * size;
  if (a == b)
    square(product, a, size, rest);
  else
    multiply(product, a, size, b, size, rest);
  // The carry of row i belongs to limb i + size; it is kept in limb i, which has become 0.
  for (std::size_t i = 0; i < size; ++i) product[i] = add_row(product + i, n, size, product[i] * inverse);
  const limb carry = add_n(product + size, product + size, product, size);
  if (carry != 0 || compare(product + size, n, size) >= 0)
    subtract_n(out, product + size, n, size);
  else
    std::copy_n(product + size, size, out);
}

}  // namespace gbi::words
