/// \file
/// Marks programs that ctest runs on each backend as skipped if the backend is missing.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gpu_bigint/context.hpp"

namespace gbi::test {

/// Ends the program, without destructors, if GPU_BIGINT_BACKEND asks for a GPU that cannot be used.
inline void skip_without_gpu() {
  const char* const asked = std::getenv("GPU_BIGINT_BACKEND");
  if (asked == nullptr || std::string_view(asked) != "cuda") return;
  const std::string why = why_unavailable(backend::cuda);
  if (why.empty()) return;
  std::fprintf(stderr, "skipped: %s\n", why.c_str());
  constexpr int skipped = 77;  // SKIP_RETURN_CODE of ctest
  _exit(skipped);
}

}  // namespace gbi::test
