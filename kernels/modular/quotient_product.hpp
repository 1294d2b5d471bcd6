/// \file
/// Products modulo n in the registers of one thread, from the modulus alone.
///
/// Let n be aligned: N = n 2^z has K limbs and its top bit is set. Horner's rule takes the digits d of b 2^z,
/// 61 bits each, from the top: r = r 2^61 + a d, less q N, ends with r = a b 2^z modulo N. The quotient q is
/// estimated from the limb of r above K limbs and a reciprocal of N's top limb. It is never too large, and
/// leaves less than 6 N. As a is below 2 N, the next r is below (6 + 2) 2^61 N = 2^64 N, so that q is one
/// limb. Since N = 2^(64 K) - m, r - q N = r + q m - q 2^(64 K): both rows of a step are sums of products,
/// and the limb above loses q.
///
/// Cost: (64 K + z) / 61 steps of 8 K + 4 multiply-adds of 32 x 32 bits, half as many as two products by
/// Montgomery's method take. Reads 8 bytes per limb of a, b and n and writes 8 per limb of the result.
/// Sources: G. Blakley, IEEE Trans. Computers C-32 (1983); P. Barrett, CRYPTO '86.
#pragma once

#include <cstdint>

#include "kernels/model/kernel.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/modular/thread_number.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// Calls body() while condition(), in a loop that is not unrolled on CUDA, because it seldom runs.
template <class Condition, class Body>
GBI_DEVICE void repeat_while(Condition&& condition, Body&& body) {
#if defined(__CUDACC__)
#pragma unroll 1
#endif
  while (condition()) body();
}

/// An aligned modulus N = n 2^zeros.
template <int Limbs>
struct aligned_modulus {
  using words = thread_number<Limbs>;
  typename words::number complement;  ///< m = 2^(64 Limbs) - N
  limb reciprocal;                    ///< of N's top limb plus 1, without its 65th bit
  int zeros;

  /// If n is 0, the members have no meaning, but everything ends.
  GBI_DEVICE explicit aligned_modulus(const typename words::number& n) : zeros(0) {
    unroll<words::count>([&](auto i) { complement[i] = n[i]; });
    const auto leading = [&] { return words::limb_at(complement, Limbs - 1); };
    repeat_while([&] { return leading() == 0 && zeros < limb_bits * (Limbs - 1); },
                 [&] {
                   zeros += limb_bits;
                   unroll<words::count>([&](auto i) {
                     constexpr int to = words::count - 1 - i, from = to - words_per_limb;
                     complement[to] = from < 0 ? 0 : complement[from < 0 ? 0 : from];
                   });
                 });
    const int shift = leading_zeros(leading() | 1);
    zeros += shift;
    limb below = 0, top = 0;
    machine_word negative = 1;
    unroll<Limbs>([&](auto j) {
      const limb x = words::limb_at(complement, j);
      top = x << shift | below >> 1 >> (63 - shift);
      below = x;
      words::put(complement, j, ~top);
      unroll<words_per_limb>([&](auto i) {
        machine_word& word = complement[words_per_limb * j + i];
        word = add_words(word, 0, negative);
      });
    });
    const limb divisor = (top | limb{1} << 63) + 1;
    reciprocal = divisor == 0 ? 0 : divisor_of(divisor).reciprocal;
  }

  /// r less a multiple of N, below 6 N, for an r below 2^64 N.
  /// Proof: proofs/Division.v, theorem quotient_digit_leaves_less_than_six.
  GBI_DEVICE void reduce(typename words::sum& r) const {
    const limb above = words::limb_at(r, Limbs),
               quotient = above + high_limb(wide_product(above, reciprocal));
    words::template add_multiple<words_per_limb>(r, complement, quotient);
    words::put(r, Limbs, words::limb_at(r, Limbs) - quotient);
  }

