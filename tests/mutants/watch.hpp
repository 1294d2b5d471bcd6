/// \file
/// Writes which mutants each test reaches, and the test's milliseconds, to the file
/// GPU_BIGINT_MUTANTS_REACHED. scripts/mutants.py adds this header to the main function of its test programs.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "tests/mutants/mutant.hpp"

namespace gbi::mutants {

class watch : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo&) override {
    for (auto& each : reached) each.store(false, std::memory_order_relaxed);
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    std::FILE* const to = std::fopen(std::getenv("GPU_BIGINT_MUTANTS_REACHED"), "a");
    std::fprintf(to, "%s.%s\t%lld\t%d\t", test.test_suite_name(), test.name(),
                 static_cast<long long>(test.result()->elapsed_time()), test.result()->Passed() ? 1 : 0);
    for (std::uint32_t i = 0; i < most; ++i)
      if (reached[i].load(std::memory_order_relaxed)) std::fprintf(to, "%u ", i);
    std::fprintf(to, "\n");
    std::fclose(to);
  }
};

[[maybe_unused]] inline const bool is_watching = [] {
  if (watched) testing::UnitTest::GetInstance()->listeners().Append(new watch);
  return watched;
}();

}  // namespace gbi::mutants
