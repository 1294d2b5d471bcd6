/// \file
/// The environment variables that the library obeys.
#pragma once

#include <string>

namespace gbi::plan {

/// Their values as they are; empty: not set. What they mean is resolve_tuning's business, but for that of
/// GPU_BIGINT_BACKEND, which chooses the device that a tuning is for.
struct environment {
  std::string backend = {};             ///< GPU_BIGINT_BACKEND
  std::string algorithm = {};           ///< GPU_BIGINT_ALGORITHM
  std::string verification = {};        ///< GPU_BIGINT_VERIFICATION
  std::string word_limit = {};          ///< GPU_BIGINT_WORD_LIMIT
  std::string modular_arithmetic = {};  ///< GPU_BIGINT_MODULAR_ARITHMETIC
};

/// Reads them, once for each context: setenv in another thread may race with that, and with nothing later.
environment read_environment();

}  // namespace gbi::plan
