/// \file
/// Integers in text files: one number per file, with white space around it allowed.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace support {

/// A file that cannot be read or written, or that does not hold a number. The message names the file.
class file_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All bytes of a file, or of standard input for "-". \throws file_error, also if there are more than `most`
/// bytes, or more than fit in memory
std::string read_all(const std::string& path, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// The digits of the number in the text of a file, after a minus sign if it is negative. The text may also
/// contain white space around the number, a plus sign, and the prefix 0x for base 16 or 0b for base 2.
/// \param name the file, for messages
/// \param base 2 to 36, or 0: 16 after 0x, 2 after 0b, else 10. It is set to the base of the digits.
/// \throws file_error
std::string number_in(std::string text, const std::string& name, int& base);

/// Reads the digits of the number in the file. \throws file_error
std::string read_number(const std::string& path, int base);

}  // namespace support
