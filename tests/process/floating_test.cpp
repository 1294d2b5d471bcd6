/// \file
/// The caller's floating-point environment changes no result, and no operation changes the environment.
#include <gmp.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "src/words/floating_scope.hpp"
#include "tests/process/computations.hpp"
#include "tests/support/executors.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

struct floating_mode {
  std::string name;
  void (*begin)();

  friend void PrintTo(const floating_mode& mode, std::ostream* out) { *out << mode.name; }
};

std::vector<floating_mode> all_modes() {
  std::vector<floating_mode> modes {
    {"upward", [] { std::fesetround(FE_UPWARD); }}, {"downward", [] { std::fesetround(FE_DOWNWARD); }},
        {"toward_zero", [] { std::fesetround(FE_TOWARDZERO); }},
#if defined(__GLIBC__)
        {"traps", [] { feenableexcept(FE_ALL_EXCEPT); }},
#endif
#if defined(__x86_64__)
        {"flush", [] { _mm_setcsr(_mm_getcsr() | 0x8040); }},
        {"short_mantissa", [] {
           const unsigned short control = 0x027f;  // 53 bits
           asm volatile("fldcw %0" : : "m"(control));
         }},
#endif
  };
  return modes;
}

/// Everything that a program can set, and the flags.
struct state {
  /// \param ignored flags that may change
  explicit state(int ignored = 0) {
    flags &= ~ignored;
#if defined(__x86_64__)
    vectors &= ~static_cast<unsigned>(ignored);
#endif
  }

  int rounding = std::fegetround(), flags = std::fetestexcept(FE_ALL_EXCEPT);
#if defined(__GLIBC__)
  int traps = fegetexcept();
#endif
#if defined(__x86_64__)
  unsigned vectors = _mm_getcsr();
#endif
  bool operator==(const state&) const = default;
};

/// Runs all computations in a mode, and nothing else, because tests compute with floating point, too.
void expect_unchanged(const floating_mode& mode, const context& where, std::size_t longest, int ignored = 0) {
  const scoped_context use(where);
  random_source random(test_seed());
  const std::vector<computation> all = all_computations(random, longest);
  for (const computation& one : all) {
    std::fesetenv(FE_DFL_ENV);
    mode.begin();
    const state before(ignored);
    const std::vector<std::uint64_t> found = one.result();
    const state after(ignored);
    std::fesetenv(FE_DFL_ENV);
    EXPECT_TRUE(found == one.expected) << one.name << ": not GMP's result";
    EXPECT_EQ(before.rounding, after.rounding) << one.name;
    EXPECT_TRUE(before == after) << one.name << " changes the environment, flags " << before.flags << " to "
                                 << after.flags;
  }
}

class FloatingMode : public testing::TestWithParam<floating_mode> {};

/// The contexts are new, so the tables of transforms are made in the mode, too.
TEST_P(FloatingMode, Kernels) {
  expect_unchanged(GetParam(), new_context("host", plan::word_limits::none()),
                   test_scale() < 1 ? 2000 : 70000);
}
TEST_P(FloatingMode, Words) {
  expect_unchanged(GetParam(), new_context("words", plan::word_limits::of(1024)), 2000,
                   FE_INEXACT);  // the square root of a limb, which takes nanoseconds, raises it
}
TEST_P(FloatingMode, NewContext) {
  GetParam().begin();
  const context made(backend::host);
  const std::string tuning = made.tuning();
  std::fesetenv(FE_DFL_ENV);
  EXPECT_EQ(tuning, context(backend::host).tuning());
}

INSTANTIATE_TEST_SUITE_P(, FloatingMode, testing::ValuesIn(all_modes()),
                         [](const auto& information) { return information.param.name; });

/// Exceptions that occur inside leave no flag, whichever unit computes.
TEST(FloatingScope, HidesEachException) {
  volatile long double zero = 0, one = 1;
  const std::function<void()> computations[] = {
      [&] { one = zero / zero; },
      [&] { one = 1 / zero; },
      [] { std::feraiseexcept(FE_OVERFLOW); },
      [] { std::feraiseexcept(FE_UNDERFLOW); },
      [] { std::feraiseexcept(FE_INEXACT); },
      [] { std::feraiseexcept(FE_INVALID); },
      [] { std::feraiseexcept(FE_DIVBYZERO); },
  };
  for (const auto& compute : computations) {
    std::fesetenv(FE_DFL_ENV);
    const state before;
    {
      const words::floating_scope environment;
      compute();
    }
    const state after;
    std::fesetenv(FE_DFL_ENV);
    EXPECT_TRUE(before == after) << &compute - computations;
  }
}

/// The scope restores whatever it finds, the flags included.
TEST(FloatingScope, Restores) {
  volatile double three = 3;
  volatile long double long_three = 3;
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
    for (const int flags : {0, FE_DIVBYZERO, FE_ALL_EXCEPT}) {
      std::fesetenv(FE_DFL_ENV);
      std::fesetround(rounding);
      if (flags != 0) std::feraiseexcept(flags);
      const state before;
      double third = 0;
      long double long_third = 0;
      {
        const words::floating_scope environment;
        third = 1 / three;
        long_third = 1 / long_three;
      }
      const state after;
      std::fesetenv(FE_DFL_ENV);
      EXPECT_TRUE(before == after);
      EXPECT_EQ(third, 1 / three);
      EXPECT_EQ(long_third, 1 / long_three);
    }
}

}  // namespace

}  // namespace gbi::test
