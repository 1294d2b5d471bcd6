/// \file
/// Powers of numbers in slabs.
#include <bit>
#include <limits>
#include <stdexcept>

#include "src/distribute/value.hpp"
#include "src/process/concat.hpp"

namespace gbi {

distributed_bigint pow(const distributed_bigint& base, std::uint64_t exponent) {
  if (distribute::access::of(base) == nullptr) {
    if (exponent == 0) throw std::invalid_argument("power with the exponent 0 of a zero without a group");
    return base;
  }
  if (exponent == 0) return distributed_bigint(base.group(), 1);
  const std::size_t bits = base.bit_length();
  // A quarter of the largest size is more than any memory.
  if (bits > 1 && exponent > std::numeric_limits<std::size_t>::max() / 4 / bits)
    throw out_of_memory(concat("power of a distributed number of ", bits, " bits with the exponent ",
                               exponent, ": no memory is that large"));
  // Products with a word move nothing between ranks.
  const bool is_word = bits <= limb_bits;
  const limb word = is_word ? static_cast<limb>(abs(base.gather())) : 0;
  const bool is_negative = base.sign() < 0;
  distributed_bigint result = base;
  for (auto bit = static_cast<unsigned>(std::bit_width(exponent)) - 1; bit-- > 0;) {
    result *= result;
    if ((exponent >> bit) % 2 == 0) continue;
    result = is_word ? result * word : result * base;
    if (is_word && is_negative) result = -result;
  }
  return result;
}

}  // namespace gbi
