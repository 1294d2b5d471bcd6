#include "tools/support/program.hpp"

#include <exception>
#include <iostream>
#include <stdexcept>

#include "tools/support/number_file.hpp"

namespace support {

namespace {

int fail(const char* name, const std::exception& error, int status) {
  std::cerr << name << ": " << error.what() << '\n';
  return status;
}

}  // namespace

int run_program(const char* name, int otherwise, const std::function<int()>& work) {
  try {
    return work();
  } catch (const file_error& error) {
    return fail(name, error, status_usage);
  } catch (const std::logic_error& error) {
    return fail(name, error, status_usage);
  } catch (const std::exception& error) {
    return fail(name, error, otherwise);
  }
}

}  // namespace support
