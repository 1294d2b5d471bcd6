/// \file
/// Hexadecimal digits of pi at any place, without those before them.
#pragma once

#include <cstdint>
#include <optional>

namespace program {

/// The sixteen hexadecimal digits of pi that follow the first `place` ones after the point, as a number;
/// nothing if its sum of fractions does not decide them, which happens at one place in 2^60 / place. Computed
/// by integers on all cores: O(place log place). Below 2^40 places.
///
/// Source: D. Bailey, P. Borwein, S. Plouffe, "On the rapid computation of various polylogarithmic
/// constants", Math. Comp. 66 (1997).
std::optional<std::uint64_t> hexadecimal_digits_of_pi(std::uint64_t place);

}  // namespace program
