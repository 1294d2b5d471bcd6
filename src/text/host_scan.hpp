/// \file
/// Scans of texts by several threads of the host. A short text is left to the calling thread.
#pragma once

#include <string_view>

#include "src/words/residue.hpp"

namespace gbi::text {

/// Whether all characters are digits of the base, and no letter has the other case, which would mean the same
/// digit.
bool is_canonical(std::string_view digits, int base) noexcept;

/// The number with these digits, the most significant first, modulo the prime.
limb residue_of(std::string_view digits, int base, const words::residue_modulus& by) noexcept;

}  // namespace gbi::text
