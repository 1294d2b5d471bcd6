/// \file
/// Scans of texts by several threads of the host. A short text is left to the calling thread.
#pragma once

#include <optional>
#include <string_view>

#include "src/words/residue.hpp"

namespace gbi::text {

/// The number with these digits, the most significant first, modulo the prime.
limb residue_of(std::string_view digits, int base, const words::residue_modulus& by) noexcept;

/// The same for a text that may be wrong: nothing if a character is no digit of the base, or a letter of the
/// other case, which would mean the same digit.
std::optional<limb> residue_of_canonical(std::string_view digits, int base,
                                         const words::residue_modulus& by) noexcept;

}  // namespace gbi::text
