/// \file
/// The environment variables that the library reads.
#pragma once

#include <string>

namespace gbi::plan {

/// Their values as text; empty if not set. resolve_tuning interprets them, except for GPU_BIGINT_BACKEND,
/// which selects the device that a tuning is for.
struct environment {
  std::string backend = {};             ///< GPU_BIGINT_BACKEND
  std::string algorithm = {};           ///< GPU_BIGINT_ALGORITHM
  std::string verification = {};        ///< GPU_BIGINT_VERIFICATION
  std::string word_limit = {};          ///< GPU_BIGINT_WORD_LIMIT
  std::string modular_arithmetic = {};  ///< GPU_BIGINT_MODULAR_ARITHMETIC
};

/// Reads them, once for each context. A setenv in another thread may race with this call, but with nothing
/// later.
environment read_environment();

}  // namespace gbi::plan
