/// \file
/// Streams. Output follows what a stream does with a signed built-in integer in decimal; hexadecimal and
/// octal show sign and magnitude, as GMP's C++ class does, because there is no word size to wrap at.
#include <algorithm>
#include <istream>
#include <ostream>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/radix/characters.hpp"

namespace gbi {

namespace {

int base_of(std::ios_base::fmtflags flags) {
  const auto field = flags & std::ios_base::basefield;
  return field == std::ios_base::hex ? 16 : field == std::ios_base::oct ? 8 : 10;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const gpu_bigint& a) {
  const auto flags = out.flags();
  const int base = base_of(flags);
  std::string digits = abs(a).to_string(base);
  std::string head = a.sign() < 0 ? "-" : (flags & std::ios_base::showpos) != 0 ? "+" : "";
  if ((flags & std::ios_base::showbase) != 0 && digits != "0")
    head += base == 16 ? "0x" : base == 8 ? "0" : "";
  if ((flags & std::ios_base::uppercase) != 0) {
    const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    std::transform(digits.begin(), digits.end(), digits.begin(), upper);
    std::transform(head.begin(), head.end(), head.begin(), upper);
  }
  const auto width = static_cast<std::size_t>(std::max<std::streamsize>(0, out.width()));
  const std::size_t length = head.size() + digits.size();
  const std::string fill(width > length ? width - length : 0, out.fill());
  const auto adjust = flags & std::ios_base::adjustfield;
  out.width(0);
  if (adjust == std::ios_base::left) return out << head + digits + fill;
  if (adjust == std::ios_base::internal) return out << head + fill + digits;
  return out << fill + head + digits;
}

std::istream& operator>>(std::istream& in, gpu_bigint& a) {
  const std::istream::sentry ready(in);
  if (!ready) return in;
  const int base = base_of(in.flags());
  std::string text;
  const auto end = std::istream::traits_type::eof();
  auto next = in.rdbuf()->sgetc();
  const auto take = [&] {
    text += std::istream::traits_type::to_char_type(next);
    next = in.rdbuf()->snextc();
  };
  if (next == '-' || next == '+') take();
  const std::size_t sign_length = text.size();
  while (next != end && kernels::digit_value(std::istream::traits_type::to_char_type(next)) < base) take();
  if (next == end) in.setstate(std::ios_base::eofbit);
  if (text.size() == sign_length)
    in.setstate(std::ios_base::failbit);
  else
    a = gpu_bigint(text, base);
  return in;
}

}  // namespace gbi
