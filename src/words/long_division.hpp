/// \file
/// Division of a normalized number in place: the remainder stays where the dividend was.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "src/words/reciprocal.hpp"

namespace gbi::words {

/// Divides `rest`, of m + count limbs, by d of m >= 2 limbs whose top bit is set. The quotient has `count`
/// limbs and what is returned, 0 or 1, above; the remainder is the lowest m limbs of `rest`, of which those
/// above are undefined then. `quotient` may be null. m count products of limbs. Source: D. E. Knuth, "The Art
/// of Computer Programming" 2, 4.3.1, algorithm D, with digits of the quotient from two limbs of the divisor,
/// so that hardly any is corrected.
limb divide_by_rows(limb* quotient, limb* rest, const limb* d, std::size_t m, std::size_t count,
                    const wide_divisor& top) noexcept;

/// Limbs of scratch memory that divide_by_halves() takes.
std::size_t divide_by_halves_scratch(std::size_t m) noexcept;
/// The same by products of half the length; `quotient` is not null.
/// Source: C. Burnikel, J. Ziegler, "Fast recursive division", MPI-I-98-1-022 (1998); in place as in R. P.
/// Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), algorithm 1.8.
limb divide_by_halves(limb* quotient, limb* rest, const limb* d, std::size_t m, std::size_t count,
                      const wide_divisor& top, limb* scratch) noexcept;

}  // namespace gbi::words
