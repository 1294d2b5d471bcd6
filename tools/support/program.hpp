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

/// As above, for the options of a command line.
/// \param read returns them, or nothing and a status if the program ends here
template <class Read, class Run>
int run_program(const char* name, int otherwise, int argc, char** argv, Read&& read, Run&& run) {
  return run_program(name, otherwise, [&] {
    int status = 0;
    const auto chosen = read(argc, argv, status);
    return chosen ? run(*chosen) : status;
  });
}

}  // namespace support
