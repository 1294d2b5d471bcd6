/// \file
/// Text of numbers with a sign, a prefix and a width, in the style of std::format for built-in integers.
/// Supports std::format itself where the standard library has it. gpu_bigint/fmt.hpp does the same for
/// fmt::format.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <version>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

#if defined(__cpp_lib_format)
#include <format>
#endif

namespace gbi {

/// The position of a number in a field that is wider than its text.
enum class alignment {
  left,     ///< the text, then the fill
  right,    ///< the fill, then the text
  center,   ///< half the fill on each side
  internal  ///< the sign and the prefix to the left, the digits to the right
};

/// How to_string(a, format) writes a number.
struct text_format {
  int base = 10;                       ///< 2 to 62
  bool upper_case = false;             ///< the digits above 9, and the prefix
  bool prefix = false;                 ///< 0x, 0b, or 0 for base 8
  char plus = '\0';                    ///< the character in front of nonnegative numbers, if any
  alignment align = alignment::right;  ///< where the text is in a wider field
  char fill = ' ';                     ///< the character that fills the field
  std::size_t width = 0;               ///< the fewest characters

  /// Parses a standard format specification for integers: [[fill]align][sign][#][0][width][type] with the
  /// types b, B, d, o, x and X. Returns std::nullopt for any other text, and for a width that is an argument.
  /// O(n) for n characters.
  [[nodiscard]] static constexpr std::optional<text_format> parse(std::string_view specification);
};

/// The text of a in this format. Costs and waits like gpu_bigint::to_string().
/// \throws std::invalid_argument for a base outside 2..62.
[[nodiscard]] GBI_API std::string to_string(const gpu_bigint& a, const text_format& format);

/// Hands the text of a to `take` in pieces of at most 16 MiB (with verification::all in one piece), one after
/// the other, so that writing a file does not need memory for all digits:
/// `gbi::write_text(a, [&](std::string_view piece) { file << piece; })`. No piece is handed over before the
/// whole text is known to be right. Costs and waits like gpu_bigint::to_string(). Takes one byte of device
/// memory for each digit, and with verification::all also one byte of host memory.
/// \throws std::invalid_argument for a base outside 2..62; also whatever `take` throws.
GBI_API void write_text(const gpu_bigint& a, const std::function<void(std::string_view)>& take,
                        int base = 10);

namespace detail {

[[nodiscard]] constexpr std::optional<alignment> alignment_of(char c) {
  if (c == '<') return alignment::left;
  if (c == '>') return alignment::right;
  if (c == '^') return alignment::center;
  return std::nullopt;
}

/// Sets the presentation type to c. Returns whether c is a presentation type for integers.
constexpr bool set_type(text_format& format, char c) {
  format.upper_case = c == 'X' || c == 'B';
  format.base = c == 'x' || c == 'X' ? 16 : c == 'b' || c == 'B' ? 2 : c == 'o' ? 8 : 10;
  return format.base != 10 || c == 'd';
}

/// Removes c from the front of the text. Returns whether it was there.
constexpr bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

/// Removes a decimal number from the front of the text and returns it, or 0 if there is none. Returns
/// std::nullopt if the number does not fit an int.
constexpr std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    const int digit = text.front() - '0';
    if (number > (std::numeric_limits<int>::max() - digit) / 10) return std::nullopt;
    number = 10 * number + digit;
  }
  return number;
}

/// Removes a format specification from the front of the text. `take_width(text)` removes a width and returns
/// it, or std::nullopt if it is not valid.
template <class Width>
constexpr std::optional<text_format> take_format(std::string_view& unread, Width&& take_width) {
  text_format result;
  std::optional<alignment> align;
  if (unread.size() >= 2 && unread[0] != '{' && unread[0] != '}' && (align = alignment_of(unread[1]))) {
    result.fill = unread[0];
    unread.remove_prefix(2);
  } else if (!unread.empty() && (align = alignment_of(unread[0]))) {
    unread.remove_prefix(1);
  }
  if (align) result.align = *align;
  if (take(unread, '+'))
    result.plus = '+';
  else if (take(unread, ' '))
    result.plus = ' ';
  else
    take(unread, '-');
  result.prefix = take(unread, '#');
  if (take(unread, '0') && !align) {
    result.align = alignment::internal;
    result.fill = '0';
  }
  const std::optional<int> width = take_width(unread);
  if (!width) return std::nullopt;
  result.width = static_cast<std::size_t>(*width);
  if (!unread.empty() && unread.front() != '}') {
    if (!set_type(result, unread.front())) return std::nullopt;
    unread.remove_prefix(1);
  }
  return result;
}

/// The common part of std::formatter and fmt::formatter for gpu_bigint. Error is the library's exception
/// type.
template <class Error>
class number_formatter {
 public:
  template <class ParseContext>
  constexpr auto parse(ParseContext& context) {
    const std::string_view all(context.begin(), context.end());
    std::string_view unread = all;
    const auto format = take_format(unread, [&](std::string_view& text) -> std::optional<int> {
      if (!take(text, '{')) return take_number(text);
      if (take(text, '}')) {
        width_argument_ = static_cast<int>(context.next_arg_id());
        return 0;
      }
      const std::size_t before = text.size();
      const std::optional<int> id = take_number(text);
      if (!id || text.size() == before || !take(text, '}')) return std::nullopt;
      context.check_arg_id(*id);
      width_argument_ = *id;
      return 0;
    });
    if (!format || (!unread.empty() && unread.front() != '}'))
      throw Error("not a format specification of gbi::gpu_bigint");
    format_ = *format;
    return context.begin() + static_cast<std::ptrdiff_t>(all.size() - unread.size());
  }

  template <class Context>
  auto format(const gpu_bigint& a, Context& context) const {
    text_format format = format_;
    if (width_argument_ >= 0) format.width = width_of(context.arg(width_argument_));
    const std::string text = to_string(a, format);
    return std::copy(text.begin(), text.end(), context.out());
  }

 private:
  /// The width given by an argument of the call.
  template <class Argument>
  static std::size_t width_of(const Argument& argument) {
    const auto read = [](const auto& value) -> std::size_t {
      using type = std::remove_cvref_t<decltype(value)>;
      if constexpr (std::integral<type> && !std::same_as<type, bool> && !std::same_as<type, char>)
        if (value >= 0 && std::in_range<int>(value)) return static_cast<std::size_t>(value);
      throw Error("the width of a gbi::gpu_bigint is not an integer from 0 to the largest int");
    };
    if constexpr (requires { argument.visit(read); })
      return argument.visit(read);
    else
      return visit_format_arg(read, argument);
  }

  text_format format_;
  int width_argument_ = -1;
};

}  // namespace detail

constexpr std::optional<text_format> text_format::parse(std::string_view specification) {
  const auto format = detail::take_format(specification, detail::take_number);
  return specification.empty() ? format : std::nullopt;
}

}  // namespace gbi

#if defined(__cpp_lib_format)
/// \cond specializations
/// Formats like the formatter of built-in integers.
template <>
struct std::formatter<gbi::gpu_bigint, char> : gbi::detail::number_formatter<std::format_error> {};
/// \endcond
#endif
