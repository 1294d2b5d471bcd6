/// \file
/// Limb columns: converts the coefficients that start in one limb to words.
///
/// Limb column l collects every coefficient whose lowest bit lies in limb l:
///   S_l = sum over 64 l <= k b < 64 (l + 1) of c_k 2^(k b - 64 l).
/// The powers of two in it are distinct and below 2^64, so signed coefficients of w bits give
///   -2^(w-1) (2^64 - 1) <= S_l <= (2^(w-1) - 1) (2^64 - 1)
/// for any digit width b. A telescoping bias makes the sum positive: 2^(w+63) is added to every column, and
/// its share 2^(w-1) in the next column is subtracted there. The bias of the last column drops off the top,
/// just as a negative number loses its sign there. Then
///   0 <= S_l + 2^(w+63) - 2^(w-1) < 2^(w+64),
/// which is exactly two words for w = 64, and two and a half for w = 96, whatever the coefficients are.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// low + 2^64 middle + 2^128 top.
struct limb_column {
  limb low, middle;
  std::uint32_t top;
};

/// The place of a column relative to the lower end of the number. The lowest column inherits no bias, and
/// columns below it have no coefficients.
enum class column_place { below, lowest, inner };

/// word 2^offset for offset < 64, for signed and unsigned words.
template <class Word>
GBI_BOTH constexpr wide_limb shifted(Word word, std::uint32_t offset) {
  return static_cast<wide_limb>(static_cast<limb>(word >> 1 >> (63 - offset))) << 64 | static_cast<limb>(word)
                                                                                           << offset;
}

/// A sum of coefficients of 64 bits, or of 96 if `Wide`.
template <bool Wide>
class column_sum;

template <>
class column_sum<false> {
 public:
  GBI_BOTH void add(limb coefficient, std::uint32_t offset) {
    sum_ += shifted(static_cast<std::int64_t>(coefficient), offset);
  }
  GBI_BOTH limb_column biased(column_place place) const {
    if (place == column_place::below) return {0, 0, 0};
    const wide_limb inherited = place == column_place::lowest ? 0 : wide_limb{1} << 63;
    const wide_limb sum = sum_ + (wide_limb{1} << 127) - inherited;
    return {low_limb(sum), high_limb(sum), 0};
  }

 private:
  wide_limb sum_ = 0;
};

/// The lower 64 bits of the coefficients are unsigned and add up to less than 2^128, the upper ones to less
/// than 2^95.
template <>
class column_sum<true> {
 public:
  GBI_BOTH void add(limb lower, std::int32_t upper, std::uint32_t offset) {
    lower_ += shifted(lower, offset);
    upper_ += shifted(std::int64_t{upper}, offset);
  }
  GBI_BOTH limb_column biased(column_place place) const {
    if (place == column_place::below) return {0, 0, 0};
    const wide_limb inherited = place == column_place::lowest ? 0 : wide_limb{1} << 31;
    const wide_limb upper = high_limb(lower_) + upper_ + (wide_limb{1} << 95) - inherited;
    return {low_limb(lower_), low_limb(upper), static_cast<std::uint32_t>(high_limb(upper))};
  }

 private:
  wide_limb lower_ = 0, upper_ = 0;
};

}  // namespace gbi::kernels
