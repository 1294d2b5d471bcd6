/// \file
/// How a program ends: turns errors into a message and an exit status.
#pragma once

#include <functional>

namespace support {

/// A wrong command line, expression, number, environment variable or file.
inline constexpr int status_usage = 2;

/// Runs the work of a program and returns its status. After an error, it prints the program's name and the
/// message. A file_error or a logic_error (a value outside a function's domain, an environment variable)
/// gives status_usage; any other exception gives the status `otherwise`.
int run_program(const char* name, int otherwise, const std::function<int()>& work);

/// As above, for the options of a command line.
/// \param read returns the options, or std::nullopt and a status if the program must end here
template <class Read, class Run>
int run_program(const char* name, int otherwise, int argc, char** argv, Read&& read, Run&& run) {
  return run_program(name, otherwise, [&] {
    int status = 0;
    const auto chosen = read(argc, argv, status);
    return chosen ? run(*chosen) : status;
  });
}

}  // namespace support
