/// \file
/// Operands for routines on words: log-uniform lengths, and limbs that make carries ripple.
#pragma once

#include <vector>

#include "kernels/word/limb.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// 1 to `longest` limbs: random ones, or runs of zeros and ones with random limbs between. They may have
/// leading zeros.
inline std::vector<limb> words_operand(random_source& random, std::size_t longest) {
  std::vector<limb> result(random.log_uniform(1, longest));
  const bool hostile = random.coin();
  for (limb& l : result) {
    const std::uint64_t kind = hostile ? random.below(8) : 7;
    l = kind < 3 ? 0 : kind < 6 ? ~limb{0} : kind == 6 ? limb{1} << random.below(64) : random.bits();
  }
  return result;
}

}  // namespace gbi::test
