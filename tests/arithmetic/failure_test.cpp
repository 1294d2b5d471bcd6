/// \file
/// Operations that move short numbers to a failing device: they throw, and every number keeps its value.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "src/context/engine.hpp"
#include "src/exec/all_launches.hpp"
#include "src/exec/host/executor.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

namespace {

/// The host executor as a device whose n-th call of a kind fails.
class failing_executor final : public exec::host::host_executor {
 public:
  using host_executor::launch;
  enum class call { nothing, allocate, pinned, upload, copy, clear, add, shift, report, bitwise };

  explicit failing_executor(bool memory_is_host) : memory_is_host_(memory_is_host) {}

  /// Makes the n-th call of a kind from now on fail, counted from 0.
  void fail(call kind, int n) {
    kind_ = kind;
    left_ = n;
    failed_ = false;
  }
  bool has_failed() const { return failed_; }

  bool memory_is_host() const noexcept override { return memory_is_host_; }
  void* allocate(std::size_t bytes) override {
    count<out_of_memory>(call::allocate);
    ++blocks_;
    return host_executor::allocate(bytes);
  }
  void release(void* memory, std::size_t bytes) noexcept override {
    --blocks_;
    host_executor::release(memory, bytes);
  }
  /// The number of allocated blocks of memory.
  int blocks() const { return blocks_; }
  void* allocate_pinned(std::size_t bytes) override {
    count<out_of_memory>(call::pinned);
    return host_executor::allocate_pinned(bytes);
  }
  void upload(void* target, const void* source, std::size_t bytes) override {
    count<device_error>(call::upload);
    host_executor::upload(target, source, bytes);
  }
  void copy(void* target, const void* source, std::size_t bytes) override {
    count<device_error>(call::copy);
    host_executor::copy(target, source, bytes);
  }
  void clear(void* target, std::size_t bytes) override {
    count<device_error>(call::clear);
    host_executor::clear(target, bytes);
  }
  void launch_kernel(const exec::launchable& kernel, const void* arguments) override {
    exec::launches::visit(kernel, arguments, [&](const auto& a) { count_launch(a); });
    host_executor::launch_kernel(kernel, arguments);
  }

 private:
  void count_launch(const auto&) {}
  void count_launch(const kernels::add_arguments&) { count<device_error>(call::add); }
  void count_launch(const kernels::shift_arguments&) { count<device_error>(call::shift); }
  void count_launch(const kernels::report_arguments&) { count<device_error>(call::report); }
  void count_launch(const kernels::bitwise_arguments&) { count<device_error>(call::bitwise); }

  template <class Error>
  void count(call kind) {
    if (kind != kind_ || failed_ || left_-- > 0) return;
    failed_ = true;
    throw Error("a device that fails in a test");
  }

