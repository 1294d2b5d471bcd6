/// \file
/// Roots of numbers in host words, checked if the context asks for that.
#pragma once

#include <cstdint>

#include "src/ground/host_words.hpp"

namespace gbi::arithmetic {

/// a = root^2 + remainder, 0 <= remainder <= 2 root, for a > 0. The results must have the sizes that
/// words::square_root() asks for. \throws device_error if a check finds the root wrong twice
void square_root_of_words(ground::word_result& root, ground::word_result& remainder,
                          const detail::short_view& a);

/// |a| = root^k + remainder < (root + 1)^k, for a != 0 and k > 2. The results must have the sizes that
/// words::root() asks for. \throws device_error if a check finds the root wrong twice
void root_of_words(ground::word_result& root, ground::word_result& remainder, const detail::short_view& a,
                   std::uint64_t k);

}  // namespace gbi::arithmetic
