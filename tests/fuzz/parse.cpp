/// \file
/// Text against GMP.
#include <gmpxx.h>

#include <gpu_bigint/gmp.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "tests/fuzz/targets.hpp"

namespace gbi::fuzz {

namespace {

int value_of(char c, int base) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  if (c >= 'a' && c <= 'z') return c - 'a' + (base > 36 ? 36 : 10);
  return base;
}

/// The meaning of a text according to the documentation, with GMP's value of the digits.
std::optional<mpz_class> meaning(std::string_view text, int base) {
  if (base != 0 && (base < 2 || base > 62)) return std::nullopt;
  bool negative = false;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const std::string_view prefix = text.substr(0, 2);
  const int prefixed = prefix == "0x" || prefix == "0X" ? 16 : prefix == "0b" || prefix == "0B" ? 2 : 0;
  if (prefixed != 0 && (base == 0 || base == prefixed)) {
    base = prefixed;
    text.remove_prefix(2);
  }
  if (base == 0) base = 10;
  if (text.empty()) return std::nullopt;
  for (const char c : text)
    if (value_of(c, base) >= base) return std::nullopt;
  mpz_class value;
  require(value.set_str(std::string(text), base) == 0, "GMP refuses digits");
  return negative ? mpz_class(-value) : value;
}

std::size_t bits_of(const mpz_class& value) {
  return value == 0 ? 0 : mpz_sizeinbase(value.get_mpz_t(), 2);
}

void check_text(const gpu_bigint& number, const mpz_class& value, int base) {
  require(number.to_string(base) == value.get_str(base), "text in base " + std::to_string(base));
}

void check_stream(std::string_view text, const read_limits& limits, std::uint8_t flags) {
  using ios = std::ios_base;
  constexpr ios::fmtflags bases[] = {ios::dec, ios::hex, ios::oct, ios::fmtflags{}};
  std::istringstream in{std::string(text)};
  in.setf(bases[flags % 4], ios::basefield);
  gpu_bigint number = 42;
  long long word = 0;
  in >> limit_input(limits) >> number;
  if (in.fail()) {
    require(number == 42, "a failure changes the number");
    return;
  }
  require(number.bit_length() <= limits.max_bits, "a number above the limit of a stream");
  // If a built-in integer can hold the number, it reads the same value from the text.
  std::istringstream again{std::string(text)};
  again.setf(bases[flags % 4], ios::basefield);
  again >> word;
  if (!again.fail()) {
    require(number == word, "a stream reads another number than for a built-in integer");
    require(in.eof() == again.eof() && (in.eof() || in.tellg() == again.tellg()), "a stream stops elsewhere");
  } else {
    require(!number.fits<long long>(), "a stream reads what is none for a built-in integer");
  }
}

}  // namespace

void parse(reader& in) {
  const int base = static_cast<int>(in.byte()) % 66 - 2;
  const read_limits limits = limits_of(in.byte());
  const std::uint8_t flags = in.byte();
  const bytes rest = in.rest();
  const std::string_view text(reinterpret_cast<const char*>(rest.data()), rest.size());

  const std::optional<mpz_class> expected = meaning(text, base);
  try {
    const gpu_bigint number(text, base, limits);
    require(expected.has_value(), "a text was accepted");
    require(to_mpz_class(number) == *expected, "the value of a text");
    require(bits_of(*expected) <= limits.max_bits, "a number above the limit");
    for (const int other : {2, 8, 10, 16, 36, 62, 2 + flags % 61}) check_text(number, *expected, other);
    require(gpu_bigint(number.to_string(2 + flags % 61), 2 + flags % 61) == number,
            "a number as text and back");
  } catch (const std::length_error&) {
    require(!expected || bits_of(*expected) > limits.max_bits, "a number within the limit was refused");
  } catch (const std::invalid_argument&) {
    require(!expected, "a text was refused");
  }
  check_stream(text, limits, flags);
}

}  // namespace gbi::fuzz
