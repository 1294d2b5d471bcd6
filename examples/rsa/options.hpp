/// \file
/// The command line of examples/rsa.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/support/program.hpp"

namespace example {

/// Exit statuses of the program.
inline constexpr int status_refused = 1;  ///< a signature or an encrypted message is bad
using support::status_usage;              // 2
inline constexpr int status_device = 3;   ///< no such device, or not enough memory

enum class task { keygen, sign, verify, encrypt, decrypt, speed };
/// The newer schemes (PSS for signatures, OAEP for messages), or those of PKCS #1 v1.5.
enum class padding { modern, pkcs1 };

struct rsa_options {
  task wanted = task::speed;
  std::optional<gbi::backend> backend;
  std::optional<int> device;
  std::string key;                 ///< the file to read; for keygen, the stem of the files to write
  std::vector<std::string> files;  ///< the messages
  padding how = padding::modern;
  bool crt = true;
  std::size_t bits = 2048;
  std::size_t count = 0;  ///< number of keys, or of messages at a time; 0: chosen to suit the device
  std::optional<std::uint64_t> seed;
  double seconds = 2;  ///< for each measurement
};

/// Parses the arguments. After --help or an error, returns std::nullopt and sets the exit status in `status`.
std::optional<rsa_options> parse_rsa_command_line(int argc, char** argv, int& status);

}  // namespace example