  bool memory_is_host_;
  call kind_ = call::nothing;
  int left_ = 0;
  bool failed_ = false;
  int blocks_ = 0;
};

struct step {
  const char* name;
  std::function<gpu_bigint(const gpu_bigint&, const gpu_bigint&)> ours;
  std::function<integer(const integer&, const integer&)> theirs;
};

/// Operations on a short number and a long one.
const std::vector<step>& steps() {
  using number = gpu_bigint;
  static const std::vector<step> all{
      {"sum", [](const number& x, const number& y) { return x + y; },
       [](const integer& a, const integer& b) { return a + b; }},
      {"difference that cancels", [](const number& x, const number& y) { return (x + y) - y; },
       [](const integer& a, const integer&) { return a; }},
      {"product", [](const number& x, const number& y) { return x * y; },
       [](const integer& a, const integer& b) { return a * b; }},
      {"quotient", [](const number& x, const number& y) { return y / x; },
       [](const integer& a, const integer& b) { return b / a; }},
      {"remainder", [](const number& x, const number& y) { return y % x; },
       [](const integer& a, const integer& b) { return b % a; }},
      {"mask", [](const number& x, const number& y) { return y & x; },
       [](const integer& a, const integer& b) { return b & a; }},
      {"shifts", [](const number& x, const number&) { return (x << 100000) >> 100000; },
       [](const integer& a, const integer&) { return a; }},
      {"negation", [](const number& x, const number& y) { return -(y + x); },
       [](const integer& a, const integer& b) { return -(b + a); }},
  };
  return all;
}

class Failure : public testing::TestWithParam<bool> {
 protected:
  random_source random{test_seed()};
};

TEST_P(Failure, OfOneCallLeavesAllNumbersAsTheyWere) {
  using call = failing_executor::call;
  auto executor = std::make_unique<failing_executor>(GetParam());
  failing_executor& device = *executor;
  const context here =
      detail::context_of(detail::engine::make(std::move(executor), plan::word_limits::of(100)));
  const scoped_context use(here);
  int failures = 0;
  for (const std::size_t length : {2, 50}) {
    for (const step& one : steps()) {
      for (const call kind : {call::allocate, call::pinned, call::upload, call::copy, call::clear, call::add,
                              call::shift, call::report, call::bitwise}) {
        for (int n = 0;; ++n) {
          const integer a(random_limbs(random, length), random.coin()), b(random_limbs(random, 300));
          const gpu_bigint x = from_oracle(a), y = from_oracle(b), same_x = x;
          gpu_bigint target = 77;
          const int blocks = device.blocks();
          device.fail(kind, n);
          bool thrown = false;
          try {
            target = one.ours(x, y);
            target.sign();
          } catch (const out_of_memory&) {
            thrown = true;
          } catch (const device_error&) {
            thrown = true;
          }
          const std::string where = std::string(one.name) + ", call " + std::to_string(n) + " of kind " +
                                    std::to_string(static_cast<int>(kind));
          ASSERT_EQ(thrown, device.has_failed()) << where;
          device.fail(call::nothing, 0);
          ASSERT_TRUE(matches(x, a) && matches(y, b) && matches(same_x, a)) << where;
          const integer result = one.theirs(a, b);
          ASSERT_TRUE(matches(target, 77) || matches(target, result)) << where;
          ASSERT_TRUE(matches(one.ours(x, y), result)) << "after a failure in " << where;
          ASSERT_TRUE(matches(x + 1, a + 1)) << where;
          if (!thrown) break;
          ++failures;
          // Tables may stay allocated, and so may blocks for copies on the device.
          ASSERT_LE(device.blocks(), blocks + 6) << where;
        }
      }
    }
  }
  EXPECT_GT(failures, 50) << "calls that failed";
}

INSTANTIATE_TEST_SUITE_P(, Failure, testing::Bool(), [](const testing::TestParamInfo<bool>& information) {
  return std::string(information.param ? "host_memory" : "device_memory");
});

/// A short number does not need a handle of its context. It computes without one, and recreates the context
/// when a kernel needs a device.
TEST(Homeless, NumbersComputeAndComeBackToLife) {
  random_source random(test_seed());
  const integer a(random_limbs(random, 3)), b(random_limbs(random, 40)), far = integer(1) << 200000;
  gpu_bigint x, y, z;
  {
    const context own(backend::host);
    own.set_verification(verification::off);
    x = from_oracle(a).to(own);
    y = from_oracle(b).to(own);
    const gpu_bigint on_device = y + (gpu_bigint(1).to(own) << 200000);
    z = x;
    EXPECT_EQ(on_device.context(), own);
  }
  EXPECT_TRUE(matches(x * y - x, a * b - a));
  EXPECT_TRUE(matches((x << 200000) + y, a * far + b)) << "the device was not made again";
  const gpu_bigint longer = x << 200000;
  EXPECT_EQ(longer.context().verification(), verification::off) << "forgotten with the engine";
  EXPECT_EQ(longer.context(), y.context());
  EXPECT_TRUE(matches(longer * y + z, a * far * b + a));
  EXPECT_TRUE(matches(y * longer / x, far * b));
}

/// A context made from an executor cannot be recreated. That is an error, and no number changes.
TEST(Homeless, NumbersOfADeviceThatIsGoneStillCompute) {
  gpu_bigint x;
  {
    const context own = detail::context_of(
        detail::engine::make(std::make_unique<failing_executor>(true), plan::word_limits::of(100)));
    const scoped_context use(own);
    x = 12345;
  }
  EXPECT_TRUE(matches(x * x, integer(12345) * 12345));
  EXPECT_THROW(x << 100000, device_error);
  EXPECT_THROW(x.context(), device_error);
  EXPECT_TRUE(matches(x + 1, 12346));
}

}  // namespace

}  // namespace gbi::test
