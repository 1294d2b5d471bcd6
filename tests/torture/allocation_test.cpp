/// \file
/// The n-th allocation of an operation fails, for every n. The operation throws or succeeds, all numbers keep
/// their values, nothing stays allocated, and the operation works afterwards. SQLite tests itself in the same
/// way: https://www.sqlite.org/malloc.html.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "tests/support/executors.hpp"
#include "tests/torture/operations.hpp"
#include "tests/torture/tortured_executor.hpp"

namespace gbi::test {

namespace {

/// The source whose memory runs out.
enum class source { executor, operator_new, system };
/// With longer operands only the executor's memory fails, and only once.
constexpr std::uint64_t most_bits_of_all = 5000;
constexpr const char* source_names[] = {"executor", "operator new", "system"};

/// Operands are in host words, in memory that the host reads, or on the host posing as a device.
tortured_context context_in(const std::string& place) {
#if defined(GPU_BIGINT_WITH_CUDA)
  if (place == "cuda")
    return tortured_context_of<exec::cuda::cuda_executor>(plan::word_limits::none(), 0, nullptr);
#endif
  if (place == "on_device") return tortured_context_of<distant_executor>(plan::devices::h200.values.words);
  if (place == "in_words") return tortured_context_of<exec::host::host_executor>(plan::word_limits::of(1024));
  return tortured_context_of<exec::host::host_executor>(plan::word_limits::none());
}

/// Names the operation during which the library ended the process.
std::string under_way;  // NOLINT: read by a handler
[[noreturn]] void report_end() {
  std::fprintf(stderr, "the process ends in %s\n", under_way.c_str());
  std::abort();
}

class Allocation : public testing::TestWithParam<std::string> {
 protected:
  Allocation() : before_(std::set_terminate(report_end)) {}
  ~Allocation() override { std::set_terminate(before_); }
  void SetUp() override {
    if (GetParam() != "cuda") return;
    if (const std::string why = why_unavailable(backend::cuda); !why.empty()) GTEST_SKIP() << why;
  }
  void TearDown() override {
    std::printf("%llu allocations failed\n", static_cast<unsigned long long>(failures));
  }

  /// The next n: in the short form every small n, then growing steps.
  static std::uint64_t after(std::uint64_t n) { return in_full() || n < 4 ? n + 1 : n + (n + 1) / 2; }
  /// Whether to torture this operation: in the short form a random selection, which always includes an
  /// operation that allocates in every context.
  bool chosen(const tortured& one, std::uint64_t one_of) {
    const auto slower = static_cast<std::uint64_t>(1 / test_scale());
    return in_full() || std::string_view(one.name) == "product by transforms" ||
           random.below(one_of * std::max<std::uint64_t>(1, slower)) == 0;
  }
  static bool in_full() {
    static const bool all = std::getenv("GPU_BIGINT_TEST_LARGE") != nullptr;
    return all;
  }

  static countdown& calls_of(source from, torture& device) {
    return from == source::executor       ? device.allocations
           : from == source::operator_new ? new_calls
                                          : system_calls;
  }

  /// Makes the n-th allocation of the operation fail. \returns whether there are that many
  static bool fail(const tortured& one, const own_operands& x, const gmp_operands& a,
                   const gmp_outcome& right, countdown& calls, std::uint64_t n, bool and_all_after) {
    bool failed = false;
    try {
      calls.start(n, and_all_after);
      const own_outcome result = one.ours(x);
      failed = calls.stop();
      EXPECT_TRUE(match(result, right)) << under_way;
    } catch (const std::bad_alloc&) {
      failed = calls.stop();
      EXPECT_TRUE(failed) << "out of memory without a cause: " << under_way;
    } catch (const std::exception& other) {
      failed = calls.stop();
      ADD_FAILURE() << "not out_of_memory, but " << other.what() << ": " << under_way;
    }
    EXPECT_TRUE(match(x, a)) << under_way;
    return failed;
  }

