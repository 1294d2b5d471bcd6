/// \file
/// Sign, prefix, digits and fill of a number's text.
#include <algorithm>

#include "gpu_bigint/format.hpp"
#include "src/process/concat.hpp"
#include "src/process/memory.hpp"

namespace gbi {

namespace {

std::string prefix_of(int base) {
  return base == 16 ? "0x" : base == 2 ? "0b" : base == 8 ? "0" : "";
}

void make_upper_case(std::string& text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
}

}  // namespace

std::string to_string(const gpu_bigint& a, const text_format& format) {
  std::string digits = a.to_string(format.base), head;
  if (digits.front() == '-') {
    digits.erase(0, 1);
    head += '-';
  } else if (format.plus != '\0') {
    head += format.plus;
  }
  // In base 8 the text of zero is the prefix already.
  if (format.prefix && !(format.base == 8 && digits == "0")) head += prefix_of(format.base);
  if (format.upper_case) {
    make_upper_case(digits);
    make_upper_case(head);
  }
  const std::size_t length = head.size() + digits.size();
  const std::size_t missing = format.width > length ? format.width - length : 0;
  if (missing > digits.size())
    process::memory::require(format.width, concat("field of ", format.width, " characters"));
  const auto fill = [&](std::size_t count) { return std::string(count, format.fill); };
  switch (format.align) {
    case alignment::left:
      return head + digits + fill(missing);
    case alignment::center:
      return fill(missing / 2) + head + digits + fill(missing - missing / 2);
    case alignment::internal:
      return head + fill(missing) + digits;
    default:
      return fill(missing) + head + digits;
  }
}

}  // namespace gbi
