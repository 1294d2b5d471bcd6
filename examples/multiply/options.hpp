/// \file
/// The command line of examples/multiply.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <string>

#include "tools/support/device.hpp"
#include "tools/support/program.hpp"
#include "tools/support/progress.hpp"

namespace example {

/// Exit statuses of the program.
inline constexpr int status_differs = 1;  ///< the product differs from GMP's
using support::status_usage;              // 2
inline constexpr int status_device = 3;   ///< no such device, or not enough memory

struct options {
  std::string file_a, file_b;  ///< if empty, operands are random
  std::string output;          ///< if empty, the product is not written
  int base = 10;               ///< the base of all files
  support::device_choice device;
  gbi::algorithm how = gbi::algorithm::automatic;
  std::uint64_t bits = 0;  ///< length of each random operand
  std::uint64_t seed = 0;
  int repeat = 5;
  bool repeat_exactly = false;  ///< repeat as asked even if one product takes long
  bool verify = true;
  bool full_verify = false;  ///< compare with GMP's product, however long that takes
  support::showing progress = support::showing::on_terminal;

  bool from_files() const { return !file_a.empty(); }
};

/// Parses the arguments. After --help or an error, returns std::nullopt and sets the exit status in `status`.
std::optional<options> parse_command_line(int argc, char** argv, int& status);

}  // namespace example
