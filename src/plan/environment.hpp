/// \file
/// The environment variables that the library reads.
#pragma once

#include <cstddef>
#include <string>

namespace gbi::plan {

struct tuning;

/// The values as text; empty if not set. apply() interprets all of them except GPU_BIGINT_BACKEND, which
/// selects the device that a tuning is for, GPU_BIGINT_HOST_MEMORY, GPU_BIGINT_THREADS and those that name
/// tuning files (tuning_file.hpp).
struct environment {
  std::string backend = {};             ///< GPU_BIGINT_BACKEND
  std::string algorithm = {};           ///< GPU_BIGINT_ALGORITHM
  std::string transforms = {};          ///< GPU_BIGINT_TRANSFORMS
  std::string verification = {};        ///< GPU_BIGINT_VERIFICATION
  std::string word_limit = {};          ///< GPU_BIGINT_WORD_LIMIT
  std::string modular_arithmetic = {};  ///< GPU_BIGINT_MODULAR_ARITHMETIC
  std::string host_memory = {};         ///< GPU_BIGINT_HOST_MEMORY
  std::string threads = {};             ///< GPU_BIGINT_THREADS
  std::string tuning = {};              ///< GPU_BIGINT_TUNING
  std::string configuration = {};       ///< the user's folder: XDG_CONFIG_HOME, or .config in HOME
};

/// Reads the variables, once for each context. A setenv in another thread may race with this call, but with
/// nothing later.
environment read_environment();

/// Makes the changes that the variables ask for, and notes them in the origin of the values.
/// \throws std::invalid_argument naming the variable if it has an unknown value
void apply(const environment& asked, tuning& row);

/// The bytes that GPU_BIGINT_HOST_MEMORY allows: a number, which may end in K, M, G or T for powers of 1024.
/// Returns the largest number for "unlimited", and 0 if the variable is not set.
/// \throws std::invalid_argument for any other value
std::size_t host_memory_limit(const environment& asked);

/// The threads that GPU_BIGINT_THREADS allows the host: 1 to 4096, or 0 if the variable is not set.
/// \throws std::invalid_argument for any other value
unsigned host_threads(const environment& asked);

}  // namespace gbi::plan
