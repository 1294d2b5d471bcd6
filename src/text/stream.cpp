/// \file
/// Input and output streams. Decimal output is formatted like a signed built-in integer. Hexadecimal and
/// octal output show sign and magnitude, as GMP's C++ class does, because there is no word size at which to
/// wrap.
#include <algorithm>
#include <istream>
#include <ostream>
#include <stdexcept>
#include <string_view>

#include "gpu_bigint/format.hpp"
#include "kernels/radix/characters.hpp"
#include "src/text/digit_limits.hpp"

namespace gbi {

namespace {

int base_of(std::ios_base::fmtflags flags) {
  const auto field = flags & std::ios_base::basefield;
  return field == std::ios_base::hex ? 16 : field == std::ios_base::oct ? 8 : 10;
}

bool is_digit(int c, int base) {
  return c != std::istream::traits_type::eof() &&
         kernels::digit_value(std::istream::traits_type::to_char_type(c), static_cast<std::uint32_t>(base)) <
             base;
}

/// Where a stream keeps its limit. The word of a stream without one is 0.
int limit_index() {
  static const int index = std::ios_base::xalloc();
  return index;
}

/// Converts a limit to the word that stands for it, and back.
long word_of(const read_limits& limits) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<long>::max());
  return limits.max_bits < most ? static_cast<long>(limits.max_bits) + 1 : 0;
}
read_limits limits_of(long word) {
  return word == 0 ? read_limits() : read_limits{.max_bits = static_cast<std::size_t>(word - 1)};
}

}  // namespace

std::istream& operator>>(std::istream& in, const input_limit& limit) {
  in.iword(limit_index()) = word_of(limit.limits);
  return in;
}

std::ostream& operator<<(std::ostream& out, const gpu_bigint& a) {
  using ios = std::ios_base;
  const auto flags = out.flags();
  const auto adjust = flags & ios::adjustfield;
  text_format format;
  format.base = base_of(flags);
  format.upper_case = (flags & ios::uppercase) != 0;
  format.prefix = (flags & ios::showbase) != 0 && a.sign() != 0;
  format.plus = (flags & ios::showpos) != 0 ? '+' : '\0';
  format.align = adjust == ios::left       ? alignment::left
                 : adjust == ios::internal ? alignment::internal
                                           : alignment::right;
  format.fill = out.fill();
  format.width = static_cast<std::size_t>(std::max<std::streamsize>(0, out.width()));
  out.width(0);
  if (format.base != 10 || format.width > 1) return out << to_string(a, format);
  // A long number is written in pieces, without a string that holds all of it.
  if (format.plus != '\0' && a.sign() >= 0) out << format.plus;
  write_text(a, [&](std::string_view piece) { out << piece; });
  return out;
}

std::istream& operator>>(std::istream& in, gpu_bigint& a) {
  const std::istream::sentry ready(in);
  if (!ready) return in;
  const bool any_base = (in.flags() & std::ios_base::basefield) == 0;
  int base = base_of(in.flags());
  std::string text;
  const auto end = std::istream::traits_type::eof();
  auto next = in.rdbuf()->sgetc();
  const auto take = [&] {
    text += std::istream::traits_type::to_char_type(next);
    next = in.rdbuf()->snextc();
  };
  if (next == '-' || next == '+') take();
  std::size_t digits_begin = text.size();
  if (next == '0' && (any_base || base == 16)) {
    take();
    if (next == 'x' || next == 'X') {
      take();
      base = 16;
      digits_begin = text.size();  // a prefix alone is not a number, as for built-in integers
    } else if (any_base) {
      base = 8;
    }
  }
  const read_limits limits = limits_of(in.iword(limit_index()));
  const std::size_t most = text::most_digits(base, limits.max_bits);
  while (is_digit(next, base) && text.size() - digits_begin < most) take();
  if (next == end) in.setstate(std::ios_base::eofbit);
  if (text.size() == digits_begin || is_digit(next, base)) {
    in.setstate(std::ios_base::failbit);
    return in;
  }
  try {
    a = gpu_bigint(text, base, limits);
  } catch (const std::length_error&) {
    in.setstate(std::ios_base::failbit);
  }
  return in;
}

}  // namespace gbi
