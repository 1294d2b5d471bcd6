/// \file
/// Tests that run on every executor. Their names end in the executor's name, e.g. Multiply.Random/host.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "src/exec/executor.hpp"
#include "src/plan/tuning.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// "host" and, if tests and library were built with them, "shuffled" and "cuda", which keep no numbers in
/// host words; "words", the host with the greatest limit for numbers in host words; "mixed" and "cuda_words",
/// a device with its default limits. With GPU_BIGINT_TEST_DISTANT there is "distant", too: the host posing as
/// a device with the limits of a GPU.
std::vector<std::string> executor_names();
/// Those that keep no numbers in host words.
std::vector<std::string> device_names();

/// A context of the executor. The process has only one of each name. \throws device_error
context context_named(const std::string& name);

/// A new context of the same executor with other limits for numbers in host words. \throws device_error
context new_context(const std::string& name, const plan::word_limits& limits);

/// 1, or less if a sanitizer slows everything down.
double test_scale();

/// A size that suits the executor's speed, scaled down under a sanitizer.
struct sizes {
  std::uint64_t host, shuffled, cuda;
};

/// Makes the executor's context current for the test and checks that it is the requested one. Without a GPU,
/// tests of "cuda" are skipped.
class on_executor : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;
  void TearDown() override;

  const context& here() const { return *here_; }
  exec::executor& executor() const;
  /// Bytes in use of the executor's memory.
  std::size_t memory_in_use() const;
  std::uint64_t size(sizes of) const;
  /// Whether threads and blocks run sequentially, in random order.
  bool is_shuffled() const { return GetParam() == "shuffled" || GetParam() == "mixed"; }
  random_source random{test_seed()};

 private:
  std::optional<context> here_;
  std::optional<scoped_context> use_;
};

}  // namespace gbi::test

/// Runs the tests of a fixture derived from on_executor on all executors.
#define GPU_BIGINT_ON_EVERY_EXECUTOR(suite) GPU_BIGINT_ON_EXECUTORS(suite, gbi::test::executor_names())
/// Runs them without numbers in host words, for tests of kernels and of batches, which are on the device in
/// any case.
#define GPU_BIGINT_ON_EVERY_DEVICE(suite) GPU_BIGINT_ON_EXECUTORS(suite, gbi::test::device_names())
#define GPU_BIGINT_ON_EXECUTORS(suite, names) \
  INSTANTIATE_TEST_SUITE_P(                   \
      , suite, testing::ValuesIn(names),      \
      [](const testing::TestParamInfo<std::string>& information) { return information.param; })
