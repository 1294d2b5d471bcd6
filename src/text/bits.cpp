/// \file
/// Text in bases that are powers of two.
#include "src/exec/process_memory.hpp"
#include "src/ground/number.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

void parse_bit_digits(detail::engine& engine, std::string_view digits, int bits,
                      const kernels::limb_target& result) {
  const exec::buffer<char> text(engine.executor(), std::span<const char>(digits));
  engine.executor().launch(kernels::parse_bits_arguments{
      text.data(), digits.size(), static_cast<std::uint32_t>(bits), result.limbs, result.count});
}

std::string format_bit_digits(const gpu_bigint& value, int bits) {
  const detail::number& number = *detail::number_of(value);
  const auto width = static_cast<std::size_t>(bits);
  const std::size_t digits = (value.bit_length() + width - 1) / width;
  exec::process_memory::require(digits, "text of " + std::to_string(digits) + " digits");
  std::string result(digits, '0');
  const exec::buffer<char> text(number.executor(), result.size());
  number.executor().launch(kernels::format_bits_arguments{
      number.limbs(), number.bound(), static_cast<std::uint32_t>(bits), text.data(), result.size()});
  number.executor().download(result.data(), text.data(), result.size());
  return result;
}

}  // namespace gbi::text
