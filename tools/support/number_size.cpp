#include "tools/support/number_size.hpp"

#include <cmath>

#include "tools/support/timing.hpp"

namespace support {

std::uint64_t decimal_digits(const gbi::gpu_bigint& value) {
  const std::uint64_t bits = value.bit_length();
  const gbi::gpu_bigint magnitude = gbi::abs(value);
  if (bits > 64) {
    const auto dropped = static_cast<std::int64_t>(bits - 64);
    const auto top = static_cast<long double>((magnitude >> dropped).to_limbs().front());
    const long double logarithm = std::log10(top) + static_cast<long double>(dropped) * std::log10(2.0L);
    const long double beyond = logarithm - std::floor(logarithm);
    if (beyond > 1e-8L && beyond < 1 - 1e-8L) return static_cast<std::uint64_t>(logarithm) + 1;
  }
  return magnitude.to_string().size();  // short, or so close to a power of ten that every digit matters
}

std::string shown_size(const gbi::gpu_bigint& value) {
  const std::uint64_t bits = value.bit_length(), digits = decimal_digits(value);
  return shown_count(digits) + (digits == 1 ? " decimal digit (" : " decimal digits (") + shown_count(bits) +
         (bits == 1 ? " bit)" : " bits)");
}

}  // namespace support
