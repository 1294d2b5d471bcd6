#include "examples/rsa/octets.hpp"

#include <stdexcept>
#include <string>

namespace example {

gbi::bigint_batch to_batch(std::span<const octets> strings, std::size_t bits) {
  const std::size_t each = (bits + 63) / 64;
  std::vector<std::uint64_t> limbs(strings.size() * each);
  for (std::size_t g = 0; g < strings.size(); ++g) {
    const octets& string = strings[g];
    if (string.size() > 8 * each)
      throw std::length_error("string of " + std::to_string(string.size()) + " octets as an integer of " +
                              std::to_string(bits) + " bits");
    for (std::size_t i = 0; i < string.size(); ++i) {
      const std::size_t place = string.size() - 1 - i;  // counted from the least significant octet
      limbs[g * each + place / 8] |= std::uint64_t{string[i]} << (place % 8 * 8);
    }
  }
  return gbi::bigint_batch::from_limbs(limbs, strings.size(), bits);
}

std::vector<octets> to_octets(const gbi::bigint_batch& batch, std::size_t length) {
  const std::vector<std::uint64_t> limbs = batch.to_limbs();
  const std::size_t each = (batch.bits() + 63) / 64;
  std::vector<octets> strings(batch.size(), octets(length));
  for (std::size_t g = 0; g < batch.size(); ++g)
    for (std::size_t place = 0; place < 8 * each; ++place) {
      const auto octet = static_cast<std::uint8_t>(limbs[g * each + place / 8] >> (place % 8 * 8));
      if (place < length)
        strings[g][length - 1 - place] = octet;
      else if (octet != 0)
        throw std::length_error("integer of more than " + std::to_string(length) + " octets");
    }
  return strings;
}

}  // namespace example
