/// \file
/// The comparison of docs/start/cpp.md.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>

#include "gpu_bigint.hpp"

namespace {

TEST(start, times_a_product) {
  const gbi::gpu_bigint x = gbi::random_engine{1}.bits(1 << 24), y = gbi::random_engine{2}.bits(1 << 24);
  const gbi::context here = x.context();
  gbi::gpu_bigint z = x * y;  // the first product fills tables
  here.synchronize();         // operations of a GPU are queued
  const auto begin = std::chrono::steady_clock::now();
  z = x * y;
  here.synchronize();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  std::cout << gbi::plan_product(x, y).to_string() << ": " << taken.count() << " ms\n";
  EXPECT_EQ(z % 1'000'003, (x % 1'000'003) * (y % 1'000'003) % 1'000'003);
}

}  // namespace
