/// \file
/// The main function of every test binary. It prints the seed, and it fails if a filter selects no test, so
/// that a misspelt filter in CTest does not look like success. Contexts load no tuning file of the user.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/support/random.hpp"

#if defined(__SANITIZE_ADDRESS__)
/// Some tests request more memory than exists. They expect an exception, not the sanitizer's report.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}
#endif

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("GPU_BIGINT_TUNING", "none", 0);
  const auto& tests = *testing::UnitTest::GetInstance();
  std::printf("GPU_BIGINT_TEST_SEED=%llu\n", static_cast<unsigned long long>(gbi::test::run_seed()));
  const int result = RUN_ALL_TESTS();
  if (testing::GTEST_FLAG(list_tests)) return result;
  if (tests.test_to_run_count() == 0) {
    std::fprintf(stderr, "no test matches the filter\n");
    return 1;
  }
  constexpr int everything_skipped = 77;  // CTest's SKIP_RETURN_CODE
  if (result == 0 && tests.skipped_test_count() == tests.test_to_run_count()) return everything_skipped;
  return result;
}