  /// r modulo N, for an r below 6 N. The estimate leaves less than 2 N.
  /// Proof: proofs/Division.v, theorem last_quotient_leaves_less_than_two.
  GBI_DEVICE void finish(typename words::sum& r) const {
    constexpr int bits = 61;
    const limb above = words::limb_at(r, Limbs), below = words::limb_at(r, Limbs - 1),
               leading = above << bits | below >> (limb_bits - bits),
               quotient = (leading + high_limb(wide_product(leading, reciprocal))) >> bits;
    words::template add_multiple<1>(r, complement, quotient);
    typename words::number less;
    machine_word carry = 0;
    unroll<words::count>([&](auto i) { less[i] = add_words(r[i], complement[i], carry); });
    const bool is_reduced = words::limb_at(r, Limbs) - quotient + carry == 0;
    unroll<words::count>([&](auto i) { r[i] = is_reduced ? r[i] : less[i]; });
    words::put(r, Limbs, 0);
  }
};

/// \tparam Limbs K
template <int Limbs>
struct quotient_product_kernel : map_kernel<quotient_product_kernel<Limbs>, quotient_product_arguments, 128,
                                            (Limbs <= 4    ? 8
                                             : Limbs <= 8  ? 5
                                             : Limbs <= 12 ? 4
                                             : Limbs <= 16 ? 3
                                                           : 2)> {
  using words = thread_number<Limbs>;
  static constexpr int digit_bits = 61;

  GBI_BOTH static std::uint64_t count(const quotient_product_arguments& args) { return args.elements; }

  GBI_DEVICE static void run_at(const quotient_product_arguments& args, std::uint64_t element) {
    typename words::number a, n;
    words::load(args.a, element, a);
    words::load(args.modulus, element, n);
    const limb odd = 0 - (words::limb_at(n, 0) & 1);
    const aligned_modulus<Limbs> by(n);
    typename words::sum r{};
    multiply(args.b, element, a, by, r);
    by.finish(r);
    int limbs = by.zeros / limb_bits;
    repeat_while([&] { return limbs-- > 0; },
                 [&] { unroll<words::count>([&](auto i) { r[i] = r[i + words_per_limb]; }); });
    const int shift = by.zeros % limb_bits;
    limb* to = words::first_limb(args.out, element);
    unroll<Limbs>([&](auto j) {
      const limb value =
          (words::limb_at(r, j) >> shift | words::limb_at(r, j + 1) << 1 << (63 - shift)) & odd;
      if (j < args.out.count) *to = j + 1 == args.out.count ? value & args.out.top_mask : value;
      to += args.out.limb_stride;
    });
  }

 private:
  /// r = a b 2^zeros less a multiple of N, below 6 N.
  GBI_DEVICE static void multiply(const batch_span& b, std::uint64_t element, const typename words::number& a,
                                  const aligned_modulus<Limbs>& by, typename words::sum& r) {
    // The limbs of the next digit are loaded while one is multiplied. Limb `index` has the digit's lowest
    // bit.
    int index = static_cast<int>(b.count) - 1;
    int position = (limb_bits * (index + 1) + by.zeros - 1) / digit_bits * digit_bits - by.zeros;
    const limb *from_low = words::first_limb(b, element) + static_cast<std::uint32_t>(index) * b.limb_stride,
               *from_high = from_low + b.limb_stride;
    limb low = *from_low, high = 0;
    for (bool is_last = false; !is_last;) {
      const int inside = position & (limb_bits - 1);
      const limb digit =
          (low >> inside | high << 1 << (63 - inside)) & (~limb{0} >> (limb_bits - digit_bits));
      is_last = position <= -by.zeros;
      position -= digit_bits;
      if (position >> 6 != index) {
        --index;
        from_low -= b.limb_stride;
        from_high -= b.limb_stride;
      }
      low = high = 0;
      if (!is_last && index >= 0) low = *from_low;
      if (!is_last && static_cast<std::uint32_t>(index + 1) < b.count) high = *from_high;
      words::template move_up<digit_bits>(r);
      words::template add_multiple<words_per_limb>(r, a, digit);
      by.reduce(r);
    }
  }
};

}  // namespace gbi::kernels
