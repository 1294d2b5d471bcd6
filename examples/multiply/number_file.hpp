/// \file
/// Integers in text files: one number per file, with white space around it allowed.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>

namespace example {

/// A file that cannot be read or written, or that does not hold a number. The message names the file.
class file_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the digits of the number in the file, after a minus sign if it is negative. The file may also hold a
/// plus sign and, for base 16, the prefix 0x. \throws file_error
std::string read_number(const std::string& path, int base);

/// An output file. It is opened before the work begins, so that a wrong path costs no time.
class number_output {
 public:
  explicit number_output(const std::string& path);
  /// Writes the number and a newline. \throws file_error
  void write(const std::string& number);

 private:
  std::string path_;
  std::ofstream file_;
};

}  // namespace example
