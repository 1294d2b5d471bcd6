/// \file
/// What the primality tests of batches need besides powers, one thread per number.
///
/// Sources: M. Rabin, J. Number Theory 12 (1980); R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math. Comp.
/// 35 (1980).
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/jacobi.hpp"

namespace gbi::kernels {

/// The exponent of 2 in n - 1, for odd n above 1. For other numbers, some exponent below the width; 0 for 0
/// and 1.
GBI_DEVICE std::uint32_t twos_before(const batch_span& n, std::uint64_t element) {
  limb low = limb_of(n, element, 0) & ~limb{1};
  std::uint32_t index = 0;
  while (low == 0 && ++index < n.count) low = limb_of(n, element, index);
  return low == 0 ? 0 : index * limb_bits + static_cast<std::uint32_t>(trailing_zeros(low));
}

/// Reads and writes 8 bytes per limb.
struct odd_part_kernel : map_kernel<odd_part_kernel, odd_part_arguments, 128, 8> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t element) {
    const std::uint32_t twos = twos_before(a.n, element), whole = twos / limb_bits, part = twos % limb_bits;
    const auto limb_before = [&](std::uint32_t j) {
      return limb_of(a.n, element, j) & (j == 0 ? ~limb{1} : ~limb{0});
    };
    limb low = limb_before(whole);
    for (std::uint32_t j = 0; j < a.out.count; ++j) {
      const limb high = limb_before(whole + j + 1);
      set_limb(a.out, element, j, low >> part | high << 1 << (limb_bits - 1 - part));
      low = high;
    }
  }
};
odd_part_kernel map_of(const odd_part_arguments&);

/// Reads 16 bytes per limb.
struct strong_state_kernel : map_kernel<strong_state_kernel, strong_state_arguments, 128, 8> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t element) {
    bool is_one = true, is_minus_one = true;
    for (std::uint32_t j = 0; j < a.n.count; ++j) {
      const limb power = limb_of(a.power, element, j), lowest = j == 0 ? 1 : 0;
      is_one = is_one && power == lowest;
      is_minus_one = is_minus_one && power == (limb_of(a.n, element, j) & ~lowest);
    }
    const std::uint32_t twos = twos_before(a.n, element);
    const bool is_odd = limb_of(a.n, element, 0) % 2 == 1;
    const bool passes = is_odd && a.squares < twos && (is_minus_one || (is_one && a.squares == 0));
    a.passed[element] = passes ? 1 : 0;
    a.open[element] = is_odd && a.squares + 1 < twos && !is_minus_one && !is_one ? 1 : 0;
  }
};
strong_state_kernel map_of(const strong_state_arguments&);

/// Takes two divisions per limb and D. Half of the numbers that are not squares are done with each D.
struct lucas_parameters_kernel : map_kernel<lucas_parameters_kernel, lucas_parameters_arguments, 128, 8> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.elements; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t element) {
    constexpr std::uint32_t last = 4 * lucas_largest_q + 1;  // |D| = |1 - 4 q|
    limb others = 0;
    for (std::uint32_t j = 1; j < a.n.count; ++j) others |= limb_of(a.n, element, j);
    const limb low = limb_of(a.n, element, 0);
    a.minus_q[element] = 0;
    a.unresolved[element] = 0;
    if (low % 2 == 0 || (others == 0 && low < 3)) return;
    for (std::uint32_t d = 5; d <= last; d += 2) {
      if (others == 0 && d % low == 0) continue;
      // As D = 1 modulo 4, (D / n) = (n / d).
      const int symbol = jacobi_of_words(remainder(a.n, element, d), d);
      if (symbol > 0) continue;
      const auto of = static_cast<std::int32_t>(d);
      if (symbol < 0) a.minus_q[element] = d % 4 == 1 ? (of - 1) / 4 : -(of + 1) / 4;
      return;
    }
    a.unresolved[element] = 1;
  }

 private:
  GBI_DEVICE static std::uint32_t remainder(const batch_span& n, std::uint64_t element, std::uint32_t d) {
    std::uint64_t rest = 0;
    for (std::uint32_t j = n.count; j-- > 0;) {
      const limb next = limb_of(n, element, j);
      rest = (rest << 32 | next >> 32) % d;
      rest = (rest << 32 | (next & 0xffffffff)) % d;
    }
    return static_cast<std::uint32_t>(rest);
  }
};
lucas_parameters_kernel map_of(const lucas_parameters_arguments&);

}  // namespace gbi::kernels
