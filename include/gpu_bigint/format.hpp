/// \file
/// Text of numbers with a sign, a prefix and a width, as std::format writes built-in integers. Where the
/// standard library has <format>, also std::format itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <version>

#include "gpu_bigint/gpu_bigint.hpp"

#if defined(__cpp_lib_format)
#include <format>
#endif

namespace gbi {

/// The position of a number in a field that is wider than its text.
enum class alignment {
  left,
  right,
  center,
  internal  ///< the sign and the prefix to the left, the digits to the right
};

struct text_format {
  int base = 10;
  bool upper_case = false;
  bool prefix = false;  ///< 0x, 0b, or 0 for base 8
  char plus = '\0';     ///< the character before nonnegative numbers, if any
  alignment align = alignment::right;
  char fill = ' ';
  std::size_t width = 0;

  /// Parses a standard format specification for integers: [[fill]align][sign][#][0][width][type] with the
  /// types b, B, d, o, x and X. Returns nothing for any other text, and for a width that is an argument.
  static constexpr std::optional<text_format> parse(std::string_view specification);
};

/// The text of a in this format.
/// \throws std::invalid_argument for a base outside 2..62.
std::string to_string(const gpu_bigint& a, const text_format& format);

namespace detail {

constexpr std::optional<alignment> alignment_of(char c) {
  if (c == '<') return alignment::left;
  if (c == '>') return alignment::right;
  if (c == '^') return alignment::center;
  return std::nullopt;
}

/// Sets the type of the format to c. Returns whether c is a type of integers.
constexpr bool set_type(text_format& format, char c) {
  format.upper_case = c == 'X' || c == 'B';
  format.base = c == 'x' || c == 'X' ? 16 : c == 'b' || c == 'B' ? 2 : c == 'o' ? 8 : 10;
  return format.base != 10 || c == 'd';
}

}  // namespace detail

constexpr std::optional<text_format> text_format::parse(std::string_view rest) {
  text_format result;
  const auto take = [&](char c) {
    if (rest.empty() || rest.front() != c) return false;
    rest.remove_prefix(1);
    return true;
  };
  std::optional<alignment> align;
  if (rest.size() >= 2 && (align = detail::alignment_of(rest[1]))) {
    result.fill = rest[0];
    rest.remove_prefix(2);
  } else if (!rest.empty() && (align = detail::alignment_of(rest[0]))) {
    rest.remove_prefix(1);
  }
  if (align) result.align = *align;
  if (take('+'))
    result.plus = '+';
  else if (take(' '))
    result.plus = ' ';
  else
    take('-');
  result.prefix = take('#');
  if (take('0') && !align) {
    result.align = alignment::internal;
    result.fill = '0';
  }
  for (; !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; rest.remove_prefix(1)) {
    if (result.width > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 10 - 1)
      return std::nullopt;
    result.width = 10 * result.width + static_cast<std::size_t>(rest.front() - '0');
  }
  if (!rest.empty() && detail::set_type(result, rest.front())) rest.remove_prefix(1);
  if (!rest.empty()) return std::nullopt;
  return result;
}

}  // namespace gbi

#if defined(__cpp_lib_format)
/// Formats like the formatter of built-in integers.
template <>
struct std::formatter<gbi::gpu_bigint, char> {
  constexpr auto parse(std::format_parse_context& context) {
    const auto end = std::find(context.begin(), context.end(), '}');
    const auto format = gbi::text_format::parse(std::string_view(context.begin(), end));
    if (!format) throw std::format_error("not a format specification of gbi::gpu_bigint");
    format_ = *format;
    return end;
  }
  template <class Context>
  auto format(const gbi::gpu_bigint& a, Context& context) const {
    const std::string text = gbi::to_string(a, format_);
    return std::copy(text.begin(), text.end(), context.out());
  }

 private:
  gbi::text_format format_;
};
#endif
