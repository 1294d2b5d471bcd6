#include "src/plan/environment.hpp"

#include <cstdlib>

namespace gbi::plan {

environment read_environment() {
  const auto value_of = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  return {.backend = value_of("GPU_BIGINT_BACKEND"),
          .algorithm = value_of("GPU_BIGINT_ALGORITHM"),
          .verification = value_of("GPU_BIGINT_VERIFICATION"),
          .word_limit = value_of("GPU_BIGINT_WORD_LIMIT"),
          .modular_arithmetic = value_of("GPU_BIGINT_MODULAR_ARITHMETIC")};
}

}  // namespace gbi::plan
