#include "examples/multiply/number_file.hpp"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace example {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw file_error(path + ": " + why);
}

bool is_digit(char c, int base) {
  const auto code = static_cast<unsigned char>(c);
  return base == 16 ? std::isxdigit(code) != 0 : std::isdigit(code) != 0;
}

/// A readable form of a character: itself if it can be printed, otherwise its code.
std::string shown(char c) {
  const auto code = static_cast<unsigned char>(c);
  if (code < 0x80 && std::isprint(code) != 0) return {'\'', c, '\''};
  constexpr std::string_view hex = "0123456789abcdef";
  return std::string("byte 0x") + hex[code >> 4] + hex[code & 15];
}

std::string read_all(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) fail(path, "is a directory, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, errno != 0 ? std::strerror(errno) : "cannot be opened");
  // Only a regular file has a known size. A pipe is read until its end.
  std::string text;
  const auto size = std::filesystem::file_size(path, unknown);
  if (!unknown) text.reserve(size);
  char piece[1 << 16];
  while (file.read(piece, sizeof(piece)) || file.gcount() > 0)
    text.append(piece, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) fail(path, "cannot be read");
  return text;
}

}  // namespace

std::string read_number(const std::string& path, int base) {
  std::string text = read_all(path);
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string::npos)
    fail(path, "empty, a base-" + std::to_string(base) + " integer was expected");
  const std::size_t end = text.find_last_not_of(white_space) + 1;

  std::size_t digits = begin;
  if (text[digits] == '-' || text[digits] == '+') ++digits;
  if (base == 16 && end - digits > 2 && text[digits] == '0' && (text[digits + 1] | 0x20) == 'x') digits += 2;
  if (digits == end) fail(path, "a sign without digits");
  for (std::size_t i = digits; i < end; ++i)
    if (!is_digit(text[i], base))
      fail(path, "not a base-" + std::to_string(base) + " integer: " + shown(text[i]) + " at byte " +
                     std::to_string(i + 1));
  std::string number = text.substr(digits, end - digits);
  if (text[begin] == '-') number.insert(0, 1, '-');
  return number;
}

number_output::number_output(const std::string& path) : path_(path) {
  errno = 0;
  file_.open(path, std::ios::binary);
  if (!file_) fail(path, errno != 0 ? std::strerror(errno) : "cannot be opened for writing");
}

void number_output::write(const std::string& number) {
  file_ << number << '\n';
  file_.close();
  if (!file_) fail(path_, "could not be written completely");
}

}  // namespace example
