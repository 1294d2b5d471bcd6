/// \file
/// One row of a product with two carry chains at once.
///
/// MULX does not change the flags, ADCX uses only the carry flag, and ADOX only the overflow flag. So the sum
/// of the product's halves and the sum with the limbs in memory run in parallel.
/// Source: E. Ozturk, J. Guilford, V. Gopal, W. Feghali, "New instructions supporting large integer
/// arithmetic on Intel architecture processors", Intel white paper (2012).
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/word/limb.hpp"
#include "src/words/products/product_rows.hpp"

namespace gbi::words {

/// As plain_row(), for N limbs; about 1.2 cycles per limb. A difference is the complement of a sum with the
/// complement: x - p = ~(~x + p).
template <row Kind, int N>
[[gnu::always_inline]] inline limb fixed_row(limb* out, const limb* a, limb b, limb carry) noexcept {
  limb low, high, there;
  asm volatile(
      "xor %k[low], %k[low]\n\t"
      ".set gbi_place, 0\n\t"
      ".rept %c[n]\n\t"
      ".if %c[subtracts]\n\t"
      "mov gbi_place(%[out]), %[there]\n\t"
      "not %[there]\n\t"
      ".endif\n\t"
      "mulx gbi_place(%[a]), %[low], %[high]\n\t"
      "adcx %[carry], %[low]\n\t"
      ".if %c[subtracts]\n\t"
      "adox %[there], %[low]\n\t"
      "not %[low]\n\t"
      ".elseif %c[adds]\n\t"
      "adox gbi_place(%[out]), %[low]\n\t"
      ".endif\n\t"
      "mov %[low], gbi_place(%[out])\n\t"
      "mov %[high], %[carry]\n\t"
      ".set gbi_place, gbi_place + 8\n\t"
      ".endr\n\t"
      ".if %c[subtracts] || %c[adds]\n\t"
      "mov $0, %k[low]\n\t"
      "adcx %[low], %[carry]\n\t"
      "adox %[low], %[carry]\n\t"
      ".else\n\t"
      "adc $0, %[carry]\n\t"
      ".endif"
      : [carry] "+&r"(carry), [low] "=&r"(low), [high] "=&r"(high), [there] "=&r"(there)
      : [a] "r"(a), [out] "r"(out),
        "d"(b), [n] "i"(N), [adds] "i"(Kind == row::add), [subtracts] "i"(Kind == row::subtract)
      : "cc", "memory");
  return carry;
}

/// As above, for n limbs: first n mod 8 limbs at the bottom, then eight at a time. The lambda must be
/// inlined: otherwise the carry and the pointers live in memory, and short rows take up to twice as long.
template <row Kind>
inline limb adx_row(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  limb carry = 0;
  [&]<std::size_t... Below>(std::index_sequence<Below...>) __attribute__((always_inline)) {
    static_cast<void>(
        ((n % 8 == Below + 1 && (carry = fixed_row<Kind, Below + 1>(out, a, b, 0), true)) || ...));
  }
  (std::make_index_sequence<7>{});
  for (std::size_t i = n % 8; i < n; i += 8) carry = fixed_row<Kind, 8>(out + i, a + i, b, carry);
  return carry;
}

}  // namespace gbi::words
