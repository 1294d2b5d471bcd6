/// \file
/// The coefficients of a number that is the sum of overlapping pieces. They are added where they are read, so
/// an operand that is cut into pieces costs no other pass.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

/// The coefficients from one place on, over less than a piece. Index 0 belongs to one piece; the next piece
/// begins, and the pieces so far end, at fixed indices. The same digit of a neighbouring piece is `gap_` away
/// in memory.
class overlapping_pieces {
 public:
  /// \param first the digit at index 0; may be negative, where no coefficient is read
  GBI_BOTH overlapping_pieces(const normalize_arguments& a, std::int64_t first) {
    const auto digits = static_cast<std::int64_t>(a.piece_digits);
    const auto stride = static_cast<std::int64_t>(a.coefficient_stride);
    std::int64_t piece = 0;
    if (first > 0 && a.pieces > 1) {
      const std::uint64_t quotient = static_cast<std::uint64_t>(first) / a.piece_digits;
      piece = quotient < a.pieces ? static_cast<std::int64_t>(quotient) : a.pieces - 1;
    }
    const std::int64_t at = first - piece * digits;
    const std::int64_t size = a.pieces > 1 ? stride : static_cast<std::int64_t>(a.coefficient_count);
    first_ = piece * stride + at;
    gap_ = stride - digits;
    end_ = index_of(size - at);
    end_of_before_ = piece > 0 ? index_of(gap_ - at) : -far;
    begin_of_next_ = piece + 1 < a.pieces ? index_of(digits - at) : far;
  }

  /// The sum of the coefficients at index i, modulo 2^64.
  GBI_DEVICE std::int64_t sum(const std::int64_t* coefficients, std::int32_t i) const {
    const std::int64_t* const own = coefficients + first_ + i;
    std::uint64_t sum = i < end_ ? static_cast<std::uint64_t>(read_only(own)) : 0;
    if (i < end_of_before_) sum += static_cast<std::uint64_t>(read_only(own - gap_));
    if (i >= begin_of_next_) sum += static_cast<std::uint64_t>(read_only(own + gap_));
    return static_cast<std::int64_t>(sum);
  }
  /// Whether only the piece of index 0 has coefficients from `begin` on, all of them up to `end`.
  GBI_BOTH bool is_alone(std::int32_t begin, std::int32_t end) const {
    return begin >= end_of_before_ && end <= begin_of_next_ && end <= end_;
  }
  /// The coefficient of that piece at index i.
  GBI_BOTH const std::int64_t* own(const std::int64_t* coefficients, std::int32_t i) const {
    return coefficients + first_ + i;
  }

 private:
  static constexpr std::int32_t far = std::int32_t{1} << 30;  ///< further than any index
  GBI_BOTH static std::int32_t index_of(std::int64_t distance) {
    return static_cast<std::int32_t>(distance < -far ? -far : distance > far ? far : distance);
  }

  std::int64_t first_, gap_;
  std::int32_t end_, end_of_before_, begin_of_next_;
};

}  // namespace gbi::kernels
