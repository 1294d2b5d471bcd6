#include "src/words/number_theory/montgomery_digits.hpp"

#include <array>
#include <utility>

#include "src/words/level.hpp"
#include "src/words/linear/linear.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace gbi::words {

void to_digits(limb* out, std::size_t width, const limb* a, std::size_t n) noexcept {
  for (std::size_t i = 0; i < width; ++i) {
    const std::size_t bit = i * digit_bits, at = bit / limb_bits;
    const int shift = static_cast<int>(bit % limb_bits);
    const limb low = at < n ? a[at] >> shift : 0;
    const limb high = at + 1 < n ? a[at + 1] << 1 << (limb_bits - 1 - shift) : 0;
    out[i] = (low | high) & digit_mask;
  }
}

void from_digits(limb* out, std::size_t n, const limb* a, std::size_t digits) noexcept {
  wide_limb pending = 0;
  int bits = 0;
  std::size_t i = 0;
  for (std::size_t at = 0; at < n; ++at) {
    for (; bits < limb_bits && i < digits; ++i, bits += digit_bits) pending |= wide_limb{a[i]} << bits;
    out[at] = low_limb(pending);
    pending >>= limb_bits;
    bits = bits > limb_bits ? bits - limb_bits : 0;
  }
}

#if defined(__x86_64__)

