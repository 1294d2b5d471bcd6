/// \file
/// gbi: integers of any size in a terminal. `gbi --help` lists the commands.
#include <exception>
#include <iostream>
#include <stdexcept>

#include "tools/gbi/commands.hpp"
#include "tools/gbi/completion.hpp"
#include "tools/support/number_file.hpp"

namespace {

using namespace program;

int fail(const std::exception& error, int status) {
  std::cerr << "gbi: " << error.what() << '\n';
  return status;
}

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
  try {
    int status = 0;
    const std::optional<options> chosen = parse_command_line(argc, argv, status);
    return chosen ? run(*chosen) : status;
  } catch (const support::file_error& error) {
    return fail(error, status_usage);
  } catch (const usage_error& error) {
    return fail(error, status_usage);
  } catch (const std::logic_error& error) {  // a value outside a function's domain, an environment variable
    return fail(error, status_usage);
  } catch (const std::exception& error) {
    return fail(error, status_failure);
  }
}
