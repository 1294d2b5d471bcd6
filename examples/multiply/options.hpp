/// \file
/// The command line of examples/multiply.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <string>

namespace example {

/// Exit statuses of the program.
inline constexpr int status_differs = 1;  ///< the product is not GMP's
inline constexpr int status_usage = 2;    ///< the command line, an environment variable or a file
inline constexpr int status_device = 3;   ///< no such device, no memory

struct options {
  std::string file_a, file_b;  ///< empty: random operands
  std::string output;          ///< empty: the product is not written
  int base = 10;               ///< of all files
  std::optional<gbi::backend> backend;
  std::optional<int> device;
  gbi::algorithm how = gbi::algorithm::automatic;
  std::uint64_t bits = 0;  ///< of each random operand
  std::uint64_t seed = 0;
  int repeat = 5;
  bool repeat_exactly = false;  ///< even if one product takes long
  bool verify = true;
  bool full_verify = false;  ///< by GMP's product, however long it takes
  bool progress = false;     ///< even if the standard error is no terminal

  bool from_files() const { return !file_a.empty(); }
};

/// What the arguments ask for; nothing after --help or an error, with the exit status in `status`.
std::optional<options> parse_command_line(int argc, char** argv, int& status);

}  // namespace example
