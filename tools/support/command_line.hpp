/// \file
/// How programs read their command lines, for sources that describe options with CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>

#include "tools/support/program.hpp"

namespace support {

/// Reads the command line. Prints the help on request. On an error, prints one line, which says that `program
/// --help` lists `listed`.
/// \param check throws CLI::ValidationError if individually valid options contradict each other
/// \returns false if the program must end here, with `status`
template <class Check>
bool parse(CLI::App& app, int argc, char** argv, const std::string& program, const char* listed, int& status,
           Check&& check) {
  try {
    app.parse(argc, argv);
    check();
    return true;
  } catch (const CLI::Success& help) {
    status = app.exit(help);
  } catch (const CLI::ParseError& error) {
    std::cerr << program << ": " << error.what() << " (" << program << " --help lists the " << listed
              << ")\n";
    status = status_usage;
  }
  return false;
}

inline bool parse(CLI::App& app, int argc, char** argv, const std::string& program, const char* listed,
                  int& status) {
  return parse(app, argc, argv, program, listed, status, [] {});
}

}  // namespace support
