/// \file
/// Every architecture has a row of the scan policy.
#include "src/plan/scan_policy.hpp"

#include <gtest/gtest.h>

namespace gbi::plan {

namespace {

TEST(ScanPolicy, TakesTheArchitecturesOwnRow) {
  for (const char* name : {"host", "sm_90"})
    for (const int bytes : {4, 8}) {
      const scan_policy& row = scan_policy_of(name, bytes);
      EXPECT_EQ(row.architecture, name);
      EXPECT_EQ(row.shape.element_bytes, bytes);
      EXPECT_EQ(row.tile_elements(), static_cast<unsigned>(row.shape.threads * row.shape.per_thread));
    }
}

TEST(ScanPolicy, TakesTheNearestRowOfAnUnknownGpu) {
  EXPECT_EQ(scan_policy_of("sm_70", 4).architecture, "sm_90");
  EXPECT_EQ(scan_policy_of("sm_90", 8).architecture, "sm_90");
  EXPECT_EQ(scan_policy_of("sm_120", 8).architecture, "sm_90");
}

}  // namespace

}  // namespace gbi::plan
