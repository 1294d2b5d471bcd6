/// \file
/// Text in bases that are powers of two.
#include "src/exec/process_memory.hpp"
#include "src/exec/operation.hpp"
#include "src/ground/number.hpp"
#include "src/text/radix_tree.hpp"

namespace gbi::text {

gpu_bigint parse_bit_digits(std::string_view digits, int bits) {
  const exec::operation scope("number from text", digits, 1 << bits);
  const auto engine = detail::engine_of(context::current());
  exec::executor& executor = engine->executor();
  const exec::buffer<char> text(executor, std::span<const char>(digits));
  auto result = detail::number::make(
      engine, (digits.size() * static_cast<std::size_t>(bits) + limb_bits - 1) / limb_bits);
  executor.launch(kernels::parse_bits_arguments{text.data(), digits.size(), static_cast<std::uint32_t>(bits),
                                                result->limbs(), result->bound()});
  result->set_negative(false);
  return detail::value_of(std::move(result));
}

std::string format_bit_digits(const gpu_bigint& value, int bits) {
  const detail::number& number = *detail::number_of(value);
  const auto width = static_cast<std::size_t>(bits);
  const exec::operation scope("text", value, 1 << width);
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
