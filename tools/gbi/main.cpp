/// \file
/// gbi: integers of any size in a terminal. `gbi --help` lists the commands.
#include <iostream>
#include <optional>

#include "tools/gbi/commands.hpp"
#include "tools/gbi/completion.hpp"
#include "tools/support/program.hpp"

namespace {

using namespace program;

int run(const options& chosen) {
  if (chosen.command == "completion") {
    std::cout << completion(chosen.operands.at(0), describe_command_line());
    return 0;
  }
  session session(chosen);
  run_command(session);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("gbi", status_failure, argc, argv, parse_command_line, run);
}
