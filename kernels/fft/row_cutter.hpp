/// \file
/// How a core cuts the digits of the rows of a column pass, sixteen rows at a time.
#pragma once

#include "kernels/fft/digits.hpp"

namespace gbi::kernels {

inline constexpr int rows_of_core = 16;  ///< that a core cuts at a time

/// Each step goes through all sixteen rows before the next one starts, so that no vector waits for words that
/// were written just before: first the windows, then the carries, then the digits.
/// \tparam Source where the digits of a row start in a number (staged_rows.hpp)
template <int Columns, recoding How, class Source>
class row_cutter {
 public:
  GBI_DEVICE explicit row_cutter(const Source& from)
      : from_(from), number_(from.digits.limbs + from.problem * from.digits.batch_stride) {
    std::uint32_t bit = from.start();
    for (int i = 0; i < count; ++i, bit += from.digits.digit_bits) {
      byte_[i] = bit / 32 * 4;
      shift_[i] = bit % 32;
    }
  }

  GBI_DEVICE void cut(int row, std::int32_t (*out)[Columns]) const {
    const std::uint32_t b = from_.digits.digit_bits;
    std::uint32_t window[rows_of_core][Columns], before[rows_of_core];
    for (int r = 0; r < rows_of_core; ++r) cut_windows(row + r, before[r], window[r]);
    if constexpr (How == recoding::balanced) {
      for (int r = 0; r < rows_of_core; ++r)
        for (int i = 0; i < Columns; ++i) out[r][i] = balanced_digit(window[r][i], b);
    } else {
      const digit_source digits = from_.digits;  // a copy, which nothing aliases
      const std::uint32_t problem = from_.problem, unused = 32 - b;
      std::uint32_t carry[rows_of_core][1 + Columns];  // into each digit, and out of the last one
      const std::uint32_t first = from_.index(row, 0), step = from_.index(1, 0) - from_.index(0, 0);
      for (int r = 0; r < rows_of_core; ++r) {
        const std::uint32_t j = first + static_cast<std::uint32_t>(r) * step;
        carry[r][0] =
            upper_threshold(threshold_pair(digits.seed, problem, j - 2)) < before[r] << unused ? 1 : 0;
      }
      for (int r = 0; r < rows_of_core; ++r) {
        const std::uint32_t j = first + static_cast<std::uint32_t>(r) * step;
        std::uint32_t pair[Columns / 2];
        for (int i = 0; i < Columns / 2; ++i)
          pair[i] = threshold_pair(digits.seed, problem, j + 2 * static_cast<std::uint32_t>(i));
        for (int i = 0; i < Columns; ++i) {
          const std::uint32_t threshold =
              i % 2 == 0 ? lower_threshold(pair[i / 2]) : upper_threshold(pair[i / 2]);
          carry[r][1 + i] = threshold < window[r][i] << unused ? 1 : 0;
        }
      }
      for (int r = 0; r < rows_of_core; ++r)
        for (int i = 0; i < Columns; ++i)
          out[r][i] = static_cast<std::int32_t>((window[r][i] << unused >> unused) + carry[r][i] -
                                                (carry[r][1 + i] << b));
    }
  }

 private:
  /// With random recoding, one window for each digit's own bits and one for the digit before the first.
  static constexpr int count = How == recoding::random ? Columns + 1 : Columns;
  static constexpr int longest = ((Columns + 1) * static_cast<int>(widest_column_digit) + 31) / 32 + 2;

  /// Cuts the windows of the digits of a row, from the number itself if that has words for all of them.
  GBI_DEVICE void cut_windows(int row, std::uint32_t& before, std::uint32_t (&window)[Columns]) const {
    const std::uint32_t word = from_.first_word + static_cast<std::uint32_t>(row) * from_.words_of_row;
    const std::uint32_t words = byte_[count - 1] / 4 + 2;
    if (std::uint64_t{word} + words <= 2 * from_.digits.count) {
      cut_windows(reinterpret_cast<const unsigned char*>(number_) + std::uint64_t{4} * word, before, window);
    } else {
      std::uint32_t copy[longest];
      for (std::uint32_t k = 0; k < words; ++k) copy[k] = word_or_zero(from_.digits, number_, word + k);
      cut_windows(reinterpret_cast<const unsigned char*>(copy), before, window);
    }
  }
  GBI_DEVICE void cut_windows(const unsigned char* bytes, std::uint32_t& before,
                              std::uint32_t (&window)[Columns]) const {
    constexpr int extra = count - Columns;
    if constexpr (extra != 0) before = window_at(bytes, 0);
    for (int i = 0; i < Columns; ++i) window[i] = window_at(bytes, extra + i);
  }
  GBI_DEVICE std::uint32_t window_at(const unsigned char* bytes, int i) const {
    std::uint64_t both;
    __builtin_memcpy(&both, bytes + byte_[i], sizeof both);
    return static_cast<std::uint32_t>(both >> shift_[i]);
  }

  const Source& from_;
  const limb* number_;
  std::uint32_t byte_[count], shift_[count];  ///< where the windows of a row are in its words
};

}  // namespace gbi::kernels
