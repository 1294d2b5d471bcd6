/// \file
/// The pieces of products in host memory.
#include <gtest/gtest.h>

#include "src/plan/planner.hpp"
#include "tests/plan/devices.hpp"

namespace gbi::test {

namespace {

/// The number of pieces of each operand on an empty H200, which has 139 GiB.
std::size_t pieces(std::size_t bits, bool square = false) {
  plan::tuning tuned = tuning_for("sm_90");
  tuned.memory_bytes = std::size_t{139} << 30;
  const plan::planner planner(tuned, verification::residue);
  const std::size_t limbs = bits / 64,
                    piece = planner.host_piece(plan::product_shape::whole(limbs, limbs, square),
                                               planner.usable_memory());
  return piece == 0 ? 0 : (limbs + piece - 1) / piece;
}

TEST(HostProduct, PiecesOnAnH200) {
  EXPECT_EQ(pieces(std::size_t{1} << 35), 1u);
  EXPECT_EQ(pieces(std::size_t{1} << 36), 1u) << "the factors of a product of 2^37 bits are not cut";
  EXPECT_EQ(pieces(std::size_t{1} << 36, true), 1u);
  EXPECT_EQ(pieces(std::size_t{1} << 37), 2u);
  EXPECT_EQ(pieces(std::size_t{1} << 38), 4u);
}

}  // namespace

}  // namespace gbi::test
