/// \file
/// The main function of the samples' tests. The environment chooses the backend. If it is not available, all
/// tests are skipped.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "gpu_bigint/context.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* const asked = std::getenv("GPU_BIGINT_BACKEND");
  if (asked != nullptr && std::string(asked) == "cuda") {
    const std::string reason = gbi::why_unavailable(gbi::backend::cuda);
    if (!reason.empty()) {
      std::printf("skipped: %s\n", reason.c_str());
      return 77;  // CTest's SKIP_RETURN_CODE
    }
  }
  return RUN_ALL_TESTS();
}
