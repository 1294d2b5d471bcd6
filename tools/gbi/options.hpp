/// \file
/// The command line of gbi.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/gbi/calculator.hpp"
#include "tools/support/device.hpp"
#include "tools/support/program.hpp"
#include "tools/support/progress.hpp"

namespace program {

/// Exit statuses.
inline constexpr int status_failure = 1;  ///< a wrong result, no such device, not enough memory, a full disk
using support::status_usage;              // 2

struct options {
  std::string command;
  std::vector<std::string> operands;  ///< numbers, sizes or a shell, depending on the command

  // Common to all commands.
  std::string output;                             ///< a file; empty for standard output
  int base = 10;                                  ///< of results
  int input_base = 0;                             ///< of files; 0: given by their prefix, else 10
  std::uint64_t max_bits = most_bits_by_default;  ///< of numbers in files and of results
  bool binary = false;
  bool json = false;
  bool verify = false;
  bool quiet = false;
  support::showing progress = support::showing::on_terminal;
  support::device_choice device;

  // Specific to single commands.
  std::optional<std::uint64_t> digits;  ///< pi, e, sqrt: after the point
  std::string validation;               ///< pi: empty: no file is written
  int ranks = 1;                        ///< pi, e: GPUs, or ranks of the host
  bool remainder = false;               ///< div
  int rounds = 25;                      ///< isprime
  std::string checkpoint;               ///< prp, lucas-lehmer, ecm: empty: nothing is saved
  double save_every = 60;               ///< of checkpoints: seconds
  std::string proof;                    ///< prp: empty: none is made
  std::optional<unsigned> power;        ///< prp: of the proof
  std::uint64_t bits = 2048;            ///< rsa
  std::optional<std::uint64_t> count;   ///< rsa, ecm
  std::optional<std::uint64_t> b1, b2;  ///< ecm; factor: b1
  std::uint32_t sigma = 0;              ///< ecm: 0: random
  std::string save, resume;             ///< ecm: empty: none
  int repeat = 5;                       ///< bench
  bool ascii = false;                   ///< bench
  bool report = false;                  ///< bench: a table in Markdown
  double seconds = 150;                 ///< tune: about as long as it takes
  bool dry_run = false;                 ///< tune: no file is written
  std::vector<std::string> operations;  ///< bench: empty: all
};

/// What the command line accepts, for shell completions.
struct option_description {
  std::vector<std::string> names;  ///< "-o", "--output"
  std::string help;
  bool takes_value = false;
  bool takes_file = false;
  std::vector<std::string> choices;  ///< the values, if there are few
};
struct command_description {
  std::string name, help;
  std::vector<option_description> options;
};
struct program_description {
  std::vector<option_description> options;  ///< of all commands
  std::vector<command_description> commands;
};

/// Parses the arguments. After --help, --version or an error it returns nothing and sets the exit status.
std::optional<options> parse_command_line(int argc, char** argv, int& status);

program_description describe_command_line();

}  // namespace program
