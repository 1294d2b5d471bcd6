#include "text.hpp"

#include <nanobind/stl/optional.h>

#include <atomic>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bind.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

/// int() parses text that is shorter; its messages are the ones that programs know. Longer text may be above
/// its limit of digits (sys.set_int_max_str_digits), which is not ours.
constexpr std::size_t text_for_int = 640;

std::atomic<std::size_t> most_bits = read_limits().max_bits;

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

[[noreturn]] void invalid(int base) {
  raise(PyExc_ValueError, ("invalid literal for Int() with base " + std::to_string(base)).c_str());
}

/// The base that a prefix means; 0 if it is none.
int base_of_prefix(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return 0;
  switch (text[1]) {
    case 'x':
    case 'X':
      return 16;
    case 'o':
    case 'O':
      return 8;
    case 'b':
    case 'B':
      return 2;
    default:
      return 0;
  }
}

/// The digits without underscores. One may stand between two digits, and after a prefix.
std::string without_underscores(std::string_view digits, bool after_prefix, int base) {
  std::string kept;
  kept.reserve(digits.size());
  bool may_follow = after_prefix;
  for (const char c : digits) {
    if (c != '_')
      kept.push_back(c);
    else if (!may_follow)
      invalid(base);
    may_follow = c != '_';
  }
  if (kept.empty() || !may_follow) invalid(base);
  return kept;
}

gpu_bigint parse_long(std::string_view text, int base) {
  text = stripped(text);
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  const int asked = base;
  const int prefix = base_of_prefix(text);
  const bool has_prefix = prefix != 0 && (base == 0 || base == prefix);
  if (has_prefix) text.remove_prefix(2);
  if (base == 0) base = prefix != 0 ? prefix : 10;
  const std::string digits = without_underscores(text, has_prefix, asked);
  // As in a program's text, a decimal number of base 0 must not begin with a zero.
  if (asked == 0 && !has_prefix && digits.front() == '0' &&
      digits.find_first_not_of('0') != std::string::npos)
    invalid(asked);
  if (digits.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
      std::string::npos)
    invalid(asked);
  try {
    const unlock_if unlock(true);
    // A leading 0 keeps the library from taking digits such as 0b in base 16 for a prefix.
    const gpu_bigint magnitude("0" + digits, base, input_limits());
    return negative ? -magnitude : magnitude;
  } catch (const std::length_error& error) {
    raise(PyExc_ValueError, error.what());
  } catch (const std::invalid_argument&) {
  }
  invalid(asked);
}

std::string bytes_of(nb::handle object) {
  const nb::object bytes = nb::steal(PyBytes_FromObject(object.ptr()));
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (!bytes.is_valid() || PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) < 0) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

std::string text_of(nb::handle object) {
  if (PyUnicode_Check(object.ptr()) == 0) return bytes_of(object);
  Py_ssize_t size = 0;
  const char* const data = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (data == nullptr) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

gpu_bigint within_limits(gpu_bigint value) {
  const std::size_t most = most_bits.load(std::memory_order_relaxed);
  if (most != read_limits().max_bits && value.bit_length() > most)
    raise(PyExc_ValueError, ("number of " + std::to_string(value.bit_length()) +
                             " bits: longer than the limit of " + std::to_string(most) + " (set_max_bits)")
                                .c_str());
  return value;
}

}  // namespace

read_limits input_limits() noexcept {
  return {.max_bits = most_bits.load(std::memory_order_relaxed)};
}

void bind_text(nb::module_& module) {
  module.def(
      "set_max_bits",
      [](const std::optional<integer>& bits) {
        most_bits = bits ? static_cast<std::size_t>(to_count(bits->value, "limit")) : read_limits().max_bits;
      },
      "bits"_a = nb::none(), nb::sig("def set_max_bits(bits: typing.SupportsIndex | None = None) -> None"),
      "Limits numbers that are read: text, bytes and pickled numbers with more bits raise ValueError. None: "
      "no limit. It holds for all threads.");
  module.def(
      "max_bits",
      []() -> nb::object {
        const std::size_t most = most_bits;
        return most == read_limits().max_bits ? nb::none() : nb::object(nb::int_(most));
      },
      nb::sig("def max_bits() -> int | None"), "What set_max_bits() set last.");
}

bool is_text(nb::handle object) noexcept {
  return PyUnicode_Check(object.ptr()) != 0 || PyBytes_Check(object.ptr()) != 0 ||
         PyByteArray_Check(object.ptr()) != 0;
}

gpu_bigint parse(nb::handle text, int base) {
  if (base != 0 && (base < 2 || base > 62))
    raise(PyExc_ValueError, "Int() base must be >= 2 and <= 62, or 0");
  constexpr int most_for_int = 36;
  if (nb::len(text) < text_for_int && base <= most_for_int) {
    const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type));
    const nb::object value = type(text, base);
    return within_limits(from_python(value.ptr()));
  }
  return parse_long(text_of(text), base);
}

nb::object digits(const gpu_bigint& value, int base) {
  const std::string text = unlocked_if(is_long(value), [&] { return value.to_string(base); });
  return nb::steal(PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size())));
}

std::uint64_t count_digits(const gpu_bigint& a, int base) {
  if (base < 2 || base > 62) raise(PyExc_ValueError, "base must be in the interval [2, 62]");
  if (a == 0) return 1;
  const auto [fraction, exponent] = frexp(a);
  const double length = (std::log2(std::abs(fraction)) + static_cast<double>(exponent)) / std::log2(base);
  const double nearest = std::round(length);
  // Rounding errors of the logarithms.
  const double uncertain = 1e-13 * (length + 2);
  if (std::abs(length - nearest) > uncertain) return static_cast<std::uint64_t>(length) + 1;
  const auto candidate = static_cast<std::uint64_t>(nearest);
  const unlock_if unlock(is_long(a));
  return abs(a) >= pow(a.in_same_context(base), candidate) ? candidate + 1 : candidate;
}

gpu_bigint round_to(const gpu_bigint& a, std::uint64_t places) {
  if (places == 0) return a;
  if (places > a.bit_length()) return a.in_same_context(0);
  const unlock_if unlock(is_long(a) || places > 64);
  const gpu_bigint unit = pow(a.in_same_context(10), places);
  auto [quotient, remainder] = floor_div_rem(a, unit);
  const gpu_bigint twice = remainder << 1;
  const bool up = twice > unit || (twice == unit && test_bit(quotient, 0));
  return (up ? quotient + 1 : quotient) * unit;
}

}  // namespace gbi::python
