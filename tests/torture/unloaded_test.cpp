/// \file
/// Operations whose kernels are launched for the first time when the device's memory is full: they work, or
/// throw out_of_memory and work later. This is a program of its own, because CUDA loads the code of a kernel
/// once per process, and other tests would have loaded it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "tests/support/random.hpp"
#include "tests/torture/memory_of_others.hpp"
#include "tests/torture/operations.hpp"

namespace gbi::test {

namespace {

class Unloaded : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_unavailable(backend::cuda); !why.empty()) GTEST_SKIP() << why;
    std::erase_if(operations, [](const tortured& one) { return one.most_bits < bits; });
  }

  struct refusals {
    int operations = 0;
    int launches = 0;  ///< operations that allocated all their memory
  };
  /// Every operation must be right or throw out_of_memory.
  refusals run(const own_operands& x) {
    refusals result;
    for (const tortured& one : operations) {
      try {
        EXPECT_TRUE(match(one.ours(x), one.theirs(operands))) << one.name;
      } catch (const std::bad_alloc& error) {
        ++result.operations;
        if (std::string(error.what()).find("kernel launch") != std::string::npos) ++result.launches;
      }
    }
    return result;
  }

  /// Long enough for the device.
  static constexpr std::uint64_t bits = 500'000;
  random_source random{test_seed()};
  std::vector<tortured> operations = tortured_operations();
  const gmp_operands operands = random_operands(random, bits);
};

TEST_F(Unloaded, CodeFindsRoomOrOperationsAreRefused) {
  const context here(backend::cuda);
  const scoped_context use(here);
  const own_operands x = own(operands);
  ASSERT_TRUE(match(x, operands));

  memory_of_others others;
  others.fill();
  const refusals without_memory = run(x);
  EXPECT_GT(without_memory.launches, 5);
  EXPECT_TRUE(match(x, operands));

  // Room for some of the code, and for short results.
  others.release();
  memory_of_others reserved;
  ASSERT_TRUE(reserved.take(std::size_t{300} << 20));
  others.fill();
  reserved.release();
  EXPECT_LT(run(x).launches, without_memory.launches);

  others.release();
  EXPECT_EQ(run(x).operations, 0);
  EXPECT_TRUE(match(x, operands));
}

}  // namespace

}  // namespace gbi::test
