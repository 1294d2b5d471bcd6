/// \file
/// How a program ends: its errors become a message and an exit status.
#pragma once

#include <functional>

namespace support {

/// A wrong command line, expression, number, environment variable or file.
inline constexpr int status_usage = 2;

/// Runs the work of a program and returns the status that it returns. After an error it prints the message
/// behind the program's name. A file_error or a logic_error (a value outside a function's domain, an
/// environment variable) gives status_usage, any other exception the status `otherwise`.
int run_program(const char* name, int otherwise, const std::function<int()>& work);

}  // namespace support
