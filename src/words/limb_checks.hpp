/// \file
/// Checks of all limbs of a result at once. No limb waits for a carry, because the limbs of the result show
/// the carries, so vectors can do it.
#pragma once

#include <cstddef>

#include "kernels/word/carry_bits.hpp"

namespace gbi::words {

/// The carry out of a limb, whatever the carry in.
constexpr limb carry_out(limb a, limb b, limb sum) noexcept {
  return kernels::carry_bits(a, b, sum) >> (limb_bits - 1);
}
/// The carry out of the lowest n limbs of c = a + b, with at least n limbs of a and m of b.
constexpr limb carry_of_sum(const limb* c, const limb* a, std::size_t n, const limb* b,
                            std::size_t m) noexcept {
  return n > 0 ? carry_out(a[n - 1], n <= m ? b[n - 1] : 0, c[n - 1]) : 0;
}

namespace plain {
/// Whether c is a + b + carry, apart from the carry out, with n limbs each. If every limb is the sum of its
/// summands and the carry that the limb below shows, all carries are right by induction.
bool adds_up(const limb* c, const limb* a, const limb* b, std::size_t n, limb carry) noexcept;
/// Whether c[i] has the bits of a[i + 1] 2^left and the highest `left` bits of a[i], for all i < n;
/// 0 < left < 64.
bool are_shifted(const limb* c, const limb* a, std::size_t n, int left) noexcept;
}  // namespace plain

#if defined(__x86_64__)
/// The same with vectors of 256 bits.
namespace avx2 {
bool adds_up(const limb* c, const limb* a, const limb* b, std::size_t n, limb carry) noexcept;
bool are_shifted(const limb* c, const limb* a, std::size_t n, int left) noexcept;
}  // namespace avx2

/// The same with vectors of 512 bits.
namespace avx512 {
bool adds_up(const limb* c, const limb* a, const limb* b, std::size_t n, limb carry) noexcept;
bool are_shifted(const limb* c, const limb* a, std::size_t n, int left) noexcept;
}  // namespace avx512
#endif

}  // namespace gbi::words
