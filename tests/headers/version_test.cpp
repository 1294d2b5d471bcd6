/// \file
/// The version in the headers is the one that CMake and the packages state.
#include "gpu_bigint/version.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gbi::test {

namespace {

TEST(Version, IsTheProjects) {
  EXPECT_EQ(version_string, GPU_BIGINT_PROJECT_VERSION);
}

TEST(Version, PartsMakeTheText) {
  EXPECT_EQ(version_string, std::to_string(version_major) + "." + std::to_string(version_minor) + "." +
                                std::to_string(version_patch));
  EXPECT_EQ(GBI_VERSION, 10000 * version_major + 100 * version_minor + version_patch);
}

}  // namespace

}  // namespace gbi::test
