/// \file
/// The command line of examples/rsa.
#pragma once

#include <cstdint>
#include <gpu_bigint.hpp>
#include <optional>
#include <string>
#include <vector>

namespace example {

/// Exit statuses of the program.
inline constexpr int status_refused = 1;  ///< a signature or an encrypted message is not good
inline constexpr int status_usage = 2;    ///< the command line, an environment variable or a file
inline constexpr int status_device = 3;   ///< no such device, no memory

enum class task { keygen, sign, verify, encrypt, decrypt, speed };
/// The newer scheme (PSS for signatures, OAEP for messages), or that of PKCS #1 v1.5.
enum class padding { modern, pkcs1 };

struct rsa_options {
  task what = task::speed;
  std::optional<gbi::backend> backend;
  std::optional<int> device;
  std::string key;                 ///< file to read or, for keygen, stem of the files to write
  std::vector<std::string> files;  ///< messages
  padding how = padding::modern;
  bool crt = true;
  std::size_t bits = 2048;
  std::size_t count = 0;  ///< keys, or messages at a time; 0: what suits the device
  std::optional<std::uint64_t> seed;
  double seconds = 2;  ///< of each measurement
};

/// What the arguments ask for; nothing after --help or an error, with the exit status in `status`.
std::optional<rsa_options> parse_rsa_command_line(int argc, char** argv, int& status);

}  // namespace example
