#include "tools/support/number_file.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <string_view>
#include <system_error>

namespace support {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

[[noreturn]] void fail(const std::string& name, const std::string& why) {
  throw file_error(name + ": " + why);
}

bool is_digit(char c, int base) {
  const auto code = static_cast<unsigned char>(c);
  if (std::isdigit(code) != 0) return c - '0' < base;
  return std::isalpha(code) != 0 && std::tolower(code) - 'a' + 10 < base;
}

/// A readable form of a character: itself if it can be printed, otherwise its code.
std::string shown(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x80 && std::isprint(code) != 0) return {'\'', c, '\''};
  constexpr std::string_view hex = "0123456789abcdef";
  return std::string("byte 0x") + hex[code >> 4] + hex[code & 15];
}

/// The base that a prefix of two characters denotes, or 0 if there is no such prefix.
int base_of_prefix(std::string_view digits) {
  if (digits.size() < 3 || digits[0] != '0') return 0;
  const char letter = static_cast<char>(digits[1] | 0x20);
  return letter == 'x' ? 16 : letter == 'b' ? 2 : 0;
}

void refuse_beyond(std::uint64_t most, std::uint64_t size, const std::string& name) {
  if (size > most)
    fail(name, "more than " + std::to_string(most) + " bytes, longer than any number within the limit");
}

void append_all(std::istream& in, std::string& text, std::uint64_t most, const std::string& name) {
  char piece[1 << 16];
  try {
    while (in.read(piece, sizeof(piece)) || in.gcount() > 0) {
      text.append(piece, static_cast<std::size_t>(in.gcount()));
      refuse_beyond(most, text.size(), name);
    }
  } catch (const std::bad_alloc&) {
    fail(name, "no memory for more than the first " + std::to_string(text.size()) + " bytes");
  }
}

}  // namespace

std::string read_all(const std::string& path, std::uint64_t most) {
  std::string text;
  if (path == "-") {
    append_all(std::cin, text, most, "standard input");
    if (std::cin.bad()) fail("standard input", "cannot be read");
    return text;
  }
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) fail(path, "is a directory, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, errno != 0 ? std::strerror(errno) : "cannot be opened");
  // Only a regular file has a known size. A pipe is read to its end.
  const auto size = std::filesystem::file_size(path, unknown);
  if (!unknown) {
    refuse_beyond(most, size, path);
    text.reserve(size);
  }
  append_all(file, text, most, path);
  if (file.bad()) fail(path, "cannot be read");
  return text;
}

std::string number_in(std::string text, const std::string& name, int& base) {
  const std::size_t begin = text.find_first_not_of(white_space);
  const auto expected = [&] { return "base-" + std::to_string(base == 0 ? 10 : base) + " integer"; };
  if (begin == std::string::npos) fail(name, "empty, a " + expected() + " was expected");
  const std::size_t end = text.find_last_not_of(white_space) + 1;

  const bool negative = text[begin] == '-';
  std::size_t digits = begin;
  if (negative || text[digits] == '+') ++digits;
  const int prefixed = base_of_prefix(std::string_view(text).substr(digits, end - digits));
  if (prefixed != 0 && (base == 0 || base == prefixed)) {
    base = prefixed;
    digits += 2;
  }
  if (base == 0) base = 10;
  if (digits == end) fail(name, "a sign without digits");
  for (std::size_t i = digits; i < end; ++i)
    if (!is_digit(text[i], base))
      fail(name, "not a " + expected() + ": " + shown(text[i]) + " at byte " + std::to_string(i + 1));
  // The text is trimmed in place, because copying a billion digits takes time and memory.
  text.resize(end);
  text.erase(0, digits);
  if (negative) text.insert(0, 1, '-');
  return text;
}

std::string read_number(const std::string& path, int base) {
  return number_in(read_all(path), path, base);
}

}  // namespace support
