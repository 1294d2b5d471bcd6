/// \file
/// Division of a normalised number in place: the remainder takes the place of the dividend.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "src/words/division/reciprocal.hpp"

namespace gbi::words {

inline constexpr limb unknown_quotient = 2;

/// Divides `partial`, of m + count limbs, by d of m >= 2 limbs whose top bit is set. The quotient has `count`
/// limbs and a top limb, 0 or 1, which is returned. The lowest m limbs of `partial` become the remainder;
/// those above are undefined. `quotient` may be null. m count products of limbs. Source: D. E. Knuth, "The
/// Art of Computer Programming" 2, 4.3.1, algorithm D. Here, two limbs of the divisor determine the digits of
/// the quotient, so hardly any digit needs a correction.
/// \param least up to m - 2: what would be subtracted from limbs of `partial` below this one is dropped. The
/// quotient may then be too large, or unknown_quotient is returned (quotient_by_halves())
limb divide_by_rows(limb* quotient, limb* partial, const limb* d, std::size_t m, std::size_t count,
                    const wide_divisor& top, std::size_t least = 0) noexcept;

/// Limbs of scratch memory for divide_by_halves().
std::size_t divide_by_halves_scratch(std::size_t m) noexcept;
/// As above, by products of half the length; `quotient` must not be null.
/// Source: C. Burnikel, J. Ziegler, "Fast recursive division", MPI-I-98-1-022 (1998); in place as in R. P.
/// Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), algorithm 1.8.
limb divide_by_halves(limb* quotient, limb* partial, const limb* d, std::size_t m, std::size_t count,
                      const wide_divisor& top, limb* scratch) noexcept;

/// What is known about a quotient that was computed without the lowest parts of the remainder.
enum class estimate { right, right_or_one_more, unknown };
/// The quotient without the remainder, for m >= 3 and count >= 1, with half of the products of rows or two
/// thirds of those of halves. `partial` becomes undefined. It is nearly always right. After an exact
/// division, the remainder is too small to tell it from one more. It is hardly ever unknown.
estimate quotient_by_halves(limb* quotient, limb& highest, limb* partial, const limb* d, std::size_t m,
                            std::size_t count, const wide_divisor& top, limb* scratch) noexcept;

}  // namespace gbi::words
