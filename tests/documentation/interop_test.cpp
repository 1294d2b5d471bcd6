/// \file
/// The samples of docs/interop.md and of the input in docs/errors.md that need no CUDA.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "gpu_bigint.hpp"
#include "gpu_bigint/view.hpp"

namespace {

TEST(interop, bytes_and_files) {
  const gbi::gpu_bigint number{"-1234567890123456789012345678901234567890"};
  const std::vector<std::byte> bytes =
      gbi::to_bytes(number, std::endian::little, gbi::byte_format::twos_complement);
  const gbi::gpu_bigint same = gbi::from_bytes(bytes, std::endian::little, gbi::byte_format::twos_complement);
  EXPECT_EQ(same, number);

  std::stringstream file;
  gbi::serialize(file, number);
  const gbi::gpu_bigint read = gbi::deserialize(file);
  EXPECT_EQ(read, number);
}

TEST(errors, limits_for_input) {
  std::istringstream in("123456789012345678901234567890");
  gbi::gpu_bigint a;
  EXPECT_FALSE(in >> gbi::limit_input({.max_bits = 64}) >> a);
}

TEST(interop, limbs_where_they_are) {
  const gbi::gpu_bigint number = gbi::random_engine{5}.bits(100'000);
  const gbi::limb_view limbs{number};  // no copy if the number is on the device
  const gbi::gpu_bigint copy = gbi::import_limbs(number.context(), limbs.data(), limbs.size());
  EXPECT_EQ(copy, number);
}

TEST(interop, memory_with_a_limit) {
  gbi::context_options options;
  options.memory_limit = std::size_t{1} << 30;
  const gbi::context limited{gbi::backend::host, options};
  EXPECT_EQ(limited.memory().limit, options.memory_limit);
}

}  // namespace