  random_source random{test_seed()};
  std::uint64_t failures = 0;

 private:
  std::terminate_handler before_;
};

/// The reference for the other tests.
TEST_P(Allocation, SucceedsAndAllIsRight) {
  const tortured_context made = context_in(GetParam());
  const scoped_context use(made.here);
  for (const tortured& one : tortured_operations())
    for (const std::uint64_t bits : {64, 1000, 20000, 80000}) {
      if (bits > one.most_bits || !chosen(one, bits > most_bits_of_all ? 4 : 1)) continue;
      const gmp_operands a = random_operands(random, bits);
      EXPECT_TRUE(match(one.ours(own(a)), one.theirs(a))) << one.name << ", " << bits << " bits";
    }
}

/// In a context that has its tables.
TEST_P(Allocation, FailsInEveryOperation) {
  const tortured_context made = context_in(GetParam());
  const scoped_context use(made.here);
  for (const tortured& one : tortured_operations()) {
    for (const std::uint64_t bits : {300, 2000, 20000, 100000}) {
      if (bits > one.most_bits || !chosen(one, bits > most_bits_of_all ? bits / 2500 : 1)) continue;
      const gmp_operands a = random_operands(random, bits);
      const own_operands x = own(a);
      const gmp_outcome right = one.theirs(a);
      for (const source from : {source::executor, source::operator_new, source::system}) {
        for (const bool and_all_after : {false, true}) {
          if (bits > most_bits_of_all && (from != source::executor || and_all_after)) continue;
          ASSERT_TRUE(match(one.ours(x), right)) << one.name << ", " << bits << " bits";
          const std::size_t in_use = made.device->bytes_in_use();
          for (std::uint64_t n = 1;; n = after(n)) {
            under_way = std::string(one.name) + ", " + std::to_string(bits) + " bits, allocation " +
                        std::to_string(n) + (and_all_after ? " and all after it, " : ", ") +
                        source_names[static_cast<int>(from)] + ", " + GetParam();
            if (from == source::system) made.here.trim();  // otherwise the pool has enough
            if (!fail(one, x, a, right, calls_of(from, *made.device), n, and_all_after)) break;
            ++failures;
            ASSERT_LE(made.device->bytes_in_use(), in_use) << under_way;
            ASSERT_FALSE(HasFailure());
          }
        }
      }
      ASSERT_TRUE(match(one.ours(x), right)) << "after failures: " << under_way;
    }
  }
  EXPECT_GT(failures, 50u);
}

/// In a fresh context, so that tables are made while memory runs out.
TEST_P(Allocation, FailsInFreshContexts) {
  for (const tortured& one : tortured_operations()) {
    if (!chosen(one, 4)) continue;
    const gmp_operands a = random_operands(random, std::min<std::uint64_t>(5000, one.most_bits));
    const gmp_outcome right = one.theirs(a);
    for (const source from : {source::executor, source::operator_new}) {
      for (std::uint64_t n = 1;; n = after(n)) {
        under_way = std::string(one.name) + ", allocation " + std::to_string(n) + ", " +
                    source_names[static_cast<int>(from)] + ", fresh " + GetParam();
        const tortured_context made = context_in(GetParam());
        const scoped_context use(made.here);
        const own_operands x = own(a);
        if (!fail(one, x, a, right, calls_of(from, *made.device), n, false)) break;
        ++failures;
        ASSERT_TRUE(match(one.ours(x), right)) << "after a failure: " << under_way;
        ASSERT_FALSE(HasFailure());
      }
    }
  }
  EXPECT_GT(failures, 5u);
}

INSTANTIATE_TEST_SUITE_P(, Allocation, testing::Values("in_words", "in_host_memory", "on_device", "cuda"),
                         [](const testing::TestParamInfo<std::string>& information) {
                           return information.param;
                         });

}  // namespace

}  // namespace gbi::test