namespace {

/// Vectors for the longest modulus.
constexpr int most_vectors = static_cast<int>(digit_width(digits_of(limb_bits * longest_in_digits)) / 8);

using product = void(limb*, const limb*, const limb*, const limb*, limb, std::size_t, int) noexcept;

using vector [[gnu::vector_size(64)]] = unsigned long long;

__attribute__((target("avx512f"))) inline __m512i as_register(vector a) noexcept {
  return __m512i(a);
}
__attribute__((target("avx512f,avx512ifma"))) inline vector add_low(vector sum, vector a, vector b) noexcept {
  return vector(_mm512_madd52lo_epu64(__m512i(sum), __m512i(a), __m512i(b)));
}
__attribute__((target("avx512f,avx512ifma"))) inline vector add_high(vector sum, vector a,
                                                                     vector b) noexcept {
  return vector(_mm512_madd52hi_epu64(__m512i(sum), __m512i(a), __m512i(b)));
}

/// Eight digits of a from the second one on; b holds the digits above a.
__attribute__((target("avx512f"))) inline vector one_down(vector a, vector b) noexcept {
  return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
}

/// The carries of digits below 2^63. After one step to the neighbour, digits are below 2^52 + 2^11. So a
/// second step carries at most 1, and one addition of eight bits finds how far it runs.
template <int V>
__attribute__((target("avx512f,avx512dq,avx512ifma,bmi2"))) inline void store_carried(limb* out,
                                                                                      const vector* sums,
                                                                                      int twos) noexcept {
  const vector mask = vector{} + digit_mask;
  vector below{};
  unsigned carry = 0;
#pragma GCC unroll 32
  for (int j = 0; j < V; ++j) {
    const vector sum = sums[j] << twos, over = sum >> digit_bits;
    const vector digit = (sum & mask) + __builtin_shufflevector(below, over, 7, 8, 9, 10, 11, 12, 13, 14);
    below = over;
    const unsigned full = _mm512_cmpeq_epu64_mask(as_register(digit), as_register(mask));
    carry += full + 2u * _mm512_cmpgt_epu64_mask(as_register(digit), as_register(mask));
    const auto plus_one = static_cast<__mmask8>(carry ^ full);
    carry >>= 8;
    const __m512i result =
        _mm512_mask_sub_epi64(as_register(digit), plus_one, as_register(digit), _mm512_set1_epi64(-1));
    _mm512_storeu_si512(out + 8 * j, as_register(vector(result) & mask));
  }
}

/// Processes b digit by digit. The quotient digit y depends only on the lowest digit. That digit is also
/// computed in scalar registers ahead of the vectors, so the latency of y is spread over two digits. `lowest`
/// is exact, and the vectors' lowest place is unused.
template <int V>
__attribute__((target("avx512f,avx512dq,avx512ifma,bmi2"))) void multiply_vectors(limb* out, const limb* a,
                                                                                  const limb* b,
                                                                                  const limb* n, limb inverse,
                                                                                  std::size_t digits,
                                                                                  int twos) noexcept {
  // Aligned, because a load across cache lines takes twice as long.
  alignas(64) vector a_digits[V] = {}, n_digits[V] = {};
  vector sums[V] = {};
#pragma GCC unroll 32
  for (int j = 0; j < V; ++j) {
    a_digits[j] = vector(_mm512_loadu_si512(a + 8 * j));
    n_digits[j] = vector(_mm512_loadu_si512(n + 8 * j));
  }
  vector a_down[V], n_down[V];
#pragma GCC unroll 32
  for (int j = 0; j < V; ++j) {
    a_down[j] = one_down(a_digits[j], j + 1 < V ? a_digits[j + 1 < V ? j + 1 : j] : vector{});
    n_down[j] = one_down(n_digits[j], j + 1 < V ? n_digits[j + 1 < V ? j + 1 : j] : vector{});
  }
  const limb a0 = a[0], a1 = a[1], n0 = n[0], n1 = n[1];
  constexpr int spare = limb_bits - digit_bits;
  limb lowest = a0 * b[0] & digit_mask;
  for (std::size_t i = 0; i < digits; ++i) {
    const limb digit = b[i], above = sums[0][1];
    // lowest and the low half of n0 y add up to a multiple of 2^52.
    const limb y = lowest * inverse & digit_mask, carry = (lowest + digit_mask) >> digit_bits;
    const limb of_b = (a1 * digit & digit_mask) + high_limb(wide_product(a0 << spare, digit)) +
                      (i + 1 < digits ? a0 * b[i + 1] & digit_mask : 0);
    const limb of_y = (n1 * y & digit_mask) + high_limb(wide_product(n0 << spare, y));
    lowest = (of_b + carry + above) + of_y;
    const vector by_b = vector{} + digit, by_y = vector{} + y;
    if constexpr (V < 8) {
      // The low halves come from operands that are shifted like the sums, so y does not wait for the shift.
      // With few vectors, the additions wait for each other's results; a second chain of sums shortens the
      // first.
#pragma GCC unroll 32
      for (int j = 0; j < V; ++j) {
        const vector shifted = one_down(sums[j], j + 1 < V ? sums[j + 1 < V ? j + 1 : j] : vector{});
        const vector start = V < 4 ? vector{} : shifted;
        const vector low = add_low(add_low(start, by_b, a_down[j]), by_y, n_down[j]);
        const vector high = add_high(add_high(vector{}, by_b, a_digits[j]), by_y, n_digits[j]);
        sums[j] = V < 4 ? shifted + (low + high) : low + high;
      }
    } else {
#pragma GCC unroll 32
      for (int j = 0; j < V; ++j) sums[j] = add_low(add_low(sums[j], by_b, a_digits[j]), by_y, n_digits[j]);
#pragma GCC unroll 32
      for (int j = 0; j < V; ++j) {
        const vector shifted = one_down(sums[j], j + 1 < V ? sums[j + 1 < V ? j + 1 : j] : vector{});
        sums[j] = add_high(add_high(shifted, by_b, a_digits[j]), by_y, n_digits[j]);
      }
    }
  }
  sums[0][0] = lowest;
  store_carried<V>(out, sums, twos);
}

template <std::size_t... I>
constexpr std::array<product*, sizeof...(I)> products(std::index_sequence<I...>) {
  return {multiply_vectors<static_cast<int>(I) + 1>...};
}

}  // namespace

bool has_digits() noexcept {
  static const bool has = processor_level() >= level::ifma;
  return has;
}

void multiply_digits(limb* out, const limb* a, const limb* b, const limb* n, limb inverse, std::size_t digits,
                     int twos) noexcept {
  static constexpr auto by_vectors = products(std::make_index_sequence<most_vectors>());
  by_vectors[digit_width(digits) / 8 - 1](out, a, b, n, inverse, digits, twos);
}

#else

bool has_digits() noexcept {
  return false;
}
void multiply_digits(limb*, const limb*, const limb*, const limb*, limb, std::size_t, int) noexcept {}

#endif

}  // namespace gbi::words
