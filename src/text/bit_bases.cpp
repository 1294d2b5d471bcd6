/// \file
/// Conversions in bases that are powers of two.
#include "src/number/number.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

void parse_bit_digits(detail::engine& engine, const exec::buffer<char>& digits, int bits,
                      const kernels::limb_target& result) {
  engine.executor().launch(kernels::parse_bits_arguments{
      digits.data(), digits.size(), static_cast<std::uint32_t>(bits), result.limbs, result.count});
}

device_digits digits_by_bits(const gpu_bigint& value, int bits) {
  const detail::number& number = *detail::number_of(value);
  const auto width = static_cast<std::size_t>(bits);
  const std::size_t digits = (value.bit_length() + width - 1) / width;
  exec::buffer<char> text(number.executor(), (digits + 7) / 8 * 8);
  number.executor().launch(kernels::format_bits_arguments{
      number.limbs(), number.bound(), static_cast<std::uint32_t>(bits), text.data(), digits});
  return {std::move(text), 0, digits};
}

}  // namespace gbi::text
