/// \file
/// Before host memory runs out, every context releases the memory that it keeps, and the allocation is tried
/// again.
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "tests/support/inputs.hpp"
#include "tests/torture/countdown.hpp"
#include "tests/torture/tortured_executor.hpp"

namespace gbi::test {

namespace {

/// A context that keeps some memory without using it.
context keeper() {
  const context made(backend::host);
  const gpu_bigint one = gpu_bigint(1).to(made) << 10000000;
  (one * one).sign();
  return made;
}

/// Under AddressSanitizer pools keep nothing.
class Trim : public testing::Test {
 protected:
  void SetUp() override {
    if (keeper().memory().kept == 0) GTEST_SKIP() << "pools keep nothing";
  }
};

TEST_F(Trim, OfOneContextHelpsAnotherOne) {
  const context other = keeper();
  const tortured_context made = tortured_context_of<exec::host::host_executor>(plan::word_limits::none());
  const gpu_bigint x = gpu_bigint(1).to(made.here);
  ASSERT_GT(other.memory().kept, 0u);
  system_calls.start(1, false);
  const gpu_bigint y = x << 12345678;
  EXPECT_TRUE(system_calls.stop());
  EXPECT_EQ(y.bit_length(), 12345679u);
  EXPECT_EQ(other.memory().kept, 0u);
}

TEST_F(Trim, HelpsNumbersInHostWords) {
  const tortured_context words =
      tortured_context_of<exec::host::host_executor>(plan::word_limits::of(100000));
  const scoped_context use(words.here);
  for (const std::size_t limbs : {1500, 50000}) {  // of shorter numbers, threads keep blocks
    const context other = keeper();
    ASSERT_GT(other.memory().kept, 0u);
    const std::vector<std::uint64_t> value(limbs, 7);
    new_calls.start(1, false);
    const gpu_bigint x = gpu_bigint::from_limbs(value);
    EXPECT_TRUE(new_calls.stop());
    EXPECT_EQ(x.to_limbs(), value);
    EXPECT_EQ(other.memory().kept, 0u);
    const std::vector<std::uint64_t> square = (x * x).to_limbs();
    new_calls.start(1, false);
    const gpu_bigint y = x * x;
    EXPECT_TRUE(new_calls.stop());
    EXPECT_EQ(y.to_limbs(), square);
  }
}

/// A source that keeps freed blocks and has room for one block only.
class one_block final : public memory_resource {
 public:
  void* allocate(std::size_t bytes, void*) override {
    if (kept_ != nullptr || used_) throw std::bad_alloc();
    used_ = true;
    return ::operator new (bytes, std::align_val_t{256});
  }
  void deallocate(void* memory, std::size_t, void*) noexcept override {
    kept_ = memory;
    used_ = false;
  }
  void trim() override {
    if (kept_ != nullptr) ::operator delete (kept_, std::align_val_t{256});
    kept_ = nullptr;
  }
  ~one_block() override { one_block::trim(); }

 private:
  void* kept_ = nullptr;
  bool used_ = false;
};

TEST_F(Trim, OfAResourceComesAfterTheContextReturnedItsBlocks) {
  const context here(backend::host, {.memory = std::make_shared<one_block>()});
  exec::executor& executor = detail::engine_of(here)->executor();
  for (const std::size_t bytes : {1000, 50000}) executor.release(executor.allocate(bytes), bytes);
}

}  // namespace

}  // namespace gbi::test
